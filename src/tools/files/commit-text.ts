import { fail, type Result, succeed } from "../../base/result.ts";
import { mergeLines } from "../edits/three-way-merge.ts";
import { MAX_WRITE_SIZE } from "../limits.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { NOTHING_CHANGED, type Refusal, refusal } from "../refusal.ts";
import { problemText, type ToolSession } from "../session.ts";
import { hashOfText } from "../state/read-file-state.ts";
import { formatByteSize } from "../text/byte-size.ts";
import { decodeText, encodeText, equalBytes, type TextFormat } from "../text/decode-text.ts";
import { type LfText, lfTextOf, spliceLf, toLf } from "../text/lf-text.ts";
import { countTextChanges, hunksAsText, type LineCounts, lineHunks } from "../text/line-hunks.ts";
import { splitLines } from "../text/line-count.ts";
import { redactFileText, REDACTION_MASK } from "../text/redact.ts";
import type { ToolCallContext } from "../tool.ts";
import { openBytes, type OpenText, readBytes } from "./open-text.ts";

/** A text as a tool wants it on disk. */
export interface TextChange {
  readonly tool: string;
  readonly path: ProjectPath;
  /** The file as it was when the change was computed; `undefined` for a file that is to be created. */
  readonly before: OpenText | undefined;
  readonly after: LfText;
  readonly format: TextFormat;
}

export interface CommittedText {
  /** On disk now. */
  readonly text: LfText;
  readonly hash: string;
  /** What the tool, and then the person, wanted there. */
  readonly intended: string;
  readonly counts: LineCounts;
  /** How the person changed the proposal, as hunks. */
  readonly adjusted?: string;
  /** Another writer changed other lines meanwhile; both changes are in the file. */
  readonly merged: boolean;
  /** Something changed the text after it was written. */
  readonly formatted: boolean;
}

/** Asks for approval, makes sure that nobody else's text is lost, writes, and tells who must know. The caller holds the path's turn. */
export async function commitText(
  session: ToolSession,
  change: TextChange,
  context: ToolCallContext | undefined,
): Promise<Result<CommittedText, Refusal>> {
  const { path, before, format } = change;
  const proposal = encodedWithin(change.tool, path, change.after.raw, format);
  if (!proposal.ok) return proposal;
  announceDiff(session, change, context);
  const approved = await approvedText(change, context);
  if (!approved.ok) return approved;
  const joined = await withForeignChanges(
    session,
    change,
    approved.value.text,
    context?.approve !== undefined,
  );
  if (!joined.ok) return joined;
  const bytes = encodedWithin(change.tool, path, joined.value.text.raw, format);
  if (!bytes.ok) return bytes;
  context?.signal.throwIfAborted();
  const written = await writeOrRestore(session, path, bytes.value, before?.bytes);
  if (written !== undefined) return fail(written);
  const onDisk = await afterWrite(session, path, bytes.value);
  const counts = countTextChanges(before?.text.lf ?? "", onDisk.lf);
  reportEffect(session, change, counts, context);
  const { adjusted } = approved.value;
  return succeed({
    text: onDisk,
    hash: await hashOfText(onDisk.lf),
    intended: approved.value.text.lf,
    counts,
    ...(adjusted === undefined ? {} : { adjusted }),
    merged: joined.value.merged,
    formatted: onDisk.lf !== joined.value.text.lf,
  });
}

function encodedWithin(
  tool: string,
  path: ProjectPath,
  raw: string,
  format: TextFormat,
): Result<Uint8Array<ArrayBuffer>, Refusal> {
  const encoded = encodeText(raw, format);
  if (!encoded.ok) {
    const why =
      encoded.problem.kind === "lone-surrogate"
        ? "the text has half of a surrogate pair, which no file can hold"
        : `the file's 8-bit encoding has no "${encoded.problem.character}"`;
    return fail(refusal("ENCODING", `${tool} did not write ${shownPath(path)}: ${why}. ${NOTHING_CHANGED}`));
  }
  if (encoded.value.byteLength > MAX_WRITE_SIZE) {
    return fail(
      refusal(
        "TOO_LARGE_OPEN",
        `${shownPath(path)} would have ${formatByteSize(encoded.value.byteLength)}; at most ${formatByteSize(MAX_WRITE_SIZE)} ` +
          `are written. Split it, or produce it with a program through exec_command. ${NOTHING_CHANGED}`,
      ),
    );
  }
  return encoded;
}

