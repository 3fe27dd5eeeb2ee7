import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failureCausesNote } from "../notes/failure-causes-note.ts";
import { repeatingFailureNote } from "../notes/repeating-failure-note.ts";
import { TOOL_RESULT_CHARS } from "../limits.ts";
import { matchingExcludedTitles } from "./excluded-titles.ts";
import { failureBlocks, failuresByCause } from "./failures-by-cause.ts";
import { earlyReturnCause, repeatingFailure, universalCause } from "./repeating-failure.ts";

interface Failing {
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly error: readonly string[];
}

const REFUSED = ["    Error: page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:4173/"];
const missing = (selector: string) => [
  "    Error: expect(locator).toBeVisible() failed",
  "",
  `    Locator: locator('${selector}')`,
  "    Error: element(s) not found",
];
const failing = (file: string, line: number, error: readonly string[]): Failing => ({
  file,
  line,
  title: `does ${file} ${line}`,
  error,
});

function row(
  mark: string,
  index: number,
  test: Pick<Failing, "file" | "line" | "title">,
  time = "1.0s",
): string {
  return `  ${mark}  ${index} ${test.file}:${test.line}:3 › Items › ${test.title} (${time})`;
}

/** An inline log: a row, then its block. `after` is printed below. */
function logOf(tests: readonly Failing[], after: readonly string[] = []): string {
  const lines = tests.flatMap((test, index) => [
    row("✘", index + 1, test),
    "",
    `  ${index + 1}) ${test.file}:${test.line}:3 › Items › ${test.title} ────`,
    "",
    ...test.error,
    "",
  ]);
  return ["Running 40 tests using 1 worker", "", ...lines, ...after].join("\n");
}
const PASS = row("✓", 99, { file: "z.spec.ts", line: 1, title: "passes" });

describe("a cause that repeats", () => {
  test("is named from three distinct tests on", () => {
    const log = logOf(
      ["a", "b", "c"].map((file, line) => failing(`${file}.spec.ts`, line + 1, missing("#done"))),
    );
    expect(repeatingFailure(log)).toMatchObject({
      count: 3,
      message: "Error: expect(locator).toBeVisible() failed",
      seconds: null,
    });
  });

  test("is not one test that is printed three times", () => {
    const same = failing("a.spec.ts", 1, missing("#done"));
    expect(repeatingFailure(logOf([same, same, same]))).toBeNull();
  });

  test("is not two causes of two tests", () => {
    const log = logOf(
      [1, 2, 3, 4].map((line) => failing("a.spec.ts", line, missing(line < 3 ? "#one" : "#two"))),
    );
    expect(repeatingFailure(log)).toBeNull();
  });

  test("may be a duration when no body is printed: a lead", () => {
    const rows = [1, 2, 3].map((line) =>
      row("✘", line, { file: `f${line}.spec.ts`, line, title: "waits" }, "12.4s"),
    );
    const log = ["Running 9 tests using 1 worker", "", ...rows].join("\n");
    const found = repeatingFailure(log);
    expect(found).toMatchObject({ count: 3, message: null, seconds: 12.4 });
    const universal = universalCause(log, found);
    expect(universal).toMatchObject({ count: 3 });
    expect(earlyReturnCause(found, universal)).toBeNull();
  });
});

describe("a cause that fails the whole run", () => {
  test("is a refused connection from three tests on, also in one file", () => {
    const log = logOf([1, 2, 3].map((line) => failing("a.spec.ts", line, REFUSED)));
    const found = repeatingFailure(log);
    expect(universalCause(log, found)).toEqual({ count: 3, files: ["a.spec.ts"] });
    expect(earlyReturnCause(found, universalCause(log, found))).not.toBeNull();
  });

  test("spans three files, or all files that the command names", () => {
    const log = logOf(
      [1, 2, 3, 4].map((line) => failing(line < 3 ? "a.spec.ts" : "b.spec.ts", line, missing("#x"))),
    );
    const found = repeatingFailure(log);
    expect(universalCause(log, found)).toBeNull();
    expect(universalCause(log, found, "npx playwright test a.spec.ts b.spec.ts")).not.toBeNull();
    expect(universalCause(log, found, "npx playwright test a.spec.ts b.spec.ts c.spec.ts")).toBeNull();
  });

  test("is none when something passed since, or when another cause failed too", () => {
    const tests = ["a", "b", "c"].map((file, line) => failing(`${file}.spec.ts`, line + 1, missing("#x")));
    const passed = logOf(tests, [PASS]);
    expect(universalCause(passed, repeatingFailure(passed))).toBeNull();
    const mixed = logOf([...tests, failing("d.spec.ts", 9, ["    TypeError: other"])]);
    expect(universalCause(mixed, repeatingFailure(mixed))).toBeNull();
  });

  test("is a page that renders nothing, from fifteen tests on", () => {
    const tests = Array.from({ length: 16 }, (_each, index) =>
      failing(`f${index % 4}.spec.ts`, index + 1, missing(`#part-${index}`)),
    );
    const log = logOf(tests, ["[pageerror] ReferenceError: app is not defined"]);
    const universal = universalCause(log, repeatingFailure(log));
    expect(universal).toMatchObject({
      count: 16,
      pageRendersNothing: true,
      pageError: "ReferenceError: app is not defined",
    });
    expect(earlyReturnCause(null, universal)).not.toBeNull();
    expect(universalCause(logOf(tests.slice(0, 14)), null)).toBeNull();
  });

  test("cannot be told from the end of a long log", () => {
    const log = logOf([1, 2, 3].map((line) => failing("a.spec.ts", line, REFUSED)));
    const tail = `${"x".repeat(50_000)}\n${log.split("\n").slice(1).join("\n")}`;
    expect(universalCause(tail, repeatingFailure(tail))).toBeNull();
  });
});

