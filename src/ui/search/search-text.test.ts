import { expect, test } from "vitest";
import { matchesIn, searchPattern, type SearchQuery } from "./search-text.ts";

const query = (text: string, part: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  matchCase: false,
  wholeWord: false,
  regularExpression: false,
  ...part,
});
const find = (text: string, wanted: SearchQuery) => {
  const made = searchPattern(wanted);
  if ("wrong" in made) throw new Error(made.wrong);
  return matchesIn(text, made.pattern, 100).map(({ line, column, text: shown, start, end }) => [
    line,
    column,
    shown.slice(start, end),
  ]);
};

test.each([
  ["special characters are text", "a.b(c)\naxb(c)", query("a.b("), [[1, 1, "a.b("]]],
  [
    "case is ignored unless asked for",
    "Foo foo",
    query("foo"),
    [
      [1, 1, "Foo"],
      [1, 5, "foo"],
    ],
  ],
  ["case is kept when asked for", "Foo foo", query("foo", { matchCase: true }), [[1, 5, "foo"]]],
  ["whole words", "foo foobar", query("foo", { wholeWord: true }), [[1, 1, "foo"]]],
  [
    "patterns",
    "a1\r\nb22",
    query("\\d+", { regularExpression: true }),
    [
      [1, 2, "1"],
      [2, 2, "22"],
    ],
  ],
  ["a pattern of nothing ends", "abc", query("x*", { regularExpression: true }), []],
])("%s", (_what, text, wanted, expected) => {
  expect(find(text, wanted)).toEqual(expected);
});

test("a wrong pattern is told, not thrown", () => {
  expect(searchPattern(query("(", { regularExpression: true }))).toHaveProperty("wrong");
});

test("a match far into a line is shown with what is around it", () => {
  const [match] = matchesIn(`${"x".repeat(500)}needle${"y".repeat(500)}`, /needle/gu, 10);
  expect(match?.text.length).toBeLessThanOrEqual(240);
  expect(match?.text.slice(match.start, match.end)).toBe("needle");
});
