import { HTML_OUTLINE_ROW_CHARS, MAX_HTML_OUTLINE_LINES } from "../limits.ts";
import { formatByteSize } from "./byte-size.ts";
import { splitLines } from "./line-count.ts";

export function looksLikeHtml(text: string): boolean {
  return /^\uFEFF?(?:\s|<!--[\s\S]{0,5000}?-->)*<(?:!doctype\s+html|html)[\s>]/i.test(text.slice(0, 10_000));
}

/** The lines of an HTML text that open a tag, numbered; `null` when the text is no HTML. Scripts, styles and prose are left out. */
export function htmlOutline(text: string, label = "HTML"): string | null {
  if (!looksLikeHtml(text)) return null;
  const lines = splitLines(text);
  const rows: string[] = [];
  let inside: string | undefined;
  for (const [index, line] of lines.entries()) {
    const trimmed = line.trim();
    if (inside !== undefined) {
      if (trimmed.toLowerCase().includes(`</${inside}`)) inside = undefined;
      continue;
    }
    if (!trimmed.startsWith("<") || trimmed.startsWith("</")) continue;
    rows.push(`${index + 1}: ${cutRow(trimmed)}`);
    const opened = /^<(script|style|template|pre)\b/i.exec(trimmed)?.[1]?.toLowerCase();
    if (opened !== undefined && !trimmed.toLowerCase().includes(`</${opened}`)) inside = opened;
  }
  const more = rows.length - MAX_HTML_OUTLINE_LINES;
  return [
    `Outline of ${label}: ${lines.length} lines, ${formatByteSize(text.length)}`,
    ...rows.slice(0, MAX_HTML_OUTLINE_LINES),
    ...(more > 0 ? [`${more} more lines with tags`] : []),
  ].join("\n");
}

function cutRow(row: string): string {
  if (row.length <= HTML_OUTLINE_ROW_CHARS) return row;
  return `${row.slice(0, HTML_OUTLINE_ROW_CHARS)}… (${row.length - HTML_OUTLINE_ROW_CHARS} more characters)`;
}
