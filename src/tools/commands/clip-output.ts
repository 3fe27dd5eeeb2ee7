import { SHELL_INLINE_MAX, SHELL_INLINE_RANGE, SHELL_STDERR_SHARE } from "../limits.ts";
import { formatCount } from "../text/byte-size.ts";
import { countLines } from "../text/line-count.ts";
import { prefixWithinSerialized, serializedChars, suffixWithinSerialized } from "../text/serialized.ts";

export interface ClippedOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly clipped: boolean;
}

/** The budget of a result for output, from a host's setting; one that is out of range is moved into it and told. */
export function shellInlineMax(setting: number | undefined, notice: (message: string) => void): number {
  if (setting === undefined) return SHELL_INLINE_MAX;
  const { least, most } = SHELL_INLINE_RANGE;
  if (!Number.isFinite(setting)) {
    notice(`shellInlineMax is ${String(setting)}; ${SHELL_INLINE_MAX} is used.`);
    return SHELL_INLINE_MAX;
  }
  const inRange = Math.min(most, Math.max(least, Math.trunc(setting)));
  if (inRange !== setting) notice(`shellInlineMax is ${setting}; ${inRange} is used.`);
  return inRange;
}

/** Fits both streams into one budget of serialized characters: the beginning and, more of it, the end of each. */
export function clipShellOutput(
  stdout: string,
  stderr: string,
  budget: number,
  recovery: string | undefined,
): ClippedOutput {
  const sizes = { stdout: serializedChars(stdout), stderr: serializedChars(stderr) };
  if (sizes.stdout + sizes.stderr <= budget) return { stdout, stderr, clipped: false };
  const share = Math.min(SHELL_STDERR_SHARE, Math.floor(budget / 3));
  const errorRoom = Math.min(sizes.stderr, Math.max(share, budget - sizes.stdout));
  return {
    stdout: clipOne(stdout, sizes.stdout, budget - errorRoom, recovery),
    stderr: clipOne(stderr, sizes.stderr, errorRoom, recovery),
    clipped: true,
  };
}

const MARKER_ROOM = 400;

function clipOne(text: string, size: number, budget: number, recovery: string | undefined): string {
  if (size <= budget) return text;
  const room = Math.max(0, budget - MARKER_ROOM);
  const head = toLineEnd(prefixWithinSerialized(text, Math.floor(room / 4)));
  const tail = toLineStart(suffixWithinSerialized(text, room - serializedChars(head)));
  const omitted = text.slice(head.length, text.length - tail.length);
  const marker =
    `[${formatCount(omitted.length)} characters in ${formatCount(countLines(omitted))} lines are left out here; ` +
    `in all there are ${formatCount(text.length)} characters in ${formatCount(countLines(text))} lines.` +
    `${recovery === undefined ? "" : ` ${recovery}`}]`;
  return `${head}${head === "" || head.endsWith("\n") ? "" : "\n"}${marker}\n${tail}`;
}

/** Ends with a whole line where that costs little. */
function toLineEnd(text: string): string {
  const end = text.lastIndexOf("\n");
  return end >= text.length / 2 ? text.slice(0, end + 1) : text;
}

function toLineStart(text: string): string {
  const start = text.indexOf("\n");
  return start >= 0 && start < text.length / 2 ? text.slice(start + 1) : text;
}
