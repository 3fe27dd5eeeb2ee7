import { expect, test } from "vitest";
import { fuzzyFilter, fuzzyMatch } from "./fuzzy.ts";

const best = (query: string, paths: string[]) =>
  fuzzyFilter(query, paths, (path) => path, 10).map(({ item }) => item);

test.each([
  ["a name before a folder", "parse", ["parse/index.ts", "src/parse.ts"], "src/parse.ts"],
  ["starts of words", "rr", ["src/error.ts", "src/run-row.ts"], "src/run-row.ts"],
  ["the shorter of two equal ones", "app", ["src/app.test.ts", "src/app.ts"], "src/app.ts"],
  ["letters across folders", "sut", ["src/ui/theme.ts", "docs/a.md"], "src/ui/theme.ts"],
])("%s comes first", (_what, query, paths, expected) => {
  expect(best(query, paths)[0]).toBe(expected);
});

test("what lacks a character is no match", () => {
  expect(fuzzyMatch("xyz", "src/app.ts")).toBeUndefined();
});

test("the matched characters are told for drawing", () => {
  expect(fuzzyMatch("ats", "src/app.ts")?.places).toEqual([4, 8, 9]);
});
