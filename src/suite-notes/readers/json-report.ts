import { z } from "zod";
import { plainText } from "../plain-text.ts";
import {
  blockText,
  distinctFailures,
  emptyTally,
  failureKey,
  reading,
  type ReadFailure,
  type RunReading,
  type Tally,
} from "./run-reading.ts";

const assertionSchema = z.object({
  ancestorTitles: z.array(z.string()).default([]),
  title: z.string(),
  status: z.string(),
  duration: z.number().nullish(),
  failureMessages: z.array(z.string()).nullish(),
  location: z.object({ line: z.number(), column: z.number() }).nullish(),
});
const fileSchema = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().nullish(),
  assertionResults: z.array(assertionSchema),
});
const reportSchema = z.object({
  numTotalTests: z.number(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number().default(0),
  numTodoTests: z.number().default(0),
  numFailedTestSuites: z.number().default(0),
  openHandles: z.unknown().optional(),
  testResults: z.array(fileSchema),
});

/** Reads the report that Vitest and Jest write as JSON. `null` when the text holds none. */
export function readJsonReport(text: string): RunReading | null {
  const found = jsonIn(text, '"numTotalTests"');
  const parsed = reportSchema.safeParse(found);
  if (!parsed.success) return null;
  const report = parsed.data;
  const failures = report.testResults.flatMap((file, index) => failuresOfFile(file, index));
  const summary: Tally = {
    ...emptyTally(),
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  return reading(report.openHandles === undefined ? "vitest" : "jest", {
    announced: report.numTotalTests,
    summary,
    filesFailed: report.testResults.some((file) => file.status === "failed"),
    seen: summary,
    failures: distinctFailures(failures),
    obstacle: report.testResults.length === 0 ? "No test files found." : null,
  });
}

function failuresOfFile(file: z.infer<typeof fileSchema>, at: number): ReadFailure[] {
  const failed = file.assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0 && file.status === "failed") {
    const body = reportedText(file.message ?? "");
    return [{ kind: "suite", project: "", file: file.name, titlePath: [], seconds: null, body, at }];
  }
  return failed.map((test) => ({
    kind: "test",
    project: "",
    file: file.name,
    titlePath: [...test.ancestorTitles, test.title],
    ...(test.location ? { declared: { path: file.name, ...test.location } } : {}),
    seconds: typeof test.duration === "number" ? test.duration / 1000 : null,
    body: reportedText((test.failureMessages ?? []).join("\n\n")),
    at,
  }));
}

const playwrightError = z.object({
  message: z.string().optional(),
  stack: z.string().optional(),
  value: z.string().optional(),
});
const playwrightResult = z.object({
  status: z.string().optional(),
  duration: z.number().optional(),
  errors: z.array(playwrightError).default([]),
});
const playwrightTest = z.object({
  projectName: z.string().default(""),
  status: z.string(),
  results: z.array(playwrightResult).default([]),
});
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  tests: z.array(playwrightTest),
});
interface PlaywrightSuite {
  readonly title: string;
  readonly file?: string | undefined;
  readonly specs: readonly z.infer<typeof playwrightSpec>[];
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    title: z.string(),
    file: z.string().optional(),
    specs: z.array(playwrightSpec),
    suites: z.array(playwrightSuite).optional(),
  }),
);
const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
  errors: z.array(playwrightError).default([]),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** Reads the report that Playwright writes as JSON. `null` when the text holds none. */
export function readPlaywrightJson(text: string): RunReading | null {
  const parsed = playwrightReport.safeParse(jsonIn(text, '"suites"'));
  if (!parsed.success) return null;
  const { config, suites, errors } = parsed.data;
  const summary = emptyTally();
  const failures: ReadFailure[] = [];
  const flaky: string[] = [];
  const interrupted: string[] = [];
  for (const { spec, path } of specsOf(suites, [])) {
    for (const test of spec.tests) {
      const failure = playwrightFailure(config.rootDir, spec, path, test, failures.length);
      const way = endOf(test);
      summary[way] += 1;
      if (way === "failed") failures.push(failure);
      if (way === "flaky") flaky.push(failureKey(failure));
      if (way === "interrupted") interrupted.push(failureKey(failure));
    }
  }
  const total = Object.values(summary).reduce((sum, count) => sum + count, 0);
  return reading("playwright", {
    announced: total,
    summary,
    seen: summary,
    everyTestHasRow: true,
    failures: distinctFailures(failures),
    flaky,
    interrupted,
    outsideErrors: errors.map((error) => error.message ?? error.value ?? ""),
    obstacle: total === 0 ? (errors[0]?.message ?? "No tests found.") : null,
    root: config.rootDir,
  });
}

function endOf(test: z.infer<typeof playwrightTest>): keyof Tally {
  if (test.results.some((result) => result.status === "interrupted")) return "interrupted";
  if (test.status === "expected") return "passed";
  if (test.status === "flaky") return "flaky";
  if (test.status === "unexpected") return "failed";
  return test.results.length === 0 ? "didNotRun" : "skipped";
}

function playwrightFailure(
  rootDir: string,
  spec: z.infer<typeof playwrightSpec>,
  path: readonly string[],
  test: z.infer<typeof playwrightTest>,
  at: number,
): ReadFailure {
  const result = test.results.find((each) => each.errors.length > 0) ?? test.results[0];
  const body = (result?.errors ?? [])
    .map((error) => error.stack ?? error.message ?? error.value ?? "")
    .join("\n\n");
  const file = `${rootDir}/${spec.file}`;
  return {
    kind: "test",
    project: test.projectName,
    file,
    titlePath: [...path, spec.title],
    declared: { path: file, line: spec.line, column: spec.column },
    seconds: result?.duration === undefined ? null : result.duration / 1000,
    body: reportedText(body),
    at,
  };
}

interface SpecAt {
  readonly spec: z.infer<typeof playwrightSpec>;
  readonly path: readonly string[];
}

function specsOf(suites: readonly PlaywrightSuite[], path: readonly string[]): SpecAt[] {
  return suites.flatMap((suite) => {
    const inside = suite.title === suite.file ? path : [...path, suite.title];
    return [...suite.specs.map((spec) => ({ spec, path: inside })), ...specsOf(suite.suites ?? [], inside)];
  });
}

/** Reports keep the colour codes and the headings that the terminal would show. */
function reportedText(text: string): string {
  const lines = plainText(text.replaceAll("Error: STACK_TRACE_ERROR", "Error: Test timed out.")).split("\n");
  return blockText(lines.filter((line) => line.trim() !== "● Test suite failed to run"));
}

/** The JSON object of `text` that mentions `mark`. Other text may stand before and after it. */
function jsonIn(text: string, mark: string): unknown {
  const known = text.indexOf(mark);
  if (known === -1) return undefined;
  const start = Math.max(text.startsWith("{") ? 0 : -1, text.lastIndexOf("\n{", known) + 1);
  if (text[start] !== "{") return undefined;
  const ends = [
    text.lastIndexOf("\n}") + 2,
    text.indexOf("\n", known),
    text.lastIndexOf("}") + 1,
    text.length,
  ];
  for (const end of ends) {
    if (end <= start) continue;
    try {
      return JSON.parse(text.slice(start, end));
    } catch {
      continue;
    }
  }
  return undefined;
}
