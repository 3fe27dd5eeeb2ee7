import fc from "fast-check";
import { diff } from "fast-myers-diff";
import { describe, expect, test } from "vitest";
import { countHunks, diffLineCount, type LineHunk, lineHunks } from "./line-hunks.ts";

function applied(hunks: readonly LineHunk[], before: readonly string[], after: readonly string[]): string[] {
  const result: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    result.push(...before.slice(at, hunk.oldStart), ...after.slice(hunk.newStart, hunk.newEnd));
    at = hunk.oldEnd;
  }
  return [...result, ...before.slice(at)];
}

const numbered = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

test.each([
  [["a", "b", "c"], ["a", "x", "c"], { added: 1, removed: 1 }],
  [[], ["a"], { added: 1, removed: 0 }],
  [["a", "b", "c"], ["b", "c", "a"], { added: 1, removed: 1 }],
  [["a"], ["a"], { added: 0, removed: 0 }],
])("%j to %j", (before, after, counts) => {
  expect(diffLineCount(before, after)).toEqual(counts);
});

test("the hunks turn the old lines into the new ones with the least change", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "", "}"), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const hunks = lineHunks(before, after);
      expect(applied(hunks, before, after)).toEqual(after);
      let least = 0;
      for (const [oldStart, oldEnd] of diff(before, after)) least += oldEnd - oldStart;
      expect(countHunks(hunks).removed).toBe(least);
    }),
    { numRuns: 300 },
  );
});

test("large lists that are split first still become the new ones", () => {
  const piece = fc.array(fc.tuple(fc.nat(), fc.constantFrom("drop", "double", "change", "move")), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(piece, (changes) => {
      const before = numbered(900, "line").flatMap((line, index) => (index % 3 === 0 ? [line, "}"] : [line]));
      const after = [...before];
      for (const [place, kind] of changes) {
        const at = place % after.length;
        const [line = ""] = after.splice(at, 1);
        if (kind === "double") after.splice(at, 0, line, line);
        if (kind === "change") after.splice(at, 0, `${line}!`);
        if (kind === "move") after.splice((at * 7) % after.length, 0, line);
      }
      expect(applied(lineHunks(before, after), before, after)).toEqual(after);
    }),
    { numRuns: 30 },
  );
});

describe("no input takes long", () => {
  const same = numbered(10_000, "line");
  test.each([
    ["nothing shared", same, numbered(10_000, "other")],
    ["reversed", same, same.toReversed()],
    ["two thousand edits", same, same.map((line, index) => (index % 5 === 0 ? `${line}!` : line))],
    ["a moved block", same, [...same.slice(2_000), ...same.slice(0, 2_000)]],
  ])("%s", (_why, before, after) => {
    const started = performance.now();
    const hunks = lineHunks(before, after);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(applied(hunks, before, after)).toEqual(after);
  });
});
