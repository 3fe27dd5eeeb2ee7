import { expect, test } from "vitest";
import { readableInput, readableResult } from "./readable-result.ts";

test.each([
  ["what a command printed", '{"stdout":"a\\n","stderr":"b","exitCode":1}', "a\n\nb"],
  ["what a file holds", '{"path":"a","content":"1: x"}', "1: x"],
  ["why a call failed", '{"error":"no such file"}', "no such file"],
  ["another object", '{"ok":true}', '{\n  "ok": true\n}'],
  ["text that is not JSON", "plain", "plain"],
  [
    "a silent command",
    '{"stdout":"","stderr":"","exitCode":0}',
    '{\n  "stdout": "",\n  "stderr": "",\n  "exitCode": 0\n}',
  ],
])("%s", (_what, result, shown) => expect(readableResult(result)).toBe(shown));

test("an input of one text is shown as that text", () => {
  expect(readableInput({ command: "npm test" })).toBe("npm test");
  expect(readableInput({ a: 1, b: "x" })).toContain('"a": 1');
  expect(readableInput(undefined)).toBe("nothing");
});

test("a very long answer is cut and says by how much", () => {
  expect(readableResult("x".repeat(30_000))).toContain("10000 more characters");
});
