import { expect, test } from "vitest";
import { suiteNoteFrom } from "./suite-note-from.ts";
import { suiteNoteText } from "./suite-note-text.ts";

const note = (stdout: string, projectRoot = "/project", exitCode = 1) =>
  suiteNoteFrom({ command: "npm test", stdout, stderr: "", exitCode, durationMs: 5, projectRoot });

/** A log whose only failure block holds `body`. */
const blockOf = (body: string) =>
  [
    "Running 1 test using 1 worker",
    "",
    "  1) a.spec.ts:1:1 › x ───",
    "",
    body,
    "",
    "  1 failed",
    "    a.spec.ts:1:1 › x ───",
    "",
  ].join("\n");

test.each([
  ["blank lines", "\n".repeat(200_000)],
  ["spaces", " ".repeat(500_000)],
  ["one long word", `    Error: ${"a".repeat(500_000)}`],
  ["one long line of marks", `    ${"✓ › 1) ● ".repeat(60_000)}`],
  ["parentheses", `    at ${"(".repeat(300_000)}`],
  ["stack words", `    at ${"node:internal ".repeat(30_000)}`],
  ["numbers with units", `    Error: ${"12 ".repeat(150_000)}`],
  ["redrawn lines", "\r 50%".repeat(100_000)],
])("a failure full of %s is read at once", (_what, body) => {
  const started = performance.now();
  const found = note(blockOf(body));
  expect(found?.failures).toHaveLength(1);
  expect(found && suiteNoteText(found, 2_000).length).toBeLessThanOrEqual(2_000);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("Windows paths become paths of the project", () => {
  const found = note(
    [
      "Running 1 test using 1 worker",
      "",
      "  1) [chromium] › e2e\\a.spec.ts:4:2 › Items › saves ───",
      "",
      "    Error: expect(received).toBe(expected)",
      "        at C:\\work\\app\\e2e\\a.spec.ts:7:11",
      "",
      "  1 failed",
      "    [chromium] › e2e\\a.spec.ts:4:2 › Items › saves ───",
      "",
    ].join("\r\n"),
    "C:\\work\\app",
  );
  expect(found?.failures).toMatchObject([
    {
      file: "e2e/a.spec.ts",
      location: { path: "e2e/a.spec.ts", line: 7, column: 11 },
      titlePath: ["Items", "saves"],
    },
  ]);
});

test("a tally that a test prints does not end the run", () => {
  const rows = [1, 2, 3].map((index) => `  ✓  ${index} a.spec.ts:${index}:1 › x${index} (1ms)`);
  const found = note(
    ["Running 3 tests using 1 worker", rows[0], "  3 passed (1s)", rows[1], rows[2]].join("\n"),
    "/project",
    143,
  );
  expect(found?.outcome).toBe("cut");
});

test("a file in another folder of the project is named from the root", () => {
  const found = suiteNoteFrom({
    command: "cd web && npx vitest run",
    stdout:
      " RUN  v4.1.12 /project/web\n\n ✓ src/a.test.ts (1 test) 3ms\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n",
    stderr:
      "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  src/a.test.ts > adds\nAssertionError: expected 1 to be 2\n ❯ src/a.test.ts:3:9\n",
    exitCode: 1,
    durationMs: 5,
    projectRoot: "/project",
  });
  expect(found?.failures).toMatchObject([
    { file: "web/src/a.test.ts", location: { path: "web/src/a.test.ts", line: 3 } },
  ]);
});
