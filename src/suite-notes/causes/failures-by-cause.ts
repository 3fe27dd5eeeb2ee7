import { plainLines } from "../plain-text.ts";
import { playwrightBlocks } from "../readers/playwright.ts";
import { readRun } from "../readers/read-run.ts";
import type { ReadFailure } from "../readers/run-reading.ts";
import type { RunFailureKind } from "./classify-run-failure.ts";
import { matchingExcludedTitles } from "./excluded-titles.ts";
import { distinctTests, type FailedTest } from "./failed-test.ts";
import { groupCauses, type CauseGroup } from "./group-causes.ts";

/** A reason why tests failed, and those tests. */
export interface FailureCause {
  /** The line that its tests report, or `null` when the log only says how long they ran. */
  message: string | null;
  /** The duration that tests without a message share, in seconds. */
  seconds: number | null;
  tests: FailedTest[];
  /** At most two lines of the first failure. */
  evidence: string[];
  /** The suite's limit for one test in milliseconds, when that limit ended the tests. */
  budgetMs?: number;
  kind: RunFailureKind;
  /** The alerts and errors that the page showed. */
  pageShowed?: string[];
}

/** Every cause that the last run of `log` shows: those with most tests first, then as the log names them. */
export function failuresByCause(log: string, excluded: readonly string[] = []): FailureCause[] {
  const failures = (readRun(log)?.failures ?? []).filter((failure) => !isExcluded(failure, excluded));
  return causesOf(failures);
}

export function causesOf(failures: readonly ReadFailure[]): FailureCause[] {
  const causes = groupCauses(failures).map(failureCause);
  return causes.toSorted((left, right) => right.tests.length - left.tests.length);
}

export function isExcluded(failure: ReadFailure, excluded: readonly string[]): boolean {
  if (excluded.length === 0) return false;
  return matchingExcludedTitles([failure.file, ...failure.titlePath].join(" › "), excluded).length > 0;
}

function failureCause(group: CauseGroup): FailureCause {
  const { budgetMs } = group.facts;
  return {
    message: group.message,
    seconds: group.seconds,
    tests: distinctTests(group.failures),
    evidence: [...group.evidence],
    ...(budgetMs === undefined ? {} : { budgetMs }),
    kind: group.layer,
  };
}

/** The failure blocks of a Playwright log, each from its numbered heading to what follows it. */
export function failureBlocks(s: string): string[] {
  return playwrightBlocks(plainLines(s));
}
