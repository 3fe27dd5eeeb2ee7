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
  const json = readJson(lines, hint);
  if (json !== null) return json;
  const named = (LINE_READERS[hint] ?? []).map((read) => read(lines)).filter((found) => found !== null);
  const readings =
    named.length > 0 ? named : ALL_READERS.map((read) => read(lines)).filter((found) => found !== null);
  return (
    readings.toSorted((left, right) => right.place - left.place || weight(right) - weight(left))[0] ?? null
  );
}

const ALL_READERS: readonly LineReader[] = [readPlaywright, readVitest, readJest, readNodeTest, readHurl];
const LINE_READERS: Readonly<Partial<Record<TestRunner, readonly LineReader[]>>> = {
  vitest: [readVitest],
  jest: [readJest],
  playwright: [readPlaywright],
  "node-test": [readNodeTest],
  hurl: [readHurl],
};

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
