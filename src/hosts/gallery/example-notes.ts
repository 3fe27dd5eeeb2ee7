import type { SuiteFailure, SuiteNote } from "../../contracts/suite-notes.ts";

function failure(id: string, file: string, title: string, message: string, line: number): SuiteFailure {
  return {
    id,
    titlePath: title.split(" > "),
    file,
    location: { path: file, line, column: 5 },
    message,
    body: `${message}\n    at ${file}:${line}:5`,
    durationMs: 4,
  };
}

const remainder = "AssertionError: expected 99 to be 100";

const failures = [
  failure("f1", "test/money.test.ts", "split > adds up to the whole", remainder, 14),
  failure("f2", "test/money.test.ts", "split > gives the rest to the first parts", remainder, 22),
  failure("f3", "test/invoice.test.ts", "invoice > splits the shipping", remainder, 41),
  failure(
    "f4",
    "test/money.test.ts",
    "format > euros",
    "AssertionError: expected '€10.00' to be '€1.00'",
    31,
  ),
  failure("f5", "test/server.test.ts", "server > answers", "Error: connect ECONNREFUSED 127.0.0.1:4020", 9),
];

export const failedNote: SuiteNote = {
  runner: "vitest",
  command: "npx vitest run",
  outcome: "failed",
  headline: "5 of 40 tests failed for 3 reasons.",
  announced: 40,
  counts: { passed: 32, failed: 5, flaky: 1, skipped: 2 },
  failures,
  causes: [
    {
      id: "c1",
      kind: "assertion",
      summary: "split() loses the remainder: expected 99 to be 100",
      evidence: ["AssertionError: expected 99 to be 100", "- 100", "+ 99"],
      failures: ["f1", "f2", "f3"],
      location: { path: "src/money.ts", line: 8 },
    },
    {
      id: "c2",
      kind: "connection",
      summary: "Nothing listens on 127.0.0.1:4020",
      evidence: ["Error: connect ECONNREFUSED 127.0.0.1:4020"],
      failures: ["f5"],
    },
    {
      id: "c3",
      kind: "assertion",
      summary: "format() is off by a factor of ten: expected '€10.00' to be '€1.00'",
      evidence: ["- €1.00", "+ €10.00"],
      failures: ["f4"],
      location: { path: "src/money.ts", line: 13 },
    },
  ],
  exitCode: 1,
  durationMs: 3_420,
};

export const cutNote: SuiteNote = {
  ...failedNote,
  outcome: "cut",
  headline: "The run was cut: 18 of 40 tests ran, 1 failed.",
  counts: { passed: 17, failed: 1, flaky: 0, skipped: 0, notRun: 22 },
  failures: failures.slice(0, 1),
  causes: failedNote.causes.slice(0, 1).map((cause) => ({ ...cause, failures: ["f1"] })),
  cut: { sentence: "The command reached its time limit of 60 s after 18 of 40 tests. 22 tests did not run." },
  exitCode: 137,
  durationMs: 60_000,
};

export const passedNote: SuiteNote = {
  ...failedNote,
  outcome: "passed",
  headline: "All 40 tests passed.",
  counts: { passed: 40, failed: 0, flaky: 0, skipped: 0 },
  failures: [],
  causes: [],
  exitCode: 0,
  durationMs: 2_960,
};

export const couldNotRunNote: SuiteNote = {
  ...passedNote,
  outcome: "could-not-run",
  headline: "No test ran: the configuration could not be loaded.",
  counts: { passed: 0, failed: 0, flaky: 0, skipped: 0 },
  causes: [
    {
      id: "c9",
      kind: "suite-cannot-load",
      summary: "vitest.config.ts imports a package that is not installed: vite-tsconfig-paths",
      evidence: ["Error: Cannot find package 'vite-tsconfig-paths' imported from /project/vitest.config.ts"],
      failures: [],
      location: { path: "vitest.config.ts", line: 2 },
    },
  ],
  exitCode: 1,
  durationMs: 410,
};
