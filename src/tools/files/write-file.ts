import { type Result } from "../../base/result.ts";
import { checkedPath, describe } from "../input/argument-errors.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { packageRefusal } from "../paths/installed-package.ts";
import { NOTHING_CHANGED, type Refusal, refusal, refused } from "../refusal.ts";
import { denied, isDenied, type ToolSession } from "../session.ts";
import { NEW_FILE_FORMAT } from "../text/decode-text.ts";
import { wholeExcerpt } from "../text/excerpt.ts";
import { countLines, splitLines } from "../text/line-count.ts";
import { type LfText, lfTextOf, toLf, withNewlinesOf } from "../text/lf-text.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { commitText, maskedTextRefusal } from "./commit-text.ts";
import { withPath } from "./locked-path.ts";
import { decodeRefusal, openText, type OpenText } from "./open-text.ts";
import { overwriteGate } from "./read-gate.ts";
import { recordCommit } from "./record-commit.ts";
import { syntaxProblem } from "./syntax-problem.ts";

const TOOL = "write_file";

export function writeFileTool(session: ToolSession): ToolImplementation {
  return async (input, context) => {
    const checked = checkedPath(input, TOOL);
    if ("code" in checked) return refused(checked);
    const content = contentOf(input["content"]);
    if (typeof content !== "string") return refused(content);
    return withPath(session, checked.path, context, (path) => write(session, path, content, input, context));
  };
}

function contentOf(content: unknown): string | Refusal {
  if (typeof content === "string") return content;
  if (typeof content === "object" && content !== null) return `${JSON.stringify(content, null, 2)}\n`;
  return refusal(
    "BAD_ARGUMENT",
    `${TOOL} needs the whole new text in "content", for example {"path":"notes.md","content":"# Notes\\n"}; ` +
      `${content === undefined ? "it was not sent" : `it got ${describe(content)}`}. ${NOTHING_CHANGED}`,
  );
}

async function write(
  session: ToolSession,
  path: ProjectPath,
  content: string,
  input: Readonly<Record<string, unknown>>,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  if (isDenied(session, path)) return refused(denied(path));
  const installed = await packageRefusal(session.backend, path.key);
  if (installed !== undefined) return refused(installed);
  const existing = await existingText(session, path);
  if (!existing.ok) return refused(existing.problem);
  const before = existing.value;
  const problem = contentProblem(session, path, before, content, input["allow_empty"] === true);
  if (problem !== undefined) return refused(problem);
  const after = before === undefined ? newFileText(path, content) : overwritten(before.text, content);
  if (before !== undefined && after.raw === before.text.raw) {
    return { path: shownPath(path), ok: true, unchanged: true, totalLines: countLines(after.lf) };
  }
  const committed = await commitText(
    session,
    { tool: TOOL, path, before, after, format: before?.format ?? NEW_FILE_FORMAT },
    context,
  );
  if (!committed.ok) return refused(committed.problem);
  const { text, counts, intended, adjusted, merged, formatted } = committed.value;
  const seen = session.state.get(path.key)?.ranges ?? [];
  const known = adjusted === undefined ? [{ first: 1, last: countLines(intended) }] : seen;
  const excerpt = recordCommit(
    session,
    path,
    adjusted === undefined ? intended : before?.text.lf,
    committed.value,
    known,
  );
  const shown = wholeExcerpt(path.relative, splitLines(text.lf));
  const syntaxError = await syntaxProblem(session, path.relative, text.lf);
  return {
    path: shownPath(path),
    ok: true,
    diff: {
      type: before === undefined ? "created" : "modified",
      linesAdded: counts.added,
      linesRemoved: counts.removed,
    },
    totalLines: countLines(text.lf),
    ...(shown === undefined ? (formatted || merged ? { excerpt: excerpt.text } : {}) : { excerpt: shown }),
    ...(formatted ? { formatted: true } : {}),
    ...(merged ? { merged: true } : {}),
    ...(adjusted === undefined ? {} : { adjustedByPerson: adjusted }),
    ...(syntaxError === undefined ? {} : { syntaxError }),
  };
}

async function existingText(
  session: ToolSession,
  path: ProjectPath,
): Promise<Result<OpenText | undefined, Refusal>> {
  const opened = await openText(session, path);
  if (opened.ok) return opened;
  switch (opened.problem.kind) {
    case "missing":
      return { ok: true, value: undefined };
    case "decode":
      return { ok: false, problem: decodeRefusal(TOOL, path, opened.problem.problem, opened.problem.bytes) };
    case "refused":
      return { ok: false, problem: opened.problem.refusal };
  }
}

function contentProblem(
  session: ToolSession,
  path: ProjectPath,
  before: OpenText | undefined,
  content: string,
  mayEmpty: boolean,
): Refusal | undefined {
  const current = before?.text.lf ?? "";
  const masked = maskedTextRefusal(path, [content], current);
  if (masked !== undefined) return masked;
  if (/\.ipynb$/i.test(path.relative)) return notebookProblem(path, before, content);
  if (before === undefined) return undefined;
  if (toLf(content) === current) return undefined;
  if (before.format.encoding === "legacy8") {
    return refusal(
      "ENCODING",
      `${shownPath(path)} is in an 8-bit encoding that is not known, so it cannot be replaced without damage. ` +
        `Convert it to UTF-8 first, for example: iconv -f windows-1252 -t utf-8. ${NOTHING_CHANGED}`,
    );
  }
  const gate = overwriteGate(session, TOOL, before);
  if (gate !== undefined) return gate;
  if (content === "" && current.trim() !== "" && !mayEmpty) {
    return refusal(
      "EMPTY_OVERWRITE",
      `the call would empty ${shownPath(path)}, which has ${countLines(current)} lines. ` +
        `If that is meant, send "allow_empty": true; to remove the file use delete_file. ${NOTHING_CHANGED}`,
    );
  }
  return undefined;
}

function notebookProblem(
  path: ProjectPath,
  before: OpenText | undefined,
  content: string,
): Refusal | undefined {
  if (before !== undefined && before.text.lf.trim() !== "") {
    return refusal(
      "NOTEBOOK_REDIRECT",
      `${shownPath(path)} is a notebook: replacing its text would break its cells. Change it with a script through exec_command ` +
        `that loads the JSON, changes the cell's source and writes it back. ${NOTHING_CHANGED}`,
    );
  }
  try {
    const parsed: unknown = JSON.parse(content);
    if (typeof parsed === "object" && parsed !== null && "cells" in parsed && Array.isArray(parsed.cells)) {
      return undefined;
    }
  } catch {
    // Falls through to the refusal: what is no JSON is no notebook.
  }
  return refusal(
    "BAD_ARGUMENT",
    `a notebook is JSON with a "cells" list; "content" is not. ${NOTHING_CHANGED}`,
  );
}

function newFileText(path: ProjectPath, content: string): LfText {
  if (/\.(bat|cmd)$/i.test(path.relative)) return lfTextOf(toLf(content).replaceAll("\n", "\r\n"));
  return lfTextOf(content);
}

/** New content in the line ends of the file. Text that is the same up to its line ends leaves the file alone. */
function overwritten(text: LfText, content: string): LfText {
  const lf = toLf(content);
  return lf === text.lf ? text : lfTextOf(withNewlinesOf(text, lf));
}
