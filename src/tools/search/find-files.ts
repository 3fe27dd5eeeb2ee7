import { MAX_FIND_RESULTS, SEARCH_DEADLINE_MS } from "../limits.ts";
import { missingParamError } from "../input/missing-param-error.ts";
import { describe, pathArgError } from "../input/argument-errors.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { missingFile } from "../files/missing-file.ts";
import { kindOf } from "../files/change-tree.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { relativeTo } from "../paths/resolve-path.ts";
import { type Refusal, refusal, refused } from "../refusal.ts";
import { denied, isDenied, type ToolSession } from "../session.ts";
import type { ToolResult } from "../tool.ts";
import { TOOL_SCHEMAS } from "../tool-schemas.ts";
import { globAlternatives, isValidGlob, literalDirPrefix, pathMatcher } from "./glob.ts";
import { walkProject } from "./project-walk.ts";
import { searchSignal, searchTimeoutError } from "./search-deadline.ts";

export function findFilesTool(session: ToolSession): ToolImplementation {
  return async (input, context) => {
    const { pattern, path: given = "" } = input;
    if (typeof pattern !== "string" || pattern.trim() === "") {
      return refused(refusal("BAD_ARGUMENT", missingParamError(TOOL_SCHEMAS.find_files, input, ["pattern"])));
    }
    const wrong = globProblem("find_files", "pattern", pattern);
    if (wrong !== undefined) return refused(wrong);
    const start = await searchedFolder(session, "find_files", given);
    if ("code" in start) return refused(start);
    return find(session, start, pattern, searchSignal(context?.signal));
  };
}

/** The refusal for a glob that no file name could be meant by. */
export function globProblem(tool: string, parameter: string, pattern: string): Refusal | undefined {
  if (globAlternatives(pattern).every(isValidGlob)) return undefined;
  return refusal(
    "BAD_ARGUMENT",
    `"${parameter}" of ${tool} is a glob of letters, digits and @ . _ - / ( ) with the wildcards * ? [ ] and {a,b}, ` +
      `for example {"${parameter}":"src/**/*.test.ts"}; it got ${describe(pattern)}.`,
  );
}

/** The folder, or the one file, that a search is about. */
export async function searchedFolder(
  session: ToolSession,
  tool: string,
  given: unknown,
): Promise<ProjectPath | Refusal> {
  if (typeof given !== "string") return refusal("BAD_ARGUMENT", pathArgError(given, tool) ?? "");
  const path = await session.paths.resolve(given);
  if (!path.ok) return path.problem;
  if (isDenied(session, path.value)) return denied(path.value);
  const kind = await kindOf(session, path.value);
  return kind === undefined ? missingFile(session, path.value) : path.value;
}

async function find(
  session: ToolSession,
  start: ProjectPath,
  pattern: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  const rooted = await prefixedStart(session, start, pattern);
  const fits = pathMatcher(pattern);
  const walked = await walkProject(session, rooted, { signal, honourIgnoreFiles: false });
  const files = walked.entries
    .map(({ absolute, kind }) => ({
      fromStart: relativeTo(start.key, absolute),
      shown: fromRoot(start, absolute) + (kind === "directory" ? "/" : ""),
    }))
    .filter(
      ({ fromStart, shown }) => fits(fromStart) && session.config.readDeny?.(shown.toLowerCase()) !== true,
    )
    .map(({ shown }) => shown)
    .toSorted();
  const result = { pattern, path: shownPath(start), files: files.slice(0, MAX_FIND_RESULTS) };
  const shown = shownPath(start);
  return {
    ...result,
    ...(files.length > MAX_FIND_RESULTS ? { truncated: true, total: files.length } : {}),
    ...(walked.cut
      ? {
          truncated: true,
          note: searchTimeoutError(
            "find_files",
            shown,
            pattern,
            SEARCH_DEADLINE_MS / 1000,
            "name a folder in path",
          ),
        }
      : {}),
  };
}

/** Where the glob itself names a folder, the walk begins there, even inside an excluded one. */
async function prefixedStart(session: ToolSession, start: ProjectPath, pattern: string): Promise<string> {
  const prefix = globAlternatives(pattern).length === 1 ? literalDirPrefix(pattern) : null;
  if (prefix === null) return start.key;
  const listed = await session.backend.readDirectory(`${start.key}/${prefix}`);
  return listed.ok ? `${start.key}/${prefix}` : start.key;
}

/** An absolute path below a searched folder as the model knows it. */
export function fromRoot(start: ProjectPath, absolute: string): string {
  const below = relativeTo(start.key, absolute);
  return [start.relative, below].filter((part) => part !== "").join("/");
}
