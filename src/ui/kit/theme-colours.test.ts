import { expect, test } from "vitest";
import { hexOf } from "./theme-colours.ts";

test.each([
  ["rgb(255, 255, 255)", "#ffffff"],
  ["rgba(1, 2, 3, 0.5)", "#010203"],
])("%s is %s for those who read no CSS", (computed, hex) => {
  expect(hexOf(computed)).toBe(hex);
});
