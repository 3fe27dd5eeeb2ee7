import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Shell {
  readonly program: string;
  /** A real bash, not another shell under its name. */
  readonly bash: boolean;
}

const SHELL_ANSWER_MS = 5_000;
const PROGRAMS = ["bash", "git", "rg", "npm", "npx", "python3", "docker"];

/** Shells that run `-c` commands, best first. */
export async function shellsOf(): Promise<Shell[]> {
  const asked = await Promise.all(
    ["bash", "sh", "jsh"].map(async (program) => ({ program, said: await askShell(program) })),
  );
  const working = asked.flatMap(({ program, said }) =>
    said?.startsWith("runs:") ? [{ program, bash: said.trim() !== "runs:" }] : [],
  );
  return working.toSorted((a, b) => Number(b.bash) - Number(a.bash));
}

function askShell(program: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const question = ["-c", 'echo "runs:$BASH_VERSION"'];
    execFile(program, question, { timeout: SHELL_ANSWER_MS }, (error, said) =>
      resolve(error ? undefined : said),
    ).stdin?.end();
  });
}

export function askAboutEngine(shell: Shell | undefined): object {
  return {
    nodeVersion: process.versions.node,
    platform: process.platform,
    webContainer: "webcontainer" in process.versions,
    root: process.cwd(),
    shell,
    programs: PROGRAMS.filter(isInstalled),
    memoryReport: isReadable("/proc/meminfo"),
    engine: process.env["TABWRIGHT_ENGINE"],
  };
}

function isInstalled(program: string): boolean {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .some(
      (folder) => folder !== "" && endings.some((ending) => isExecutable(join(folder, program + ending))),
    );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