function announceDiff(
  { config }: ToolSession,
  { path, before, after }: TextChange,
  context: ToolCallContext | undefined,
): void {
  const event = { path: path.relative, oldContent: before?.text.lf ?? null, newContent: after.lf };
  config.onFileDiff?.(event);
  context?.onFileDiff?.(event);
}

async function approvedText(
  { tool, path, before, after }: TextChange,
  context: ToolCallContext | undefined,
): Promise<Result<{ readonly text: LfText; readonly adjusted?: string }, Refusal>> {
  if (context?.approve === undefined) return succeed({ text: after });
  const { added, removed } = countTextChanges(before?.text.lf ?? "", after.lf);
  const answer = await context.approve({
    kind: "edit",
    tool,
    path: path.relative,
    original: before?.text.lf ?? null,
    proposed: after.lf,
    addedLines: added,
    removedLines: removed,
  });
  if (answer.kind === "refuse") return fail(refusal("REJECTED", answer.text));
  const content = answer.content === undefined ? after.lf : toLf(answer.content);
  if (content === after.lf) return succeed({ text: after });
  const proposed = splitLines(after.lf);
  const lines = splitLines(content);
  const adjusted = hunksAsText(lineHunks(proposed, lines), proposed, lines);
  return succeed({
    text: rewritten(before?.text ?? after, content),
    adjusted: redactFileText(path.relative, adjusted),
  });
}

/** A text with other content whose unchanged lines keep their line ends. */
function rewritten(text: LfText, lf: string): LfText {
  if (text.crlfAt.length === 0) return lfTextOf(lf);
  const oldLines = text.lf.split("\n");
  const newLines = lf.split("\n");
  let result = text;
  for (const hunk of lineHunks(oldLines, newLines).toReversed()) {
    const start = offsetOfLine(oldLines, hunk.oldStart);
    const end = offsetOfLine(oldLines, hunk.oldEnd);
    const replacement = newLines
      .slice(hunk.newStart, hunk.newEnd)
      .map((line) => `${line}\n`)
      .join("");
    // The last line has no newline of its own: the one before it is put in or taken out instead.
    if (end > text.lf.length) {
      const from = Math.max(0, start - 1);
      const whole = start === 0 ? replacement.slice(0, -1) : `\n${replacement}`.slice(0, -1);
      result = spliceLf(result, from, text.lf.length, whole);
    } else {
      result = spliceLf(result, start, end, replacement);
    }
  }
  return result;
}

function offsetOfLine(lines: readonly string[], line: number): number {
  let offset = 0;
  for (const text of lines.slice(0, line)) offset += text.length + 1;
  return offset;
}

