import { expect, test } from "vitest";
import { createTypeAhead, movedIndex } from "./list-keys.ts";

test.each([
  ["ArrowDown", 0, 1],
  ["ArrowDown", 4, 4],
  ["ArrowUp", 0, 0],
  ["Home", 3, 0],
  ["End", 0, 4],
  ["PageDown", 1, 4],
  ["a", 1, undefined],
])("%s from row %d of five", (key, current, expected) => {
  expect(movedIndex(key, current, 5)).toBe(expected);
});

test("nothing moves in an empty list", () => {
  expect(movedIndex("ArrowDown", 0, 0)).toBeUndefined();
});

test("typing finds the next row that begins so, and goes on where it stands", () => {
  const names = ["alpha", "beta", "bravo", "gamma"];
  const typeAhead = createTypeAhead();
  expect(typeAhead.find("b", names, 0, 1000)).toBe(1);
  expect(typeAhead.find("r", names, 1, 1200)).toBe(2);
  expect(typeAhead.find("a", names, 2, 5000)).toBe(0);
  expect(typeAhead.find("z", names, 0, 9000)).toBeUndefined();
});
