import { expect, test } from "vitest";
import type { SuiteNote } from "../../contracts/suite-notes.ts";
import { barParts } from "./suite-runs.ts";

const note = (counts: SuiteNote["counts"]): SuiteNote => ({
  runner: "vitest",
  command: "npx vitest run",
  outcome: "failed",
  headline: "",
  counts,
  failures: [],
  causes: [],
  exitCode: 1,
  durationMs: 1,
});

test("a bar has the parts that are not empty, as shares of all tests", () => {
  expect(barParts(note({ passed: 3, failed: 1, flaky: 0, skipped: 0 }))).toEqual([
    { name: "passed", count: 3, share: 0.75 },
    { name: "failed", count: 1, share: 0.25 },
  ]);
});

test("tests that were announced and did not run have a part of their own", () => {
  expect(barParts(note({ passed: 1, failed: 0, flaky: 0, skipped: 0, notRun: 3 })).at(-1)).toEqual({
    name: "not run",
    count: 3,
    share: 0.75,
  });
});

test("a run without any test has no bar", () => {
  expect(barParts(note({ passed: 0, failed: 0, flaky: 0, skipped: 0 }))).toEqual([]);
});
