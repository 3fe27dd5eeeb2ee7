/**
 * A text in two coordinates: `raw` as the file has it, `lf` with CRLF seen as one newline. All matching happens in `lf`;
 * a change is spliced into `raw`, so that everything outside the spliced span keeps its own line ends.
 */
export interface LfText {
  readonly raw: string;
  readonly lf: string;
  /** Offsets in `lf` of the newlines that are CRLF in `raw`, ascending. */
  readonly crlfAt: readonly number[];
}

export function lfTextOf(raw: string): LfText {
  if (!raw.includes("\r\n")) return { raw, lf: raw, crlfAt: [] };
  const crlfAt: number[] = [];
  for (let at = raw.indexOf("\r\n"); at >= 0; at = raw.indexOf("\r\n", at + 2)) {
    crlfAt.push(at - crlfAt.length);
  }
  return { raw, lf: raw.replaceAll("\r\n", "\n"), crlfAt };
}

/** With CRLF as LF. A lone CR is content. */
export function toLf(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

/** How many CRLF newlines lie before an offset of `lf`. */
function crlfBefore({ crlfAt }: LfText, offset: number): number {
  let low = 0;
  let high = crlfAt.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((crlfAt[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Replaces a span given in `lf` coordinates. Newlines of the replacement take the file's own form. */
export function spliceLf(text: LfText, start: number, end: number, replacement: string): LfText {
  const old = text.lf.slice(start, end);
  let prefix = 0;
  while (prefix < old.length && prefix < replacement.length && old[prefix] === replacement[prefix])
    prefix += 1;
  let suffix = 0;
  const room = Math.min(old.length, replacement.length) - prefix;
  while (suffix < room && old.at(-1 - suffix) === replacement.at(-1 - suffix)) suffix += 1;
  const from = start + prefix;
  const to = end - suffix;
  const changed = replacement.slice(prefix, replacement.length - suffix);
  const rawFrom = from + crlfBefore(text, from);
  const rawTo = to + crlfBefore(text, to);
  const inserted = newlineFor(text, from) === "\r\n" ? changed.replaceAll("\n", "\r\n") : changed;
  return lfTextOf(text.raw.slice(0, rawFrom) + inserted + text.raw.slice(rawTo));
}

/** The dominant line end of a file; on a tie that of the line before `offset`; without any newline LF. */
function newlineFor(text: LfText, offset = text.lf.length): "\n" | "\r\n" {
  const windows = text.crlfAt.length;
  if (windows === 0) return "\n";
  let unix = -windows;
  for (let at = text.lf.indexOf("\n"); at >= 0; at = text.lf.indexOf("\n", at + 1)) unix += 1;
  if (windows !== unix) return windows > unix ? "\r\n" : "\n";
  const before = offset > 0 ? text.lf.lastIndexOf("\n", offset - 1) : -1;
  const nearest = before >= 0 ? before : text.lf.indexOf("\n");
  return text.crlfAt.includes(nearest) ? "\r\n" : "\n";
}

/** A whole new text written with the dominant line end of an existing one. */
export function withNewlinesOf(text: LfText, lf: string): string {
  return newlineFor(text) === "\r\n" ? lf.replaceAll("\n", "\r\n") : lf;
}
