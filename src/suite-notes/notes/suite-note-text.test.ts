import fc from "fast-check";
import { expect, test } from "vitest";
import { suiteNoteFrom } from "./suite-note-from.ts";
import { suiteNoteText } from "./suite-note-text.ts";

const LINES = [
  "Running 40 tests using 1 worker",
  " RUN  v4.1.12 /project",
  "TAP version 13",
  "FAIL src/a.test.js",
  "  ● Cart › totals",
  "  ✘  1 e2e/a.spec.ts:4:2 › Items › title (2.4s)",
  "  1) e2e/a.spec.ts:4:2 › Items › title ────",
  "    Error: expect(locator).toBeVisible() failed",
  "not ok 1 - x",
  "  ---",
  "  ...",
  " FAIL  a.test.ts > b",
  "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 7 ⎯⎯⎯⎯⎯⎯⎯",
  "      Tests  4 failed | 2 passed (8)",
  "Tests:       3 failed, 3 total",
  "  2 failed",
  "  9 passed (1.5m)",
  "error: Assert status code",
  "  --> t/a.hurl:4:8",
  "Executed files:    3",
  "\u001B[31m×\u001B[39m",
  "\r 50%\r100%",
  "世界 😀 \uD83D",
];
const output = fc
  .array(fc.oneof(fc.constantFrom(...LINES), fc.string({ unit: "binary", maxLength: 60 })), { maxLength: 60 })
  .map((lines) => lines.join("\n"));

test("a note fits its budget whatever the output is, and nothing passes beside a failure", () => {
  fc.assert(
    fc.property(
      output,
      fc.integer({ min: 0, max: 900 }),
      fc.constantFrom(0, 1, 124, 143),
      (stdout, budget, exitCode) => {
        const note = suiteNoteFrom({
          command: "npm test",
          stdout,
          stderr: "",
          exitCode,
          durationMs: 5,
          projectRoot: "/project",
        });
        if (note === null) return;
        expect(suiteNoteText(note, budget).length).toBeLessThanOrEqual(budget);
        expect(new Set(note.failures.map((failure) => failure.id)).size).toBe(note.failures.length);
        const ids = new Set(note.failures.map((failure) => failure.id));
        expect(note.causes.flatMap((cause) => cause.failures).every((id) => ids.has(id))).toBe(true);
        if (note.outcome === "passed") {
          expect(note.failures).toEqual([]);
          expect(note.counts.failed).toBe(0);
          expect(exitCode).toBe(0);
        }
      },
    ),
    { numRuns: 400 },
  );
});
