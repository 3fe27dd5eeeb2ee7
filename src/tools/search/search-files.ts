import {
  MAX_READ_RETURN_CHARS,
  MAX_SEARCH_CONTEXT_LINES,
  MAX_SEARCH_RESULTS,
  SEARCH_DEADLINE_MS,
  SEARCH_LINE_CHARS,
} from "../limits.ts";
import { missingParamError } from "../input/missing-param-error.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { refusal, refused } from "../refusal.ts";
import type { ToolSession } from "../session.ts";
import { redactFileText } from "../text/redact.ts";
import { serializedChars } from "../text/serialized.ts";
import type { ToolResult } from "../tool.ts";
import { TOOL_SCHEMAS } from "../tool-schemas.ts";
import { compilePattern } from "./compile-pattern.ts";
import { globProblem, searchedFolder } from "./find-files.ts";
import { pathMatcher } from "./glob.ts";
import { matchingLines, type TextHit } from "./matching-lines.ts";
import { searchSignal, searchTimeoutError } from "./search-deadline.ts";
import { searchedTexts } from "./searched-texts.ts";

export function searchFilesTool(session: ToolSession): ToolImplementation {
  return async (input, context) => {
    const { pattern, path: given = "", include } = input;
    if (typeof pattern !== "string" || pattern === "") {
      return refused(
        refusal("BAD_ARGUMENT", missingParamError(TOOL_SCHEMAS.search_files, input, ["pattern"])),
      );
    }
    const glob = typeof include === "string" && include.trim() !== "" ? include : undefined;
    const wrong = glob === undefined ? undefined : globProblem("search_files", "include", glob);
    if (wrong !== undefined) return refused(wrong);
    const start = await searchedFolder(session, "search_files", given);
    if ("code" in start) return refused(start);
    const request = {
      pattern,
      glob,
      contextLines: contextLinesOf(input),
      ignoreCase: input["ignore_case"] === true,
    };
    return search(session, start, request, searchSignal(context?.signal));
  };
}

function contextLinesOf(input: Readonly<Record<string, unknown>>): number {
  const lines = Number(input["contextLines"] ?? 0);
  return Number.isFinite(lines) ? Math.min(MAX_SEARCH_CONTEXT_LINES, Math.max(0, Math.trunc(lines))) : 0;
}

interface SearchRequest {
  readonly pattern: string;
  readonly glob: string | undefined;
  readonly contextLines: number;
  readonly ignoreCase: boolean;
}

async function search(
  session: ToolSession,
  start: ProjectPath,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { pattern, glob, contextLines } = request;
  const compiled = compilePattern(pattern, request.ignoreCase);
  const fits = glob === undefined ? undefined : pathMatcher(glob);
  const rows = new SearchRows(session, contextLines > 0);
  let cut = false;
  for await (const texts of searchedTexts(session, start, fits, signal)) {
    for (const { shown, text } of texts) rows.add(shown, matchingLines(text, compiled, contextLines));
    cut = signal.aborted;
    if (cut) break;
  }
  const notes = [
    compiled.literalNote,
    cut
      ? searchTimeoutError(
          "search_files",
          shownPath(start),
          pattern,
          SEARCH_DEADLINE_MS / 1000,
          "name a folder in path or a glob in include",
        )
      : undefined,
    rows.truncated
      ? `The first ${rows.shownHits} of ${rows.hits} matching lines. Narrow the search to see others.`
      : undefined,
  ].filter((note) => note !== undefined);
  return {
    pattern,
    path: shownPath(start),
    matches: rows.rows,
    ...(rows.truncated || cut ? { truncated: true, total: rows.hits } : {}),
    ...(notes.length > 0 ? { note: notes.join(" ") } : {}),
  };
}

interface SearchRow {
  readonly file: string;
  readonly line: number;
  readonly content: string;
  readonly match?: boolean;
}

/** Collects rows up to the number of hits and the size that one result may have; hits are counted to the end. */
class SearchRows {
  readonly rows: SearchRow[] = [];
  hits = 0;
  shownHits = 0;
  readonly #session: ToolSession;
  readonly #withContext: boolean;
  #room = MAX_READ_RETURN_CHARS;

  constructor(session: ToolSession, withContext: boolean) {
    this.#session = session;
    this.#withContext = withContext;
  }

  get truncated(): boolean {
    return this.shownHits < this.hits;
  }

  add(file: string, hits: readonly TextHit[]): void {
    let last = 0;
    for (const hit of hits) {
      this.hits += 1;
      if (this.shownHits >= MAX_SEARCH_RESULTS || this.#room <= 0) continue;
      this.shownHits += 1;
      for (const { line, content, isHit } of hit.rows) {
        if (line <= last) continue;
        last = line;
        this.#push(file, line, content, isHit);
      }
    }
  }

  #push(file: string, line: number, content: string, isHit: boolean): void {
    const cut =
      content.length > SEARCH_LINE_CHARS
        ? `${content.slice(0, SEARCH_LINE_CHARS)}… (${content.length - SEARCH_LINE_CHARS} more characters)`
        : content;
    const shown = this.#session.config.redactSecrets === false ? cut : redactFileText(file, cut);
    this.#room -= serializedChars(shown) + serializedChars(file) + 50;
    this.rows.push({ file, line, content: shown, ...(this.#withContext ? { match: isHit } : {}) });
  }
}
