import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SuiteNote } from "../../contracts/suite-notes.ts";
import { recordedRunFrom, type RecordedRun } from "../fixtures/recorded-run.ts";
import { suiteNoteFrom } from "./suite-note-from.ts";

function recordedRun(name: string): RecordedRun {
  return recordedRunFrom(readFileSync(join(import.meta.dirname, "../fixtures/runs", `${name}.json`), "utf8"));
}

function noteOf(name: string): SuiteNote {
  const note = suiteNoteFrom({ ...recordedRun(name), projectRoot: "/project" });
  if (note === null) throw new Error(`no note for ${name}`);
  return note;
}

/** outcome, announced, passed, failed, flaky, skipped, not run, failures named */
type Row = readonly [
  string,
  SuiteNote["outcome"],
  number | undefined,
  number,
  number,
  number,
  number,
  number | undefined,
  number,
];

const ROWS: readonly Row[] = [
  ["vitest-outcomes", "failed", 17, 5, 7, 1, 4, 0, 9],
  ["vitest-outcomes-colour", "failed", 17, 5, 7, 1, 4, 0, 9],
  ["vitest-outcomes-verbose", "failed", 17, 5, 7, 1, 4, 0, 9],
  ["vitest-outcomes-terminal", "failed", 17, 5, 7, 1, 4, 0, 9],
  ["vitest-outcomes-json", "failed", 17, 6, 7, 0, 4, 0, 9],
  ["vitest-pass", "passed", 3, 3, 0, 0, 0, 0, 0],
  ["vitest-pass-json", "passed", 3, 3, 0, 0, 0, 0, 0],
  ["vitest-bail", "failed", 9, 1, 1, 0, 2, 5, 1],
  ["vitest-cannot-load", "could-not-run", 0, 0, 0, 0, 0, 0, 1],
  ["vitest-none", "could-not-run", undefined, 0, 0, 0, 0, undefined, 0],
  ["vitest-broken-config", "could-not-run", undefined, 0, 0, 0, 0, undefined, 0],
  ["vitest-sigint", "cut", undefined, 3, 1, 0, 0, undefined, 1],
  ["vitest-sigterm", "cut", undefined, 3, 1, 0, 0, undefined, 1],
  ["vitest-timeout", "cut", undefined, 0, 0, 0, 0, undefined, 0],
  ["vitest-tail", "failed", 17, 6, 7, 0, 4, 0, 0],
  ["jest-outcomes", "failed", 17, 5, 10, 0, 2, 0, 11],
  ["jest-outcomes-verbose", "failed", 17, 5, 10, 0, 2, 0, 11],
  ["jest-outcomes-colour", "failed", 17, 5, 10, 0, 2, 0, 11],
  ["jest-outcomes-json", "failed", 17, 5, 10, 0, 2, 0, 11],
  ["jest-pass", "passed", 3, 3, 0, 0, 0, 0, 0],
  ["jest-cannot-load", "could-not-run", 0, 0, 0, 0, 0, 0, 1],
  ["jest-none", "could-not-run", undefined, 0, 0, 0, 0, undefined, 0],
  ["jest-sigint", "cut", undefined, 0, 0, 0, 0, undefined, 0],
  ["jest-tail", "unknown", undefined, 0, 0, 0, 0, undefined, 0],
  ["jest-broken-config", "could-not-run", undefined, 0, 0, 0, 0, undefined, 0],
  ["node-tail", "unknown", undefined, 0, 0, 0, 0, undefined, 0],
  ["e2e-cannot-load", "could-not-run", undefined, 0, 0, 0, 0, undefined, 0],
  ["e2e-timeout-tail", "cut", undefined, 2, 1, 0, 0, undefined, 1],
  ["jest-bail", "failed", 9, 2, 5, 0, 2, 0, 5],
  ["node-outcomes-tap", "failed", 13, 4, 7, 0, 2, 0, 8],
  ["node-outcomes-spec", "failed", 13, 4, 7, 0, 2, 0, 8],
  ["node-pass-tap", "passed", 2, 2, 0, 0, 0, 0, 0],
  ["node-pass-spec", "passed", 2, 2, 0, 0, 0, 0, 0],
  ["node-none", "could-not-run", undefined, 0, 0, 0, 0, undefined, 0],
  ["node-dot", "failed", undefined, 0, 8, 0, 0, undefined, 8],
  ["node-sigint", "cut", undefined, 4, 1, 0, 0, undefined, 1],
  ["node-sigterm", "cut", undefined, 4, 1, 0, 0, undefined, 1],
  ["e2e-list", "failed", 19, 5, 10, 1, 2, 1, 10],
  ["e2e-inline", "failed", 19, 5, 10, 1, 2, 1, 10],
  ["e2e-line", "failed", 19, 5, 11, 0, 2, 1, 11],
  ["e2e-dot", "failed", 19, 5, 11, 0, 2, 1, 11],
  ["e2e-json", "failed", 19, 5, 10, 1, 3, 0, 10],
  ["e2e-colour", "failed", 19, 5, 11, 0, 2, 1, 11],
  ["e2e-terminal", "failed", 12, 3, 7, 0, 2, 0, 7],
  ["e2e-refused", "failed", 3, 0, 3, 0, 0, 0, 3],
  ["e2e-pass", "passed", 2, 2, 0, 0, 0, 0, 0],
  ["e2e-max-failures", "failed", 19, 0, 1, 0, 0, 18, 1],
  ["e2e-sigint", "cut", 12, 2, 1, 0, 0, 9, 1],
  ["e2e-sigterm", "cut", 12, 3, 1, 0, 0, 8, 1],
  ["e2e-timeout", "cut", 12, 3, 1, 0, 0, 8, 1],
  ["e2e-none", "could-not-run", undefined, 0, 0, 0, 0, undefined, 0],
  ["e2e-broken-config", "could-not-run", undefined, 0, 0, 0, 0, undefined, 0],
  ["e2e-tail", "unknown", undefined, 5, 0, 0, 2, undefined, 0],
];

