import {
  MAX_HTML_INLINE_CHARS,
  MAX_READ_RETURN_CHARS,
  READ_DEFAULT_MAX_BYTES,
  SMALL_FILE_WHOLE_CHARS,
} from "../limits.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { refusal, refused } from "../refusal.ts";
import { denied, isDenied, type ToolSession } from "../session.ts";
import { mergedRanges, type ReadEntry } from "../state/read-file-state.ts";
import { formatByteSize } from "../text/byte-size.ts";
import { htmlOutline } from "../text/html-outline.ts";
import { countLines, splitLines } from "../text/line-count.ts";
import { redactFileText, redactSecrets } from "../text/redact.ts";
import { linesWithinSerialized, prefixWithinSerialized, serializedChars } from "../text/serialized.ts";
import { sliceLines } from "../text/slice-lines.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { cleanOutput } from "../commands/clean-output.ts";
import { missingFile, variantOf } from "./missing-file.ts";
import { checkBeforeOpening, openBytes, type OpenText, readBytes } from "./open-text.ts";
import { readUndecodable } from "./read-undecodable.ts";

export interface ReadRequest {
  readonly path: string;
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  /** 0-based position inside the first line of the window. */
  readonly charOffset: number | undefined;
  readonly arrivedAt: number;
  /** Serialized characters left in a call that reads several files: a file that does not fit is not cut. */
  readonly room?: number;
}

/** Reads one file whose turn it is. */
export async function readOne(
  session: ToolSession,
  path: ProjectPath,
  request: ReadRequest,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  if (isDenied(session, path)) return refused(denied(path));
  const taskLog = session.tasks.logAt(path.relative);
  if (taskLog !== undefined) return readTaskLog(session, path, taskLog, request, context);
  const isWindow = request.offset !== undefined || request.limit !== undefined;
  const before = await checkBeforeOpening(session, path);
  if (before.problem?.kind === "missing") return readVariant(session, path, request, context);
  if (before.problem !== undefined) {
    if (before.problem.kind === "refused") return refused(before.problem.refusal);
  }
  const bytes = await readBytes(session, path);
  if (!bytes.ok) {
    if (bytes.problem.kind === "missing") return readVariant(session, path, request, context);
    return bytes.problem.kind === "refused" ? refused(bytes.problem.refusal) : {};
  }
  const opened = await openBytes(path, bytes.value);
  if (!opened.ok) {
    return opened.problem.kind === "decode"
      ? readUndecodable(session, path, opened.problem.problem, bytes.value, context)
      : {};
  }
  if (bytes.value.byteLength === 0)
    return emptyFile(session, opened.value, before.sizeBytes, request, context);
  if (bytes.value.byteLength > READ_DEFAULT_MAX_BYTES && !isWindow) {
    return refused(tooLargeWithoutWindow(opened.value));
  }
  return serve(session, opened.value, request, context);
}

/** The log of a background task, which is kept here and not on the engine's disk. */
async function readTaskLog(
  session: ToolSession,
  path: ProjectPath,
  log: string,
  request: ReadRequest,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const text = redactSecrets(cleanOutput(log));
  const opened = await openBytes(path, new TextEncoder().encode(text));
  if (!opened.ok) return {};
  return text === ""
    ? emptyFile(session, opened.value, undefined, request, context)
    : serve(session, opened.value, request, context);
}

async function readVariant(
  session: ToolSession,
  path: ProjectPath,
  request: ReadRequest,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const variant = await variantOf(session, path);
  if (variant === undefined) return refused(await missingFile(session, path));
  const found = await session.paths.resolve(variant);
  if (!found.ok) return refused(found.problem);
  const read = await readOne(session, found.value, request, context);
  return { ...read, resolvedFrom: path.given };
}

function tooLargeWithoutWindow({ path, text, bytes }: OpenText): ReturnType<typeof refusal> {
  const shown = shownPath(path);
  const total = countLines(text.lf);
  return refusal(
    "TOO_LARGE_READ",
    `${shown} has ${bytes.byteLength} bytes (${formatByteSize(bytes.byteLength)}) in ${total} lines; without a window at most ` +
      `${READ_DEFAULT_MAX_BYTES} bytes (${formatByteSize(READ_DEFAULT_MAX_BYTES)}) are read. Find the place with search_files, ` +
      `then read a window: {"path":"${shown}","offset":1,"limit":200}.`,
    { totalLines: total },
  );
}

