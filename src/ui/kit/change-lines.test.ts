import { expect, test } from "vitest";
import { changeLines, type ChangeLine } from "./change-lines.ts";

const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
const SIGNS = { context: " ", added: "+", removed: "-" } as const;
const drawn = (line: ChangeLine): string =>
  line.kind === "gap" ? `… ${line.count}` : `${SIGNS[line.kind]}${line.number} ${line.text}`;

function drawing(before: string, after: string): readonly string[] {
  return changeLines(before, after)?.lines.map(drawn) ?? ["too large"];
}

test("a changed line stands between two lines of its surroundings", () => {
  const before = text("a", "b", "c", "d", "e", "f", "g", "h", "i");
  expect(drawing(before, before.replace("e", "E"))).toEqual([" 3 c", " 4 d", "-5 e", "+5 E", " 6 f", " 7 g"]);
});

test("what lies between two distant changes is counted, unless it is one line", () => {
  const before = text("a", "b", "c", "d", "e", "f", "g", "h");
  const far = drawing(before, before.replace("a", "A").replace("h", "H"));
  expect(far).toEqual(["-1 a", "+1 A", " 2 b", " 3 c", "… 2", " 6 f", " 7 g", "-8 h", "+8 H"]);
  const near = drawing(before, before.replace("a", "A").replace("g", "G"));
  expect(near).toEqual(["-1 a", "+1 A", " 2 b", " 3 c", " 4 d", " 5 e", " 6 f", "-7 g", "+7 G", " 8 h"]);
});

test("two changes that are close share the lines between them", () => {
  expect(drawing(text("a", "b", "c", "d"), text("A", "b", "c", "D"))).toEqual([
    "-1 a",
    "+1 A",
    " 2 b",
    " 3 c",
    "-4 d",
    "+4 D",
  ]);
});

test("a new file is added line by line, and a deleted one removed", () => {
  expect(drawing("", text("a", "b"))).toEqual(["+1 a", "+2 b"]);
  expect(drawing(text("a", "b"), "")).toEqual(["-1 a", "-2 b"]);
});

test("counts and the first changed line are those of the drawing", () => {
  expect(changeLines(text("a", "b", "c"), text("a", "x", "y", "c"))).toMatchObject({
    added: 2,
    removed: 1,
    firstLine: 2,
  });
});

test("equal texts draw nothing, and a missing last line break is no change", () => {
  expect(changeLines("a\nb", "a\nb\n")).toMatchObject({ lines: [], added: 0, removed: 0 });
});

test("line ends alone are no change of lines", () => {
  expect(changeLines("a\r\nb\r\n", "a\nb\n")).toMatchObject({ lines: [] });
});

test("a change beyond all measure is not compared", () => {
  const many = (name: string): string =>
    text(...Array.from({ length: 4_000 }, (_, line) => `${name}${line}`));
  expect(changeLines(many("a"), many("b"))).toBeUndefined();
});