describe("the note while a run walks", () => {
  const log = logOf([1, 2, 3, 4, 5, 6, 7, 8].map((line) => failing(`f${line}.spec.ts`, line, REFUSED)));
  const found = repeatingFailure(log);
  const facts = { taskId: "bg-1", log: "/tmp/run.log", stop: "kill 41" };

  test("hands over the stop only for a proven cause of the whole run", () => {
    if (found === null) throw new Error("nothing repeats");
    const whole = repeatingFailureNote(found, { ...facts, universal: universalCause(log, found) });
    expect(whole).toContain("kill 41");
    expect(whole).toContain("and 3 more");
    expect(repeatingFailureNote(found, facts)).not.toContain("kill 41");
    const lead = { ...found, message: null, seconds: 12 };
    expect(repeatingFailureNote(lead, { ...facts, universal: { count: 8, files: [] } })).not.toContain(
      "kill 41",
    );
  });

  test("holds edits back when they would void the run, and tells the re-run only for after its end", () => {
    if (found === null) throw new Error("nothing repeats");
    const note = repeatingFailureNote(found, {
      ...facts,
      editsInvalidateRun: true,
      run: { command: "npx playwright test", cwd: "/w/app" },
    });
    expect(note).toContain("Do not edit");
    expect(note).toMatch(
      /After the run has ended, check with: cd \/w\/app && npx playwright test .*f1\.spec\.ts:1 /,
    );
  });
});

describe("the note of a finished run", () => {
  const two = [failing("a.spec.ts", 1, missing("#x")), failing("b.spec.ts", 2, missing("#x"))];

  test("is silent about one failure and counts tests and causes of more", () => {
    expect(failureCausesNote(logOf(two.slice(0, 1)))).toBeNull();
    expect(failureCausesNote(logOf(two))).toContain("2 tests failed from 1 cause:");
  });

  test("tells a run without a base URL in one line", () => {
    const bad = ["    Error: page.goto: Protocol error (Page.navigate): Cannot navigate to invalid URL"];
    const note = failureCausesNote(logOf([1, 2, 3].map((line) => failing("a.spec.ts", line, bad)))) ?? "";
    expect(note.split("\n")).toHaveLength(1);
    expect(note).toContain("no base URL");
  });

  test("advises no edit for a connection", () => {
    const note = failureCausesNote(logOf([1, 2].map((line) => failing("a.spec.ts", line, REFUSED)))) ?? "";
    expect(note).toContain("never reached the app");
    expect(note).toContain("Do not edit a handler");
  });

  test("lists twelve causes and six tests, and says what is left out and where", () => {
    const many = Array.from({ length: 14 }, (_each, index) =>
      failing("a.spec.ts", index + 1, missing(`#p${index}`)),
    );
    const note =
      failureCausesNote(logOf(many), [], { command: "npx playwright test", log: "/tmp/r.log" }) ?? "";
    expect(note.match(/^\d+\. /gm)).toHaveLength(12);
    expect(note).toContain("2 more causes left out");
    expect(note).toContain("/tmp/r.log");
    const nine = Array.from({ length: 9 }, (_each, index) => failing("a.spec.ts", index + 1, missing("#x")));
    expect(failureCausesNote(logOf(nine))).toContain("and 3 more");
  });

  test("leaves excluded tests out, names them once, and inverts them out of the re-run", () => {
    const excluded = failing("c.spec.ts", 3, missing("#y"));
    const log = logOf([...two, { ...excluded, title: "Needs  Login" }]);
    const note = failureCausesNote(log, ["needs login"], { command: "npx playwright test" }) ?? "";
    expect(note).toContain("2 tests failed");
    expect(note).toContain("left out by the request: c.spec.ts:3");
    expect(note).toContain("--grep-invert");
    expect(failuresByCause(log, ["needs login"]).flatMap((cause) => cause.tests)).toHaveLength(2);
  });

  test("shows what the page said", () => {
    const note = failureCausesNote(logOf(two), [], undefined, [
      { where: "a.spec.ts:1", items: ["Title is required"] },
    ]);
    expect(note).toContain("the page showed: Title is required");
  });

  test("fits a tool's result whatever the run printed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ maxLength: 400 }), fc.integer({ min: 1, max: 900 })), {
          maxLength: 30,
        }),
        (cases) => {
          const tests = cases.map(([text, line]) => ({
            ...failing("a.spec.ts", line, [`    Error: ${text}`]),
            title: text || "x",
          }));
          const note = failureCausesNote(logOf(tests), [], { command: "npx playwright test" });
          expect((note ?? "").length).toBeLessThanOrEqual(TOOL_RESULT_CHARS);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("a block ends where a row, another block or the tally begins", () => {
  const log = logOf(
    [failing("a.spec.ts", 1, missing("#x")), failing("b.spec.ts", 2, REFUSED)],
    [PASS, "", "  2 failed", "  1 passed (3s)"],
  );
  const blocks = failureBlocks(log);
  expect(blocks).toHaveLength(2);
  expect(blocks.join("\n")).not.toMatch(/✓|passed/);
  expect(failureBlocks(row("✘", 1, failing("a.spec.ts", 1, [])))).toEqual([]);
});

test.each<[string, string[], string[]]>([
  ["a.spec.ts › X › Needs  Login", ["needs login", "other"], ["needs login"]],
  ["", ["needs login"], []],
  ["x", ["guest"], []],
  ["a › B › Guest cannot post", ["guest\n  cannot"], ["guest\n  cannot"]],
])("in %j the excluded titles %j are %j", (heading, excluded, expected) => {
  expect(matchingExcludedTitles(heading, excluded)).toEqual(expected);
});
