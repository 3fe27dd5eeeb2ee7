import { matchLines, type MatchRun } from "./line-matching.ts";
import { splitLines } from "./line-count.ts";

/** One changed region; bounds are 0-based line indexes, the end is not part of it. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** The changed regions between two lists of lines, in order. Counts and drawings both come from here. */
export function lineHunks(oldLines: readonly string[], newLines: readonly string[]): LineHunk[] {
  const shorter = Math.min(oldLines.length, newLines.length);
  let prefix = 0;
  while (prefix < shorter && oldLines[prefix] === newLines[prefix]) prefix += 1;
  let suffix = 0;
  while (
    suffix < shorter - prefix &&
    oldLines[oldLines.length - 1 - suffix] === newLines[newLines.length - 1 - suffix]
  ) {
    suffix += 1;
  }
  const ids = new Map<string, number>();
  const left = interned(oldLines, prefix, oldLines.length - suffix, ids);
  const right = interned(newLines, prefix, newLines.length - suffix, ids);
  return hunksBetween(matchLines(left, right, ids.size), left.length, right.length, prefix);
}

/** What lies between the lines that both sides keep. */
function hunksBetween(
  runs: readonly MatchRun[],
  leftLength: number,
  rightLength: number,
  shift: number,
): LineHunk[] {
  const hunks: LineHunk[] = [];
  let left = 0;
  let right = 0;
  for (const run of [...runs, { left: leftLength, right: rightLength, length: 0 }]) {
    if (run.left > left || run.right > right) {
      hunks.push({
        oldStart: left + shift,
        oldEnd: run.left + shift,
        newStart: right + shift,
        newEnd: run.right + shift,
      });
    }
    left = run.left + run.length;
    right = run.right + run.length;
  }
  return hunks;
}

function interned(
  lines: readonly string[],
  start: number,
  end: number,
  ids: Map<string, number>,
): Uint32Array<ArrayBuffer> {
  const result = new Uint32Array(end - start);
  for (let at = start; at < end; at += 1) {
    const line = lines[at] ?? "";
    let id = ids.get(line);
    if (id === undefined) {
      id = ids.size;
      ids.set(line, id);
    }
    result[at - start] = id;
  }
  return result;
}

export function countHunks(hunks: readonly LineHunk[]): LineCounts {
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    added += hunk.newEnd - hunk.newStart;
    removed += hunk.oldEnd - hunk.oldStart;
  }
  return { added, removed };
}

export function diffLineCount(oldLines: readonly string[], newLines: readonly string[]): LineCounts {
  return countHunks(lineHunks(oldLines, newLines));
}

/** Lines added and removed between two texts in LF form. */
export function countTextChanges(before: string, after: string): LineCounts {
  return diffLineCount(splitLines(before), splitLines(after));
}

/** The hunks as text: `-` and `+` lines with the given number of unchanged lines around them and a header that names lines. */
export function hunksAsText(
  hunks: readonly LineHunk[],
  oldLines: readonly string[],
  newLines: readonly string[],
  context = 2,
): string {
  const rows: string[] = [];
  for (const [index, hunk] of hunks.entries()) {
    const before = Math.max(hunks[index - 1]?.oldEnd ?? 0, hunk.oldStart - context);
    const after = Math.min(hunks[index + 1]?.oldStart ?? oldLines.length, hunk.oldEnd + context);
    rows.push(`@@ line ${hunk.newStart + 1} @@`);
    for (const line of oldLines.slice(before, hunk.oldStart)) rows.push(` ${line}`);
    for (const line of oldLines.slice(hunk.oldStart, hunk.oldEnd)) rows.push(`-${line}`);
    for (const line of newLines.slice(hunk.newStart, hunk.newEnd)) rows.push(`+${line}`);
    for (const line of oldLines.slice(hunk.oldEnd, after)) rows.push(` ${line}`);
  }
  return rows.join("\n");
}
