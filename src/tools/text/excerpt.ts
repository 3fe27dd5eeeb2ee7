import {
  EDIT_EXCERPT_LINES,
  EXCERPT_CONTEXT_LINES,
  WRITE_EXCERPT_CHARS,
  WRITE_EXCERPT_LINES,
} from "../limits.ts";
import { numberedRows } from "../edits/closest-lines.ts";
import type { LineRange } from "../state/read-file-state.ts";
import { redactFileText } from "./redact.ts";

export interface Excerpt {
  /** Rows `N: text`, with `…` between regions. */
  readonly text: string;
  /** The lines whose whole text is in it. */
  readonly shown: readonly LineRange[];
}

/** The regions of a text that changed, as they are now, with some lines around them. Regions are 1-based. */
export function excerptOf(path: string, lines: readonly string[], regions: readonly LineRange[]): Excerpt {
  const rows: string[] = [];
  const shown: LineRange[] = [];
  const leftOut: string[] = [];
  let room = EDIT_EXCERPT_LINES;
  for (const { first, last } of widened(regions, lines.length)) {
    const length = last - first + 1;
    if (room <= 2) {
      leftOut.push(`${first}-${last}`);
      continue;
    }
    if (rows.length > 0) rows.push("…");
    if (length <= room) {
      rows.push(numberedRows(lines, first - 1, last));
      shown.push({ first, last });
      room -= length;
      continue;
    }
    const head = Math.ceil(room / 2);
    const tail = room - head;
    rows.push(
      numberedRows(lines, first - 1, first - 1 + head),
      `… lines ${first + head}-${last - tail} are not shown …`,
      numberedRows(lines, last - tail, last),
    );
    shown.push({ first, last: first + head - 1 }, { first: last - tail + 1, last });
    room = 0;
  }
  if (leftOut.length > 0) rows.push(`… also changed, not shown: lines ${leftOut.join(", ")}`);
  return { text: redactFileText(path, rows.join("\n")), shown };
}

/** A small file as a whole, or `undefined` when it is empty or too large to repeat. */
export function wholeExcerpt(path: string, lines: readonly string[]): string | undefined {
  if (lines.length === 0 || lines.length > WRITE_EXCERPT_LINES) return undefined;
  const rows = numberedRows(lines, 0, lines.length);
  return rows.length > WRITE_EXCERPT_CHARS ? undefined : redactFileText(path, rows);
}

function widened(regions: readonly LineRange[], totalLines: number): LineRange[] {
  const merged: LineRange[] = [];
  for (const region of regions.toSorted((a, b) => a.first - b.first)) {
    const first = Math.max(1, region.first - EXCERPT_CONTEXT_LINES);
    const last = Math.min(totalLines, Math.max(region.last, region.first) + EXCERPT_CONTEXT_LINES);
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous.last + 1) {
      merged[merged.length - 1] = { first: previous.first, last: Math.max(previous.last, last) };
    } else if (last >= first) {
      merged.push({ first, last });
    }
  }
  return merged;
}