test.each(ROWS)(
  "%s is read as %s",
  (name, outcome, announced, passed, failed, flaky, skipped, notRun, named) => {
    const note = noteOf(name);
    expect({
      outcome: note.outcome,
      announced: note.announced,
      passed: note.counts.passed,
      failed: note.counts.failed,
      flaky: note.counts.flaky,
      skipped: note.counts.skipped,
      notRun: note.counts.notRun,
      named: note.failures.length,
    }).toEqual({ outcome, announced, passed, failed, flaky, skipped, notRun, named });
  },
);

test("a command that only lists tests, or only reads a log, has no note", () => {
  expect(suiteNoteFrom({ ...recordedRun("e2e-only-list"), projectRoot: "/project" })).toBeNull();
  const read = { ...recordedRun("e2e-list"), command: "cat run.log | tail -40", projectRoot: "/project" };
  expect(suiteNoteFrom(read)).toBeNull();
});

test("a script of the project may be the run", () => {
  const run = { ...recordedRun("e2e-list"), command: "npm test", projectRoot: "/project" };
  expect(suiteNoteFrom(run)?.outcome).toBe("failed");
});

test("an exit code behind a filter proves nothing", () => {
  const shown = recordedRun("vitest-pass");
  const lines = shown.stdout.split("\n").filter((line) => line.includes("Tests"));
  const run = { ...shown, stdout: lines.join("\n"), exitCode: 0, projectRoot: "/project" };
  expect(suiteNoteFrom({ ...run, command: "npx vitest run | tail -3" })?.outcome).toBe("unknown");
  expect(suiteNoteFrom({ ...run, command: "npx vitest run; echo done" })?.outcome).toBe("unknown");
  expect(suiteNoteFrom({ ...run, command: "npx vitest run" })?.outcome).toBe("passed");
});

describe("what a failure says", () => {
  test.each([
    [
      "vitest-outcomes",
      "vitest/outcomes.test.js › Cart › totals two lines",
      7,
      "expected { total: 12 } to deeply equal",
    ],
    [
      "jest-outcomes",
      "jest/outcomes.test.js › Cart › throws for an unknown item",
      8,
      "item 7 is not in the catalogue",
    ],
    ["node-outcomes-tap", "node/outcomes.test.mjs › Cart › totals two lines", 7, "strictly deep-equal"],
    [
      "node-outcomes-spec",
      "node/outcomes.test.mjs › Cart › throws for an unknown item",
      9,
      "item 7 is not in",
    ],
    ["e2e-list", "e2e/outcomes.spec.js › Items › has a done mark", 10, "element(s) not found"],
    ["e2e-json", "e2e/outcomes.spec.js › Items › has a done mark", 10, "element(s) not found"],
    ["vitest-outcomes-json", "vitest/outcomes.test.js › Cart › throws for an unknown item", 10, "item 7"],
  ])("%s: %s is raised in line %i", (name, id, line, message) => {
    const failure = noteOf(name).failures.find((each) => each.id === id);
    expect(failure?.location?.line).toBe(line);
    expect(failure?.location?.path).toBe(failure?.file);
    expect(failure?.message).toContain(message);
    expect(failure?.body).toContain(message);
  });

  test("three tests that nothing answers share one cause", () => {
    for (const name of ["vitest-outcomes", "e2e-list", "e2e-json", "e2e-line"]) {
      const [cause] = noteOf(name).causes;
      expect(cause?.kind).toBe("connection");
      expect(cause?.failures).toHaveLength(3);
    }
  });

  test("tests that a failed hook ended are told with the reason of the hook", () => {
    for (const name of ["node-outcomes-tap", "node-outcomes-spec"]) {
      const cause = noteOf(name).causes.find((each) => each.summary.includes("database is not there"));
      expect(cause?.failures).toHaveLength(3);
    }
  });

  test("ids are unique and the same with another reporter", () => {
    const list = noteOf("e2e-list").failures.map((failure) => failure.id);
    expect(new Set(list).size).toBe(list.length);
    expect(
      noteOf("e2e-json")
        .failures.map((failure) => failure.id)
        .toSorted(),
    ).toEqual(list.toSorted());
    expect(
      noteOf("e2e-inline")
        .failures.map((failure) => failure.id)
        .toSorted(),
    ).toEqual(list.toSorted());
  });

  test("no colour code is left in a note", () => {
    for (const name of [
      "vitest-outcomes-colour",
      "jest-outcomes-colour",
      "e2e-colour",
      "e2e-json",
      "e2e-terminal",
    ]) {
      expect(JSON.stringify(noteOf(name))).not.toContain("\\u001b");
    }
  });
});

test("a cut run is told with how far it got and never as a pass", () => {
  const sentence = noteOf("e2e-sigterm").cut?.sentence ?? "";
  expect(sentence).toContain("4 of 12 tests");
  expect(sentence).toContain("8 never ran");
  expect(sentence).toContain("not a pass");
});