function emptyFile(
  session: ToolSession,
  file: OpenText,
  sizeBytes: number | undefined,
  request: ReadRequest,
  context: ToolCallContext | undefined,
): ToolResult {
  if (sizeBytes !== undefined && sizeBytes > 0) {
    return refused(
      refusal(
        "FAILED",
        `${shownPath(file.path)} has ${sizeBytes} bytes, but reading gave none. The read failed; the file is not empty. Read it again, ` +
          `and do not write it from memory.`,
      ),
    );
  }
  record(session, file, request, context, { first: 1, last: 0, redacted: false });
  return {
    path: shownPath(file.path),
    kind: "text",
    content: "",
    totalLines: 0,
    empty: true,
    note: "The file exists and is empty.",
  };
}

function serve(
  session: ToolSession,
  file: OpenText,
  request: ReadRequest,
  context: ToolCallContext | undefined,
): ToolResult {
  const { path, text } = file;
  const shown = shownPath(path);
  const total = countLines(text.lf);
  const isWindow = request.offset !== undefined || request.limit !== undefined;
  if (request.offset !== undefined && request.offset > total) {
    return refused(
      refusal(
        "BAD_ARGUMENT",
        `offset ${request.offset} is past the end of ${shown}, which has ${total} lines.`,
        {
          totalLines: total,
        },
      ),
    );
  }
  const outline = isWindow ? undefined : outlined(session, file, request, context);
  if (outline !== undefined) return outline;
  const repeated = unchangedStub(session, file, request, context);
  if (repeated !== undefined) return repeated;
  const whole = wholeInstead(session, file, isWindow);
  const window = whole || !isWindow ? null : sliceLines(text.lf, request);
  const content = window?.text ?? text.lf;
  const first = window?.offset ?? 1;
  if (request.room !== undefined && serializedChars(content) > request.room) {
    return callFull(serializedChars(content));
  }
  const fitted = fitted59(session, file, content, request.charOffset ?? 0);
  const lines = fitted.partOfLine ? 0 : countLines(fitted.content);
  record(session, file, request, context, {
    first,
    last: first + lines - 1,
    redacted: fitted.redacted,
  });
  const truncated = fitted.partOfLine || lines < total;
  if (isWindow && !whole) session.windowed.add(path.key);
  return {
    path: shown,
    kind: "text",
    content: fitted.content,
    offset: first,
    lines,
    totalLines: total,
    truncated,
    ...(file.format.encoding === "utf8" ? {} : { encoding: encodingName(file) }),
    ...noteOf(file, { first, lines, total, whole, fitted, serialized: () => serializedChars(text.lf) }),
  };
}

function encodingName({ format }: OpenText): string {
  return format.encoding === "legacy8" ? "unknown-8bit" : format.encoding;
}

function callFull(size: number): ToolResult {
  const alone = size > MAX_READ_RETURN_CHARS;
  return {
    error: alone
      ? "Not returned: the file is larger than one call. Read it alone with offset and limit."
      : "Not returned: the call is full. Read it in the next call.",
    code: "CALL_FULL",
  };
}

/** A small file whose second window is asked for comes as a whole: the third would be next. */
function wholeInstead(session: ToolSession, { path, text }: OpenText, isWindow: boolean): boolean {
  return isWindow && session.windowed.has(path.key) && serializedChars(text.lf) <= SMALL_FILE_WHOLE_CHARS;
}

function outlined(
  session: ToolSession,
  file: OpenText,
  request: ReadRequest,
  context: ToolCallContext | undefined,
): ToolResult | undefined {
  const { text, path } = file;
  if (session.config.outlineLargeHtml?.() !== true || text.lf.length <= MAX_HTML_INLINE_CHARS)
    return undefined;
  const outline = htmlOutline(text.lf, shownPath(path));
  if (outline === null) return undefined;
  const total = countLines(text.lf);
  record(session, file, request, context, { first: 1, last: 0, redacted: false, partialView: "an outline" });
  return {
    path: shownPath(path),
    kind: "text",
    content: masked(session, path, outline),
    outline: true,
    totalLines: total,
    truncated: true,
    note: `This is an outline. The text itself comes with offset 1, limit ${total}.`,
  };
}

