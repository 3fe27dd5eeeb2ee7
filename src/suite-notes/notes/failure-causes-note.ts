import { NO_BASE_URL } from "../causes/group-causes.ts";
import { distinctTests, type FailedTest } from "../causes/failed-test.ts";
import { causesOf, isExcluded, type FailureCause } from "../causes/failures-by-cause.ts";
import {
  FAILURE_CAUSES_CHARS,
  FAILURE_CAUSES_LISTED,
  FAILURE_CAUSE_TESTS_LISTED,
  TOOL_RESULT_CHARS,
} from "../limits.ts";
import { counted, cutEnd, cutMiddle } from "../plain-text.ts";
import { readRun } from "../readers/read-run.ts";
import type { RunReading } from "../readers/run-reading.ts";
import { rerunOfRunningSuite } from "../../shell/public.ts";

/** What the page of one failing test showed. */
export interface CausePageErrors {
  /** The test's place, as the log prints it. */
  where: string;
  items: readonly string[];
}

/** How a run was started. */
export interface StartedRun {
  command: string;
  cwd?: string;
  /** The file that its output went to. */
  log?: string;
  config?: string | null;
}

const TEST_CHARS = 160;
const LINE_CHARS = 240;
const SHOWN_ITEMS = 3;
const NAMED_APART = 6;
const RERUN_LOCATIONS = 40;

/**
 * Every cause of a finished run for a model, with the command that runs just the failed tests again. `null` when fewer
 * than two failures count. Never longer than `TOOL_RESULT_CHARS`.
 */
export function failureCausesNote(
  log: string,
  excluded: readonly string[] = [],
  run?: StartedRun,
  pageErrors: readonly CausePageErrors[] = [],
): string | null {
  const found = readRun(log);
  if (found === null) return null;
  const counting = found.failures.filter((failure) => !isExcluded(failure, excluded));
  const tests = distinctTests(counting);
  if (tests.length < 2) return null;
  const causes = causesOf(counting).map((cause) => withPage(cause, pageErrors));
  if (causes.every((cause) => NO_BASE_URL.test(cause.message ?? ""))) return noBaseUrl(tests.length, run);
  const head = `${counted(tests.length, "test")} failed from ${counted(causes.length, "cause")}:`;
  const listed = listedCauses(causes);
  const left = causes.length - listed.length;
  const outside = found.failures.filter((failure) => isExcluded(failure, excluded));
  const parts = [
    head,
    ...listed,
    ...(left > 0 ? [leftOut(left, run?.log)] : []),
    ...rerunLines(tests, excluded, run),
    ...flakyLines(found),
    ...excludedLines(distinctTests(outside)),
  ];
  return cutEnd(parts.join("\n"), TOOL_RESULT_CHARS);
}

function noBaseUrl(tests: number, run: StartedRun | undefined): string {
  const config = run?.config === undefined || run.config === null ? "" : ` (${run.config})`;
  return `The run had no base URL: ${counted(tests, "test")} asked for a path without a host. This is a fault of the configuration, not of the app. Run it again with the suite's config${config}.`;
}

function withPage(cause: FailureCause, pages: readonly CausePageErrors[]): FailureCause {
  const places = new Set(cause.tests.map((test) => test.where));
  const items = pages.filter((page) => places.has(page.where)).flatMap((page) => page.items);
  return items.length === 0 ? cause : { ...cause, pageShowed: [...new Set(items)] };
}

function listedCauses(causes: readonly FailureCause[]): string[] {
  const listed: string[] = [];
  let used = 0;
  for (const [index, cause] of causes.slice(0, FAILURE_CAUSES_LISTED).entries()) {
    const text = causeLines(cause, index + 1);
    if (used + text.length > FAILURE_CAUSES_CHARS) break;
    used += text.length + 1;
    listed.push(text);
  }
  return listed;
}

function causeLines(cause: FailureCause, place: number): string {
  const budget =
    cause.budgetMs === undefined ? "" : ` (${cause.budgetMs} ms is the suite's own limit for one test)`;
  const shown = (cause.pageShowed ?? [])
    .slice(0, SHOWN_ITEMS)
    .map((item) => `   the page showed: ${cutEnd(item, LINE_CHARS)}`);
  return [
    `${place}. ${counted(cause.tests.length, "test")}: ${messageOf(cause)}${budget}`,
    `   ${testList(cause.tests, FAILURE_CAUSE_TESTS_LISTED)}`,
    ...cause.evidence.slice(0, 2).map((line) => `   ${cutMiddle(line, LINE_CHARS)}`),
    ...shown,
    ...(cause.kind === "connection"
      ? [
          "   These never reached the app. Run them once more; if it repeats, read the app's log. Do not edit a handler for it.",
        ]
      : []),
  ].join("\n");
}

/** What failures share, in one line. */
export function messageOf(cause: { message: string | null; seconds: number | null }): string {
  if (cause.message !== null) return cutMiddle(cause.message.replaceAll(/\s+/g, " "), LINE_CHARS);
  if (cause.seconds !== null) return `about ${cause.seconds} s each: a shared duration, not a proven cause`;
  return "the log does not say why";
}

/** `a.spec.ts:3 saves, b.spec.ts:9 lists and 3 more`. */
export function testList(tests: readonly FailedTest[], limit: number): string {
  const shown = tests
    .slice(0, limit)
    .map((test) => cutMiddle(`${test.where} ${test.title}`.trim(), TEST_CHARS));
  const more = tests.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function leftOut(amount: number, log: string | undefined): string {
  const look =
    log === undefined ? "the run's log has them" : `find them with: grep -nE '^ +[0-9]+\\)|Error:' ${log}`;
  return `${counted(amount, "more cause")} left out; ${look}`;
}

function rerunLines(
  tests: readonly FailedTest[],
  excluded: readonly string[],
  run: StartedRun | undefined,
): string[] {
  if (run === undefined) return [];
  const places = [...new Set(tests.map((test) => test.where))]
    .filter((where) => where !== "")
    .slice(0, RERUN_LOCATIONS);
  const command = rerunOfRunningSuite(run, places, excluded);
  return command === null ? [] : [`Run just these again: ${command}`];
}

function flakyLines(found: RunReading): string[] {
  if (found.flaky.length === 0) return [];
  const shown = found.flaky.slice(0, NAMED_APART).map((title) => cutMiddle(title, TEST_CHARS));
  const more = found.flaky.length - shown.length;
  return [
    `Flaky, passed when tried again and not counted: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
  ];
}

function excludedLines(tests: readonly FailedTest[]): string[] {
  return tests.length === 0 ? [] : [`Failed but left out by the request: ${testList(tests, NAMED_APART)}`];
}
