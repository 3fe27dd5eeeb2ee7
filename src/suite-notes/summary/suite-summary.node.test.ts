import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordedRunFrom } from "../fixtures/recorded-run.ts";
import { suiteSummary, suiteTally } from "./suite-summary.ts";

function outputOf(name: string): string {
  const run = recordedRunFrom(
    readFileSync(join(import.meta.dirname, "../fixtures/runs", `${name}.json`), "utf8"),
  );
  return `${run.stdout}\n${run.stderr}`;
}

test.each([
  ["vitest-outcomes", 17, 17, true],
  ["vitest-outcomes-json", 17, 17, true],
  ["vitest-bail", 9, 4, false],
  ["jest-outcomes", 17, 17, true],
  ["node-outcomes-tap", 13, 13, true],
  ["node-outcomes-spec", 13, 13, true],
  ["e2e-list", 19, 19, true],
  ["e2e-line", 19, 19, true],
  ["e2e-dot", 19, 19, true],
  ["e2e-max-failures", 19, 19, true],
  ["e2e-sigint", 12, 12, false],
])("%s announces %i and accounts for %i", (name, announced, accounted, finished) => {
  expect(suiteSummary(outputOf(name))).toEqual({ announced, accounted, finished });
});

test.each([
  ["vitest-sigterm"],
  ["e2e-sigterm"],
  ["e2e-timeout"],
  ["node-sigint"],
  ["jest-sigint"],
  ["e2e-only-list"],
])("%s prints no summary", (name) => {
  expect(suiteSummary(outputOf(name))).toBeNull();
});

test("a tally that leaves announced tests out is not finished", () => {
  const log = ["Running 40 tests using 4 workers", "", "  2 failed", "  9 passed (1.5m)"].join("\n");
  expect(suiteSummary(log)).toEqual({ announced: 40, accounted: 11, finished: false });
});

test("of two runs in one log the last one counts", () => {
  const log = [
    "Running 40 tests using 4 workers",
    "  2 failed",
    "  38 passed (1.5m)",
    "Running 3 tests using 1 worker",
    "  3 passed (2s)",
  ].join("\n");
  expect(suiteSummary(log)).toEqual({ announced: 3, accounted: 3, finished: true });
  const cut = `${log}\nRunning 7 tests using 1 worker\n`;
  expect(suiteSummary(cut)).toBeNull();
});

test("another runner that starts later is the last run", () => {
  const log = `${outputOf("vitest-pass")}\nRunning 7 tests using 1 worker\n  ✓  1 a.spec.ts:1:1 › x (1ms)\n`;
  expect(suiteSummary(log)).toBeNull();
});

test("Hurl counts files and announces nothing", () => {
  const log = [
    "a.hurl: Success (3 request(s) in 20 ms)",
    "b.hurl: Failure (1 request(s) in 8 ms)",
    "--------------------------------------------------------------------------------",
    "Executed files:    2",
    "Executed requests: 4 (100.0/s)",
    "Succeeded files:   1 (50.0%)",
    "Failed files:      1 (50.0%)",
    "Duration:          40 ms",
  ].join("\n");
  expect(suiteSummary(log)).toEqual({ announced: null, accounted: 2, finished: true });
});

test.each([
  ["an announcement alone", "Running 7 tests using 1 worker"],
  ["prose", "we saw 2 failed\n2 failed"],
  ["Hurl's progress bar", "Executed files: 75/100 (75%)"],
  ["nothing", ""],
])("%s is no summary", (_what, text) => {
  expect(suiteTally(text)).toBe(false);
});