/** A pointer to the answer that the model still has, instead of the same text again. Never twice in a row. */
function unchangedStub(
  session: ToolSession,
  file: OpenText,
  request: ReadRequest,
  context: ToolCallContext | undefined,
): ToolResult | undefined {
  const entry = session.state.get(file.path.key);
  if (entry === undefined || entry.hash !== file.hash || entry.partialView !== undefined) return undefined;
  if (entry.stubbed === true || request.room !== undefined || request.charOffset !== undefined)
    return undefined;
  const isWindow = request.offset !== undefined || request.limit !== undefined;
  const shown = shownPath(file.path);
  if (entry.seededFromContext === true && !isWindow) {
    session.state.set(file.path.key, { ...entry, stubbed: true }, file.text.lf);
    return {
      path: shown,
      kind: "file_unchanged",
      totalLines: entry.totalLines,
      note: `${shown} is unchanged; its whole text stands in your instructions under the heading with this path.`,
    };
  }
  const { view } = entry;
  if (view === undefined || view.offset !== request.offset || view.limit !== request.limit) return undefined;
  const sameBatch = session.arrivals.shownAt(file.path.key) > request.arrivedAt;
  if (sameBatch || context === undefined) return undefined;
  session.state.set(file.path.key, { ...entry, stubbed: true }, file.text.lf);
  return {
    path: shown,
    kind: "file_unchanged",
    totalLines: entry.totalLines,
    note: `${shown} is unchanged since you read it with this window; that answer is still current. Ask again to get the text again.`,
  };
}

interface Fitted {
  readonly content: string;
  readonly redacted: boolean;
  /** The window begins with a line that is larger than a call, and only a part of it is here. */
  readonly partOfLine: boolean;
  readonly nextChar?: number;
}

/** What of a text fits into one result: whole lines, or a slice of a line that does not fit alone. */
function fitted59(session: ToolSession, { path }: OpenText, content: string, charOffset: number): Fitted {
  const shown = masked(session, path, content);
  const redacted = shown !== content;
  if (charOffset === 0 && serializedChars(shown) <= MAX_READ_RETURN_CHARS) {
    return { content: shown, redacted, partOfLine: false };
  }
  const newline = shown.indexOf("\n");
  const firstLine = newline < 0 ? shown : shown.slice(0, newline);
  if (charOffset > 0 || serializedChars(firstLine) + 2 > MAX_READ_RETURN_CHARS) {
    const part = prefixWithinSerialized(firstLine.slice(charOffset), MAX_READ_RETURN_CHARS);
    const next = charOffset + part.length;
    return {
      content: part,
      redacted,
      partOfLine: true,
      ...(next < firstLine.length ? { nextChar: next } : {}),
    };
  }
  const count = linesWithinSerialized(shown, MAX_READ_RETURN_CHARS);
  const lines = splitLines(shown).slice(0, count);
  return { content: `${lines.join("\n")}\n`, redacted, partOfLine: false };
}

function masked({ config }: ToolSession, path: ProjectPath, text: string): string {
  return config.redactSecrets === false ? text : redactFileText(path.relative, text);
}

function noteOf(
  { path }: OpenText,
  served: {
    readonly first: number;
    readonly lines: number;
    readonly total: number;
    readonly whole: boolean;
    readonly fitted: Fitted;
    readonly serialized: () => number;
  },
): { readonly note?: string } {
  const { first, lines, total, whole, fitted } = served;
  if (fitted.partOfLine) {
    const more =
      fitted.nextChar === undefined
        ? "this is its end"
        : `go on with offset ${first}, limit 1, char_offset ${fitted.nextChar}`;
    return { note: `Line ${first} is larger than one call, so a part of it is here; ${more}.` };
  }
  if (whole) return { note: `The file fits one call, so all of its ${total} lines are here.` };
  const last = first + lines - 1;
  if (first === 1 && last >= total) return {};
  const where = `Lines ${first}-${last} of ${total}.`;
  if (served.serialized() <= SMALL_FILE_WHOLE_CHARS) {
    return {
      note: `${where} The whole file fits one call: read "${shownPath(path)}" without offset and limit.`,
    };
  }
  if (last >= total) return { note: where };
  return {
    note: `${where} Go on with offset ${last + 1}, limit ${Math.min(total - last, Math.max(lines, 1))}.`,
  };
}

function record(
  session: ToolSession,
  { path, hash, text }: OpenText,
  request: ReadRequest,
  context: ToolCallContext | undefined,
  shown: {
    readonly first: number;
    readonly last: number;
    readonly redacted: boolean;
    readonly partialView?: string;
  },
): void {
  const known = session.state.get(path.key);
  const same = known?.hash === hash ? known : undefined;
  const entry: ReadEntry = {
    hash,
    totalLines: countLines(text.lf),
    ranges: mergedRanges([...(same?.ranges ?? []), { first: shown.first, last: shown.last }]),
    redacted: shown.redacted || (same?.redacted ?? false),
    lastReadAt: Date.now(),
    view: { offset: request.offset, limit: request.limit, callId: context?.callId ?? "" },
    ...(shown.partialView === undefined ? {} : { partialView: shown.partialView }),
    ...(same?.seededFromContext === undefined ? {} : { seededFromContext: same.seededFromContext }),
  };
  session.state.set(path.key, entry, text.lf);
  session.arrivals.noteShown(path.key);
}
