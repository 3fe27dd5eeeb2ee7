import stripAnsi from "strip-ansi";

/** The lines a person would see: no colour codes, no Windows line ends, and of a redrawn line only its last drawing. */
export function plainLines(text: string): string[] {
  const lines = text.split("\n");
  if (!hasEscape(text) && !text.includes("\r")) return lines;
  return lines.map((line) => lastDrawing(hasEscape(line) ? stripAnsi(line) : line));
}

function hasEscape(text: string): boolean {
  return text.includes("\u001B") || text.includes("\u009B");
}

/** `lines` joined again, for questions that are asked about a whole text. */
export function plainText(text: string): string {
  return plainLines(text).join("\n");
}

function lastDrawing(line: string): string {
  if (!line.includes("\r")) return line;
  const drawn = line.replace(/\r+$/, "");
  return drawn.slice(drawn.lastIndexOf("\r") + 1);
}

/** `text` in at most `limit` characters, cut at its end with a mark. Never splits a surrogate pair. */
export function cutEnd(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 1) return "…".slice(0, Math.max(0, limit));
  return `${wholeCharacters(text, limit - 1)}…`;
}

/** `text` in at most `limit` characters, cut in its middle with a mark. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 2) return cutEnd(text, limit);
  const head = wholeCharacters(text, Math.ceil((limit - 1) / 2));
  const rest = limit - 1 - head.length;
  let start = text.length - rest;
  if (isLowSurrogate(text.charCodeAt(start))) start += 1;
  return `${head}…${text.slice(start)}`;
}

function wholeCharacters(text: string, length: number): string {
  const end = isLowSurrogate(text.charCodeAt(length)) ? length - 1 : length;
  return text.slice(0, Math.max(0, end));
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** The seconds in `16ms`, `2.4s`, `1.6m` or `1h`. `null` for anything else. */
export function secondsOf(text: string): number | null {
  const match = /^([\d.]+) ?(ms|s|m|min|h)$/.exec(text.trim());
  const amount = Number(match?.[1]);
  if (match === null || !Number.isFinite(amount)) return null;
  const unit = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600 }[match[2] ?? ""] ?? Number.NaN;
  return Number((amount * unit).toFixed(3));
}

/** `1 test`, `2 tests`. */
export function counted(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
