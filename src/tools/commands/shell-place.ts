import { isInside, parentOf, relativeTo } from "../paths/resolve-path.ts";
import { type ProjectPath } from "../paths/project-paths.ts";
import { type Refusal, refusal } from "../refusal.ts";
import type { ToolSession } from "../session.ts";

/** Where a command starts. */
export interface ShellPlace {
  /** Handed to the backend: inside the project. */
  readonly cwd: string;
  /** Set when the shell itself has to go outside the project first. */
  readonly goTo?: string;
  /** How the place is named to people and models. */
  readonly shown: string;
  readonly notice?: string;
}

/** The place that a call names, or where the shell stands. A directory that is gone is left for the nearest one that exists. */
export async function shellPlace(session: ToolSession, given: unknown): Promise<ShellPlace | Refusal> {
  const { paths, cwd } = session;
  if (typeof given === "string" && given.trim() !== "") {
    const path = await paths.resolve(given);
    return path.ok ? namedPlace(session, path.value) : path.problem;
  }
  if (!isInside(cwd.current, paths.root)) {
    return { cwd: paths.root, goTo: cwd.current, shown: cwd.current };
  }
  let directory = cwd.current;
  while (directory !== paths.root && !(await isDirectory(session, directory)))
    directory = parentOf(directory);
  const shown = relativeTo(paths.root, directory) || ".";
  if (directory === cwd.current) return { cwd: directory, shown };
  const gone = relativeTo(paths.root, cwd.current);
  cwd.current = directory;
  return { cwd: directory, shown, notice: `The directory ${gone} is gone; the command ran in ${shown}.` };
}

async function namedPlace(session: ToolSession, path: ProjectPath): Promise<ShellPlace | Refusal> {
  const shown = path.relative === "" ? "." : path.relative;
  if (await isDirectory(session, path.absolute)) return { cwd: path.absolute, shown };
  return refusal(
    "ENOENT",
    `"cwd" of exec_command is ${shown}, which is no directory. Give a directory relative to the project root. The command was not run.`,
  );
}

async function isDirectory({ backend }: ToolSession, path: string): Promise<boolean> {
  if (backend.stat === undefined) return (await backend.readDirectory(path)).ok;
  const stat = await backend.stat(path);
  return stat.ok && stat.value.kind === "directory";
}
