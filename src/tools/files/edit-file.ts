import { checkedPath } from "../input/argument-errors.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { type AppliedReplacements, applyReplacements } from "../edits/apply-replacements.ts";
import type { Replacement } from "../edits/replacement.ts";
import { replacementsOf } from "../edits/replacements-of.ts";
import { packageRefusal } from "../paths/installed-package.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { NOTHING_CHANGED, type Refusal, refusal, refused } from "../refusal.ts";
import { denied, isDenied, type ToolSession } from "../session.ts";
import { holdsLines } from "../state/read-file-state.ts";
import { NEW_FILE_FORMAT } from "../text/decode-text.ts";
import { countLines } from "../text/line-count.ts";
import { lfTextOf } from "../text/lf-text.ts";
import { redactFileText } from "../text/redact.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { commitText, maskedTextRefusal } from "./commit-text.ts";
import { withPath } from "./locked-path.ts";
import { missingFile } from "./missing-file.ts";
import { decodeRefusal, openText, type OpenText } from "./open-text.ts";
import { editGate } from "./read-gate.ts";
import { recordCommit } from "./record-commit.ts";
import { syntaxProblem } from "./syntax-problem.ts";

const TOOL = "edit_file";

export function editFileTool(session: ToolSession): ToolImplementation {
  return async (input, context) => {
    const checked = checkedPath(input, TOOL);
    if ("code" in checked) return refused(checked);
    const replacements = replacementsOf(input);
    if ("code" in replacements) return refused(replacements);
    return withPath(session, checked.path, context, (path) => edit(session, path, replacements, context));
  };
}

async function edit(
  session: ToolSession,
  path: ProjectPath,
  replacements: readonly Replacement[],
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  if (isDenied(session, path)) return refused(denied(path));
  if (/\.ipynb$/i.test(path.relative)) return refused(notebook(path));
  const installed = await packageRefusal(session.backend, path.key);
  if (installed !== undefined) return refused(installed);
  const unsaved = await session.config.flushUnsaved?.(path.relative);
  if (unsaved === "refused") {
    return refused(
      refusal(
        "DIRTY_BUFFER",
        `${shownPath(path)} has unsaved changes of the person in an editor. Ask them to save or wait. ${NOTHING_CHANGED}`,
      ),
    );
  }
  const opened = await openText(session, path);
  if (!opened.ok) {
    switch (opened.problem.kind) {
      case "missing":
        return createInstead(session, path, replacements, context);
      case "decode":
        return refused(decodeRefusal(TOOL, path, opened.problem.problem, opened.problem.bytes));
      case "refused":
        return refused(opened.problem.refusal);
    }
  }
  return editOpened(session, opened.value, replacements, context);
}

function notebook(path: ProjectPath): Refusal {
  return refusal(
    "NOTEBOOK_REDIRECT",
    `${shownPath(path)} is a notebook; text edits would break its JSON. Change the cell's source with a script through exec_command. ${NOTHING_CHANGED}`,
  );
}

async function editOpened(
  session: ToolSession,
  before: OpenText,
  replacements: readonly Replacement[],
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const { path } = before;
  const fillsBlank = before.text.lf.trim() === "" && replacements.every(({ oldString }) => oldString === "");
  const gate = fillsBlank ? undefined : editGate(session, TOOL, before);
  if (gate !== undefined) return refused(gate);
  const newTexts = replacements.map(({ newString }) => newString);
  const masked = maskedTextRefusal(path, newTexts, before.text.lf);
  if (masked !== undefined) return refused(masked);
  const entry = session.state.get(path.key);
  const applied = applyReplacements(before.text, replacements, {
    shownPath: shownPath(path),
    hasSeen: (first, last) => entry !== undefined && holdsLines(entry, first, last),
    mask: (text) => redactFileText(path.relative, text),
    asciiOnly: before.format.encoding === "legacy8",
  });
  if (!applied.ok) {
    const { refusal: problem, items } = applied.problem;
    return {
      ...refused({ ...problem, text: `${problem.text} ${NOTHING_CHANGED}` }),
      ...(replacements.length > 1 ? { items } : {}),
    };
  }
  if (applied.value.text.raw === before.text.raw) return unchanged(before, applied.value);
  return commitEdit(session, before, applied.value, context);
}

