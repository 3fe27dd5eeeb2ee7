import { expect, test } from "vitest";
import { KEPT_OUTPUT, KeptOutput } from "./kept-output.ts";

const { headCharacters, tailCharacters } = KEPT_OUTPUT;

test("what fits is kept whole", () => {
  const kept = new KeptOutput();
  kept.add("a".repeat(headCharacters - 1));
  kept.add("bc");
  kept.add("d".repeat(tailCharacters - 1));
  expect(kept.droppedCharacters).toBe(0);
  expect(kept.text()).toBe(`${"a".repeat(headCharacters - 1)}bc${"d".repeat(tailCharacters - 1)}`);
});

test("one character more loses one character of the middle, and the lines beside the gap stay apart", () => {
  const kept = new KeptOutput();
  kept.add("a".repeat(headCharacters));
  kept.add(`X${"d".repeat(tailCharacters)}`);
  expect(kept.droppedCharacters).toBe(1);
  expect(kept.text()).toBe(`${"a".repeat(headCharacters)}\n${"d".repeat(tailCharacters)}`);
});

test("many small pieces are counted as exactly as one large piece", () => {
  const kept = new KeptOutput();
  const piece = "0123456789".repeat(1_000);
  for (let index = 0; index < 1_000; index += 1) kept.add(piece);
  expect(kept.droppedCharacters).toBe(10_000_000 - headCharacters - tailCharacters);
  expect(kept.text().endsWith(piece)).toBe(true);
});
