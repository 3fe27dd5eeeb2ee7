import {
  EMPTY_PAGE_CAUSE_TESTS,
  CONNECTION_CAUSE_TESTS,
  REPEATING_CAUSE_TAIL_BYTES,
  REPEATING_FAILURE_MIN,
  UNIVERSAL_CAUSE_FILES,
} from "../limits.ts";
import { plainText } from "../plain-text.ts";
import { specFilesSelected } from "../../shell/public.ts";
import { readRun } from "../readers/read-run.ts";
import type { RunReading } from "../readers/run-reading.ts";

import { classifyPlain } from "./classify-run-failure.ts";
import { distinctTests, fileOf, type FailedTest } from "./failed-test.ts";
import { causesOf } from "./failures-by-cause.ts";
import { isMissingElement } from "./group-causes.ts";

/** A cause that repeats among the failures of a run, also of one that still walks. */
export interface RepeatingFailure {
  /** Distinct tests. */
  count: number;
  /** The line they share, or `null` when they share only their duration. */
  message: string | null;
  /** The duration they share in seconds, when they share no message: a lead, never a proof. */
  seconds: number | null;
  tests: FailedTest[];
}

/** A cause that fails the whole run. */
export interface UniversalCause {
  count: number;
  /** Distinct test files, as the log names them. */
  files: string[];
  /** Every failure waits for an element of a page that painted nothing. */
  pageRendersNothing?: true;
  /** The error that the page itself raised, when the log has it. */
  pageError?: string;
  /** The tests of a page that renders nothing. */
  tests?: FailedTest[];
}

/** The cause that most tests of `log` share, from three distinct tests on. A message counts before a duration. */
export function repeatingFailure(log: string): RepeatingFailure | null {
  const causes = causesOf(readRun(log)?.failures ?? []).filter(
    (cause) => cause.tests.length >= REPEATING_FAILURE_MIN,
  );
  const cause =
    causes.find((each) => each.message !== null) ??
    causes.find((each) => each.message === null && each.seconds !== null);
  if (cause === undefined) return null;
  return { count: cause.tests.length, message: cause.message, seconds: cause.seconds, tests: cause.tests };
}

/**
 * The cause that fails the whole run, or `null`: it must cover every failure, nothing may have passed since the first
 * of them, and it must reach several files, or all that `command` selects.
 */
export function universalCause(
  log: string,
  found: RepeatingFailure | null,
  command?: string,
): UniversalCause | null {
  const run = readRun(log);
  if (run === null || run.failures.length === 0 || !isWhole(log, run) || passedSinceFirstFailure(run))
    return null;
  const tests = distinctTests(run.failures);
  if (found !== null && found.count === tests.length) {
    const files = filesOf(found.tests);
    const cause = { count: found.count, files };
    if (found.message !== null && isConnection(found.message) && found.count >= CONNECTION_CAUSE_TESTS)
      return cause;
    const needed = (command === undefined ? null : specFilesSelected(command)) ?? UNIVERSAL_CAUSE_FILES;
    if (files.length >= needed) return cause;
  }
  return emptyPageCause(log, run, tests);
}

/** The only cause that a wait may end early for: one that fails the whole run and is proven, not a shared duration. */
export function earlyReturnCause(
  found: RepeatingFailure | null,
  universal: UniversalCause | null | undefined,
): UniversalCause | null {
  if (universal === null || universal === undefined) return null;
  const proven = universal.pageRendersNothing === true || (found !== null && found.message !== null);
  return proven ? universal : null;
}

/** The end of a longer log may lack earlier failures, and then nothing can be said about all of them. */
function isWhole(log: string, run: RunReading): boolean {
  return (
    run.announced !== null ||
    run.root !== null ||
    new TextEncoder().encode(log).length < REPEATING_CAUSE_TAIL_BYTES
  );
}

function passedSinceFirstFailure(run: RunReading): boolean {
  return run.failures.some((failure) => run.lastPass > failure.at);
}

function isConnection(message: string): boolean {
  return classifyPlain(message)?.kind === "connection";
}

function filesOf(tests: readonly FailedTest[]): string[] {
  return [...new Set(tests.map(fileOf))].filter((file) => file !== "");
}

function emptyPageCause(log: string, run: RunReading, tests: FailedTest[]): UniversalCause | null {
  if (tests.length < EMPTY_PAGE_CAUSE_TESTS) return null;
  if (!run.failures.every((failure) => isMissingElement(failure.body))) return null;
  const pageError = /(?:\[?pageerror\]?:?|Uncaught(?: \(in promise\))?) *((?:\w*Error): .+)/i.exec(
    plainText(log),
  )?.[1];
  return {
    count: tests.length,
    files: filesOf(tests),
    pageRendersNothing: true,
    ...(pageError === undefined ? {} : { pageError: pageError.trim() }),
    tests,
  };
}
