import { fail, type Result, succeed } from "../../base/result.ts";
import { type LineHunk, lineHunks } from "../text/line-hunks.ts";

/** The first of our lines, 1-based in the base, that another change meets. */
export interface MergeConflict {
  readonly line: number;
}

/**
 * Joins two changes of one text, line by line, by their place in `base`. Changes that overlap or touch, wherever equal lines would
 * let them lie, are a conflict: nothing is moved to where it merely looks right.
 */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): Result<string[], MergeConflict> {
  const ourHunks = lineHunks(base, ours);
  const theirHunks = lineHunks(base, theirs);
  for (const our of ourHunks) {
    const ourReach = slidingReach(our, base, ours);
    for (const their of theirHunks) {
      const theirReach = slidingReach(their, base, theirs);
      if (ourReach.start <= theirReach.end && theirReach.start <= ourReach.end) {
        return fail({ line: our.oldStart + 1 });
      }
    }
  }
  const merged: string[] = [];
  let at = 0;
  const all = [
    ...ourHunks.map((hunk) => ({ hunk, from: ours })),
    ...theirHunks.map((hunk) => ({ hunk, from: theirs })),
  ].toSorted((a, b) => a.hunk.oldStart - b.hunk.oldStart);
  for (const { hunk, from } of all) {
    merged.push(...base.slice(at, hunk.oldStart), ...from.slice(hunk.newStart, hunk.newEnd));
    at = hunk.oldEnd;
  }
  merged.push(...base.slice(at));
  return succeed(merged);
}

interface Reach {
  readonly start: number;
  readonly end: number;
}

/** The lines of the base between which a hunk may slide without changing the result. */
function slidingReach(hunk: LineHunk, base: readonly string[], changed: readonly string[]): Reach {
  const inserted = hunk.newEnd - hunk.newStart;
  const deleted = hunk.oldEnd - hunk.oldStart;
  if (inserted > 0 && deleted > 0) return { start: hunk.oldStart, end: hunk.oldEnd };
  const lines = inserted > 0 ? changed : base;
  let first = inserted > 0 ? hunk.newStart : hunk.oldStart;
  let last = inserted > 0 ? hunk.newEnd : hunk.oldEnd;
  let up = 0;
  while (first > 0 && last > 0 && lines[first - 1] === lines[last - 1] && hunk.oldStart - up > 0) {
    first -= 1;
    last -= 1;
    up += 1;
  }
  first = inserted > 0 ? hunk.newStart : hunk.oldStart;
  last = inserted > 0 ? hunk.newEnd : hunk.oldEnd;
  let down = 0;
  while (last < lines.length && lines[first] === lines[last] && hunk.oldEnd + down < base.length) {
    first += 1;
    last += 1;
    down += 1;
  }
  return { start: hunk.oldStart - up, end: hunk.oldEnd + down };
}
