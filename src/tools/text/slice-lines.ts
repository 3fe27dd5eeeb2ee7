import { splitLines } from "./line-count.ts";

export interface LineWindow {
  readonly text: string;
  /** 1-based. */
  readonly offset: number;
  readonly lines: number;
  readonly totalLines: number;
  /** Lines of the file are missing before or after the window. */
  readonly truncated: boolean;
}

/**
 * Part of a text by lines; `null` when neither bound asks for one. `offset` counts from 1, a negative one from the end;
 * bounds outside the text are moved into it.
 */
export function sliceLines(
  content: string,
  window: { readonly offset?: unknown; readonly limit?: unknown } = {},
): LineWindow | null {
  const offset = wholeNumber(window.offset);
  const limit = wholeNumber(window.limit);
  if (offset === 0 && limit <= 0) return null;
  const lines = splitLines(content);
  const totalLines = lines.length;
  const wanted = offset < 0 ? totalLines + offset + 1 : Math.max(1, offset);
  const first = Math.max(1, Math.min(wanted, totalLines));
  const last = limit > 0 ? Math.min(totalLines, first + limit - 1) : totalLines;
  const served = lines.slice(first - 1, last);
  const endsWithNewline = last < totalLines || content.endsWith("\n");
  return {
    text: served.join("\n") + (endsWithNewline ? "\n" : ""),
    offset: first,
    lines: served.length,
    totalLines,
    truncated: served.length < totalLines,
  };
}

function wholeNumber(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.trunc(number) : 0;
}
