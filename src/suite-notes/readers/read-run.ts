import type { TestRunner } from "../../contracts/suite-notes.ts";
import { plainLines } from "../plain-text.ts";
import { readHurl } from "./hurl.ts";
import { readJest } from "./jest.ts";
import { readJsonReport, readPlaywrightJson } from "./json-report.ts";
import { readNodeTest } from "./node-test.ts";
import { readPlaywright } from "./playwright.ts";
import type { RunReading } from "./run-reading.ts";
import { readVitest } from "./vitest.ts";

type LineReader = (lines: readonly string[]) => RunReading | null;

/**
 * Understands the last run in `text`. `hint` names the runner that the command starts; without it the output alone
 * decides. `null` when no reader knows the text.
 */
export function readRun(text: string, hint: TestRunner = "unknown"): RunReading | null {
  const lines = plainLines(text);
  const readers = ALL_READERS.filter(({ marks }) => marks.some((mark) => text.includes(mark)));
  const json = readJson(lines, hint);
  if (json !== null) return json;
  const named = readers.filter(({ runner }) => runner === hint).map(({ read }) => read(lines));
  const known = named.filter((found) => found !== null);
  const readings =
    known.length > 0 ? known : readers.map(({ read }) => read(lines)).filter((found) => found !== null);
  return (
    readings.toSorted((left, right) => right.place - left.place || weight(right) - weight(left))[0] ?? null
  );
}

/** A text without any of a reader's marks is nothing for it: most of a long log is walked once, not five times. */
const ALL_READERS: readonly { runner: TestRunner; read: LineReader; marks: readonly string[] }[] = [
  {
    runner: "playwright",
    read: readPlaywright,
    marks: [" › ", "Running ", " passed (", "did not run", "No tests found", "playwright"],
  },
  {
    runner: "vitest",
    read: readVitest,
    marks: [
      " RUN ",
      "RUN  v",
      "Tests ",
      "⎯⎯⎯",
      "No test files found",
      "No test suite found",
      "failed to load config from ",
    ],
  },
  { runner: "jest", read: readJest, marks: ["PASS ", "FAIL ", "Tests: ", "● ", "No tests found, exiting"] },
  {
    runner: "node-test",
    read: readNodeTest,
    marks: ["TAP version", "ℹ ", "# tests ", "✔ ", "✖ ", "▶ ", "Could not find '"],
  },
  { runner: "hurl", read: readHurl, marks: [".hurl: ", ".hurl:", "Executed"] },
];

/** Among readings without a place, the more certain one wins: a summary, then failures, then result rows. */
function weight(found: RunReading): number {
  const rows = Object.values(found.seen).reduce((sum, count) => sum + count, 0);
  return (found.summary === null ? 0 : 8) + (found.failures.length > 0 ? 4 : 0) + (rows > 0 ? 2 : 0);
}

function readJson(lines: readonly string[], hint: TestRunner): RunReading | null {
  if (!lines.some((line) => line.startsWith("{"))) return null;
  const text = lines.join("\n");
  if (hint === "playwright") return readPlaywrightJson(text);
  return readJsonReport(text) ?? readPlaywrightJson(text);
}