async function commitEdit(
  session: ToolSession,
  before: OpenText,
  applied: AppliedReplacements,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const { path, format } = before;
  const committed = await commitText(
    session,
    { tool: TOOL, path, before, after: applied.text, format },
    context,
  );
  if (!committed.ok) return refused(committed.problem);
  const known = session.state.get(path.key)?.ranges ?? [];
  const excerpt = recordCommit(session, path, before.text.lf, committed.value, known);
  const { text, adjusted, merged, formatted, counts } = committed.value;
  const parse = await syntaxProblem(session, path.relative, text.lf);
  return {
    path: shownPath(path),
    ok: true,
    ...summary(applied),
    diff: { linesAdded: counts.added, linesRemoved: counts.removed },
    totalLines: countLines(text.lf),
    ...lineEndNotes(applied, parse, path),
    ...(formatted ? { formatted: true } : {}),
    ...(merged
      ? { merged: "Another change of this file was made meanwhile; both are in it, see the excerpt." }
      : {}),
    ...(adjusted === undefined ? {} : { adjustedByPerson: adjusted }),
    excerpt: excerpt.text,
    note: "The excerpt shows the file as it is now; it need not be read again.",
  };
}

function summary({ items }: AppliedReplacements): ToolResult {
  const already = items.filter(({ status }) => status === "alreadyApplied");
  const skipped = items.filter(({ status }) => status === "skippedNewlineOnly");
  const loose = items.filter(({ layer, count }) => layer !== undefined || count !== undefined);
  return {
    replacementsApplied: items.length - already.length - skipped.length,
    ...(already.length > 0 ? { alreadyApplied: already.length } : {}),
    ...(skipped.length > 0
      ? {
          skippedNote: skipped
            .map(
              ({ item, line }) =>
                `Replacement ${item} only adds or removes a line break and would join or split line ${line}, so it was left out. ` +
                `To do that on purpose, put the next line into old_string and new_string too.`,
            )
            .join(" "),
        }
      : {}),
    ...(loose.length > 0 || already.length > 0 ? { items } : {}),
  };
}

/** A line break that got lost is told once: with the syntax problem when there is one, else as a note. */
function lineEndNotes(
  { lostNewlines }: AppliedReplacements,
  parse: string | undefined,
  path: ProjectPath,
): ToolResult {
  const [fused] = lostNewlines;
  if (fused === undefined) return parse === undefined ? {} : { syntaxError: parse };
  const row = redactFileText(path.relative, `${fused.line}: ${fused.text}`);
  const what =
    `old_string of replacement ${fused.item} ended with a line break and new_string does not, so two lines became one:\n${row}\n` +
    `Send a replacement that puts the line break back`;
  return parse === undefined
    ? { newlineNote: `${what} if that was not meant.` }
    : { syntaxError: `${what}. ${parse}` };
}

function unchanged(before: OpenText, { items }: AppliedReplacements): ToolResult {
  const shown = shownPath(before.path);
  const already = items.filter(({ status }) => status === "alreadyApplied");
  const skipped = items.filter(({ status }) => status === "skippedNewlineOnly");
  if (already.length + skipped.length < items.length) {
    return refused(refusal("NO_CHANGE", `the replacements leave ${shown} as it is. ${NOTHING_CHANGED}`));
  }
  const lines = already.map(({ line }) => line).join(", ");
  return {
    path: shown,
    ok: true,
    ...summary({ items, text: before.text, recorded: [], spans: [], lostNewlines: [] }),
    totalLines: countLines(before.text.lf),
    note:
      already.length > 0
        ? `${shown} already has the new text (line ${lines}); nothing was written.`
        : `Nothing was written.`,
  };
}

async function createInstead(
  session: ToolSession,
  path: ProjectPath,
  replacements: readonly Replacement[],
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  session.state.delete(path.key);
  const [first, ...more] = replacements;
  if (first === undefined || first.oldString !== "" || more.length > 0) {
    return refused(await missingFile(session, path));
  }
  const committed = await commitText(
    session,
    { tool: TOOL, path, before: undefined, after: lfTextOf(first.newString), format: NEW_FILE_FORMAT },
    context,
  );
  if (!committed.ok) return refused(committed.problem);
  const { text } = committed.value;
  const excerpt = recordCommit(session, path, undefined, committed.value, []);
  return {
    path: shownPath(path),
    ok: true,
    created: true,
    replacementsApplied: 1,
    totalLines: countLines(text.lf),
    excerpt: excerpt.text,
  };
}
