import { expect, test } from "vitest";
import { readLayout } from "./layout.ts";

test("a layout that another build remembered is taken field by field", () => {
  const read = readLayout({
    open: { side: false, bottom: "yes" },
    sizes: { side: 320, agent: -5 },
    views: { side: "search" },
    narrowView: 7,
    mode: "sideways",
  });
  expect(read).toEqual({
    open: { side: false, bottom: true, agent: true },
    sizes: { side: 320, bottom: 240, agent: 400 },
    views: { side: "search", bottom: "terminal" },
    narrowView: "agent",
  });
});

test("nothing remembered is the first layout", () => {
  expect(readLayout(undefined)).toEqual(readLayout({}));
});
