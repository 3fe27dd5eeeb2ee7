import { expect, test } from "vitest";
import { suiteParts, suitePartsInWords } from "./suite-parts.ts";

test("a run has the parts that are not empty, as shares of all tests", () => {
  const parts = suiteParts({ passed: 3, failed: 1, flaky: 0, skipped: 0 });
  expect(parts).toEqual([
    { name: "passed", count: 3, share: 0.75 },
    { name: "failed", count: 1, share: 0.25 },
  ]);
  expect(suitePartsInWords(parts)).toBe("3 passed, 1 failed");
});

test("tests that were announced and did not run have a part of their own", () => {
  expect(suiteParts({ passed: 1, failed: 0, flaky: 0, skipped: 0, notRun: 3 }).at(-1)).toEqual({
    name: "not run",
    count: 3,
    share: 0.75,
  });
});

test("a run without any test has no part", () => {
  expect(suiteParts({ passed: 0, failed: 0, flaky: 0, skipped: 0 })).toEqual([]);
});
