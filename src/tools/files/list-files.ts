import { LISTED_ENTRIES } from "../limits.ts";
import { shownPath } from "../paths/project-paths.ts";
import { refusal, refused } from "../refusal.ts";
import { denied, isDenied, type ToolSession } from "../session.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { pathArgError } from "../input/argument-errors.ts";
import { fileRefusal } from "./open-text.ts";
import { missingFile } from "./missing-file.ts";

export function listFilesTool(session: ToolSession): ToolImplementation {
  return async ({ path: given = "" }) => {
    if (typeof given !== "string")
      return refused(refusal("BAD_ARGUMENT", pathArgError(given, "list_files") ?? ""));
    const path = await session.paths.resolve(given);
    if (!path.ok) return refused(path.problem);
    if (isDenied(session, path.value)) return refused(denied(path.value));
    const listed = await session.backend.readDirectory(path.value.key);
    if (!listed.ok) {
      if (listed.problem.kind === "not-found") return refused(await missingFile(session, path.value));
      if (listed.problem.kind !== "not-directory") return refused(fileRefusal(listed.problem, path.value));
      return refused(
        refusal(
          "BAD_ARGUMENT",
          `${shownPath(path.value)} is a file, not a directory. Read it with read_file.`,
        ),
      );
    }
    const entries = listed.value
      .map(({ name, kind }) => ({ name, type: kind }))
      .toSorted((a, b) => rank(a.type) - rank(b.type) || (a.name < b.name ? -1 : 1));
    const shown = entries.slice(0, LISTED_ENTRIES);
    const result = { path: shownPath(path.value), entries: shown };
    if (shown.length === entries.length) return result;
    return {
      ...result,
      note: `The first ${shown.length} of ${entries.length} entries. Find others by name with find_files.`,
    };
  };
}

function rank(type: string): number {
  return type === "directory" ? 0 : 1;
}
