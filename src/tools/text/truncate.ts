import { formatCount } from "./byte-size.ts";

const NOTICE_CHARS = 140;

/** The beginning of a text and, when something is missing, a notice that says how much. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max)}\n[${formatCount(text.length - max)} more characters are not shown]`;
}

/** Both ends of a text in at most `max` characters, the end getting the larger part. */
export function truncateMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max <= NOTICE_CHARS) return text.slice(0, max);
  const room = max - NOTICE_CHARS;
  const head = Math.floor(room * 0.4);
  const tail = room - head;
  const omitted = text.length - head - tail;
  const notice = `\n[${formatCount(omitted)} characters in the middle are not shown; this is the beginning and the end]\n`;
  return text.slice(0, head) + notice + text.slice(text.length - tail);
}

/** Without control characters other than tab and line ends. */
export function stripControlChars(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");
}
