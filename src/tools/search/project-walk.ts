import ignore, { type Ignore } from "ignore";
import { AGENT_FOLDER } from "../limits.ts";
import type { ToolSession } from "../session.ts";
import { relativeTo } from "../paths/resolve-path.ts";

export interface WalkedEntry {
  /** From the folder where the walk began, with `/`. */
  readonly relative: string;
  readonly absolute: string;
  readonly kind: "file" | "directory";
}

export interface WalkOptions {
  readonly signal: AbortSignal;
  /** Leaves out what the project's ignore files name. */
  readonly honourIgnoreFiles: boolean;
  readonly maxEntries?: number;
}

export interface WalkOutcome {
  readonly entries: readonly WalkedEntry[];
  /** The signal fired before everything was seen. */
  readonly cut: boolean;
}

const CONCURRENCY = 8;

interface IgnoreLevel {
  readonly folder: string;
  readonly rules: Ignore;
}

interface Folder {
  readonly absolute: string;
  readonly ignores: readonly IgnoreLevel[];
}

/** Lists everything below a folder but excluded folders. A folder that was named itself is searched even when it is excluded. */
export async function walkProject(
  session: ToolSession,
  start: string,
  options: WalkOptions,
): Promise<WalkOutcome> {
  const entries: WalkedEntry[] = [];
  const queue: Folder[] = [{ absolute: start, ignores: [] }];
  const visit = async (folder: Folder): Promise<void> => {
    const listed = await session.backend.readDirectory(folder.absolute);
    if (!listed.ok) return;
    const ignores = options.honourIgnoreFiles
      ? await withIgnoreFile(
          session,
          folder,
          listed.value.some(({ name }) => name === ".gitignore"),
        )
      : folder.ignores;
    for (const { name, kind } of listed.value) {
      if (kind === "other" || isLeftOut(session, name, kind)) continue;
      const absolute = `${folder.absolute === "/" ? "" : folder.absolute}/${name}`;
      if (isIgnored(ignores, absolute, kind)) continue;
      entries.push({ relative: relativeTo(start, absolute), absolute, kind });
      if (kind === "directory") queue.push({ absolute, ignores });
    }
  };
  while (queue.length > 0) {
    if (options.signal.aborted) return { entries, cut: true };
    if (entries.length > (options.maxEntries ?? Number.POSITIVE_INFINITY)) return { entries, cut: true };
    await Promise.all(queue.splice(0, CONCURRENCY).map(visit));
  }
  return { entries, cut: false };
}

function isLeftOut({ excludedDirs }: ToolSession, name: string, kind: string): boolean {
  return kind === "directory" && (excludedDirs.has(name) || name === AGENT_FOLDER);
}

async function withIgnoreFile(
  { backend }: ToolSession,
  { absolute, ignores }: Folder,
  hasFile: boolean,
): Promise<readonly IgnoreLevel[]> {
  if (!hasFile) return ignores;
  const read = await backend.readFile(`${absolute}/.gitignore`);
  if (!read.ok) return ignores;
  return [...ignores, { folder: absolute, rules: ignore().add(new TextDecoder().decode(read.value)) }];
}

/** The innermost ignore file that says something about a path decides. */
function isIgnored(ignores: readonly IgnoreLevel[], absolute: string, kind: string): boolean {
  for (const { folder, rules } of ignores.toReversed()) {
    const relative = relativeTo(folder, absolute) + (kind === "directory" ? "/" : "");
    const verdict = rules.test(relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