/** Reads the file once more. What another writer did since the change was computed is kept or refused, never overwritten. */
async function withForeignChanges(
  session: ToolSession,
  { tool, path, before }: TextChange,
  text: LfText,
  wasAsked: boolean,
): Promise<Result<{ readonly text: LfText; readonly merged: boolean }, Refusal>> {
  const now = await readBytes(session, path);
  if (!now.ok) {
    if (now.problem.kind === "refused") return fail(now.problem.refusal);
    if (before === undefined) return succeed({ text, merged: false });
    return fail(conflict(tool, path, "was deleted meanwhile"));
  }
  if (before === undefined) {
    return now.value.byteLength === 0
      ? succeed({ text, merged: false })
      : fail(conflict(tool, path, "was created by somebody else meanwhile"));
  }
  if (equalBytes(now.value, before.bytes)) return succeed({ text, merged: false });
  const theirs = await openBytes(path, now.value);
  if (!theirs.ok) return fail(conflict(tool, path, "is no text any more"));
  if (theirs.value.text.lf === text.lf) return succeed({ text: theirs.value.text, merged: false });
  if (!wasAsked) {
    session.state.delete(path.key);
    return fail(conflict(tool, path, "was changed by somebody else at the same moment", "STALE"));
  }
  const merged = mergeLines(
    before.text.lf.split("\n"),
    text.lf.split("\n"),
    theirs.value.text.lf.split("\n"),
  );
  if (!merged.ok) {
    session.state.delete(path.key);
    return fail(
      conflict(tool, path, `was changed around line ${merged.problem.line} while the proposal waited`),
    );
  }
  return succeed({ text: rewritten(theirs.value.text, merged.value.join("\n")), merged: true });
}

function conflict(
  tool: string,
  path: ProjectPath,
  what: string,
  code: "CONFLICT" | "STALE" = "CONFLICT",
): Refusal {
  return refusal(
    code,
    `${tool} did not write ${shownPath(path)}: the file ${what}. ${NOTHING_CHANGED} Read it again and redo the change on the new text.`,
  );
}

/** `undefined` when the bytes are on disk. After a failed write the old bytes are put back where that can be done. */
async function writeOrRestore(
  { backend }: ToolSession,
  path: ProjectPath,
  bytes: Uint8Array<ArrayBuffer>,
  original: Uint8Array<ArrayBuffer> | undefined,
): Promise<Refusal | undefined> {
  const written = await backend.writeFile(path.key, bytes);
  if (written.ok) return undefined;
  const why = `writing ${shownPath(path)} failed: ${problemText(written.problem)}.`;
  if (original === undefined) return refusal("FAILED", `${why} The file was not there before.`);
  const left = await backend.readFile(path.key);
  if (left.ok && equalBytes(left.value, original)) return refusal("FAILED", `${why} ${NOTHING_CHANGED}`);
  const restored = await backend.writeFile(path.key, original);
  return refusal(
    "FAILED",
    restored.ok
      ? `${why} The old content was put back.`
      : `${why} The old content could not be put back either: read the file before anything else.`,
  );
}

async function afterWrite(
  { backend, config, log }: ToolSession,
  path: ProjectPath,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<LfText> {
  let onDisk = bytes;
  if (config.onAfterWrite !== undefined) {
    try {
      await config.onAfterWrite(path.relative);
    } catch (error) {
      log(`onAfterWrite failed for ${path.relative}: ${String(error)}`);
    }
    const read = await backend.readFile(path.key);
    if (read.ok) onDisk = read.value;
  }
  const decoded = decodeText(onDisk);
  return lfTextOf(decoded.ok ? decoded.value.text : "");
}

function reportEffect(
  { config, log }: ToolSession,
  { path, before }: TextChange,
  counts: LineCounts,
  context: ToolCallContext | undefined,
): void {
  const change = before === undefined ? "created" : "modified";
  try {
    config.onFileChange?.({ type: change, path: path.relative });
    context?.onFileEffect?.({
      path: path.relative,
      change,
      addedLines: counts.added,
      removedLines: counts.removed,
    });
  } catch (error) {
    log(`a listener of ${path.relative} failed after the file was written: ${String(error)}`);
  }
}

/** Text that was masked for display must not replace what it hides. */
export function maskedTextRefusal(
  path: ProjectPath,
  newTexts: readonly string[],
  current: string,
): Refusal | undefined {
  if (!newTexts.some((text) => text.includes(REDACTION_MASK)) || current.includes(REDACTION_MASK)) {
    return undefined;
  }
  return refusal(
    "REDACTION_TOKEN",
    `the new text holds ${REDACTION_MASK}, which stands for a secret that was hidden from you and is not in ${shownPath(path)}. ` +
      `Change only lines without it, with edit_file. ${NOTHING_CHANGED}`,
  );
}
