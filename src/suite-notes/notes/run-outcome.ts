import type { SuiteCounts, SuiteNote } from "../../contracts/suite-notes.ts";
import { counted } from "../plain-text.ts";
import { accountedIn, emptyTally, type RunReading, type Tally } from "../readers/run-reading.ts";

/** What is known about how the process of a run ended. */
export interface RunEnd {
  /** `null` when the code in the result belongs to another program than the runner. */
  readonly ownExitCode: number | null;
  /** A signal, a limit or a person ended it. */
  readonly stopped: boolean;
  /** The command's own limit in time was used up. */
  readonly boundReached: boolean;
  /** Another program stands between the runner and the output. */
  readonly filtered: boolean;
  /** The command asks the runner to stop at a number of failures. */
  readonly mayStopEarly: boolean;
}

export type Outcome = SuiteNote["outcome"];

/** The tally that counts: of the summary where there is one, else of the result rows. */
function tallyOf(found: RunReading): Tally {
  return found.summary ?? found.seen ?? emptyTally();
}

/** Whether the run walked to its end: every announced test is accounted for, and none was interrupted. */
export function isFinished(found: RunReading, mayStopEarly: boolean): boolean {
  const { summary, announced } = found;
  if (summary === null || summary.interrupted > 0) return false;
  if (found.stoppedEarly || mayStopEarly) return true;
  if (announced !== null && accountedIn(summary) < announced) return false;
  return summary.didNotRun === 0 || found.everyTestHasRow;
}

export function outcomeOf(found: RunReading, end: RunEnd): Outcome {
  const tally = tallyOf(found);
  const bad = tally.failed > 0 || found.failures.length > 0 || found.filesFailed;
  if (noTestRan(found, tally)) return couldNotRunOr(found, end);
  if (found.summary === null) return silentOutcome(found, end, bad);
  if (!isFinished(found, end.mayStopEarly) && !endedByItself(found, end))
    return end.stopped || !end.filtered || tally.interrupted > 0 ? "cut" : cutOrFailed(bad);
  if (bad || found.outsideErrors.length > 0) return "failed";
  if (end.stopped) return "cut";
  if (end.ownExitCode !== null && end.ownExitCode !== 0) return "failed";
  if (found.summaryWhole || end.ownExitCode === 0)
    return tally.passed + tally.flaky > 0 ? "passed" : "unknown";
  return "unknown";
}

/** A hook that fails leaves tests that did not run in a run that went to its end: its own exit code tells. */
function endedByItself(found: RunReading, end: RunEnd): boolean {
  const { summary, announced } = found;
  if (summary === null || announced === null || summary.interrupted > 0) return false;
  return !end.stopped && end.ownExitCode !== null && accountedIn(summary) >= announced && summary.failed > 0;
}

function silentOutcome(found: RunReading, end: RunEnd, bad: boolean): Outcome {
  if (end.stopped || end.boundReached) return "cut";
  if (end.filtered) return cutOrFailed(bad);
  const nothing =
    found.announced === null && found.failures.length === 0 && found.lastPass === -1 && found.root === null;
  return nothing && end.ownExitCode === 0 ? "unknown" : "cut";
}

/** How many tests of how many had ended when the run was stopped. */
export function progressOf(found: RunReading): { ran: number | null; total: number | null } {
  const tally = tallyOf(found);
  const ended = accountedIn(tally) - tally.didNotRun - tally.interrupted;
  const ran = Math.max(ended, found.summary === null ? found.stepped : 0);
  return { ran: ran === 0 && found.announced === null ? null : ran, total: found.announced };
}

function cutOrFailed(bad: boolean): Outcome {
  return bad ? "failed" : "unknown";
}

function noTestRan(found: RunReading, tally: Tally): boolean {
  if (found.obstacle !== null) return true;
  const reached = tally.passed + tally.failed + tally.flaky + tally.interrupted;
  return (
    reached === 0 &&
    found.summary !== null &&
    found.failures.every((failure) => failure.kind === "suite") &&
    tally.skipped === 0
  );
}

function couldNotRunOr(found: RunReading, end: RunEnd): Outcome {
  if (end.stopped && found.obstacle === null) return "cut";
  return found.obstacle !== null || found.failures.length > 0 || end.ownExitCode !== 0
    ? "could-not-run"
    : "unknown";
}

export function countsOf(found: RunReading): SuiteCounts {
  const tally = tallyOf(found);
  const ended = progressOf(found).ran ?? 0;
  return {
    passed: tally.passed,
    failed: tally.failed,
    flaky: tally.flaky,
    skipped: tally.skipped,
    ...(found.announced === null ? {} : { notRun: Math.max(0, found.announced - ended) }),
  };
}

/** One sentence: how many ran and what came of them. */
export function headlineOf(found: RunReading, outcome: Outcome, counts: SuiteCounts): string {
  const files = found.failures.filter((failure) => failure.kind === "suite").length;
  const noun = found.noun.slice(0, -1);
  switch (outcome) {
    case "could-not-run":
      return `No test ran${reason(found, files)}.`;
    case "unknown":
      return `The output does not tell how the run ended${shown(counts, noun)}.`;
    case "cut":
      return `The run was cut before its end${shown(counts, noun)}.`;
    case "failed":
      return failedSentence(found, counts, files, noun);
    case "passed":
      return passedSentence(counts, noun);
  }
}

function reason(found: RunReading, files: number): string {
  if (found.obstacle !== null) return `: ${firstSentence(found.obstacle)}`;
  return files > 0 ? `: ${counted(files, "file")} could not be loaded` : "";
}

function firstSentence(text: string): string {
  const line = text.split("\n").find((each) => each.trim() !== "") ?? "";
  return line
    .trim()
    .replace(/[.:]+$/, "")
    .slice(0, 200);
}

function parts(counts: SuiteCounts, except: keyof SuiteCounts): string[] {
  const words: [keyof SuiteCounts, string][] = [
    ["failed", "failed"],
    ["passed", "passed"],
    ["flaky", "passed only when tried again"],
    ["skipped", "skipped"],
    ["notRun", "never ran"],
  ];
  return words
    .filter(([key]) => key !== except && (counts[key] ?? 0) > 0)
    .map(([key, word]) => `${counts[key] ?? 0} ${word}`);
}

function shown(counts: SuiteCounts, noun: string): string {
  const told = parts({ ...counts }, "skipped");
  return told.length === 0
    ? ""
    : `; it shows ${told.join(", ")} ${noun}s`.replace(/never ran (tests|files)$/, "never ran");
}

function failedSentence(found: RunReading, counts: SuiteCounts, files: number, noun: string): string {
  const total = found.announced;
  const tests = total === null ? counted(counts.failed, noun) : `${counts.failed} of ${counted(total, noun)}`;
  const rest = parts(counts, "failed");
  const failed = counts.failed > 0 ? [`${tests} failed`] : [];
  const suites =
    files > 0
      ? [
          `${counted(files, "file or hook")} failed outside of a test`.replace(
            "file or hooks",
            "files or hooks",
          ),
        ]
      : [];
  const outside = found.outsideErrors.length > 0 ? ["an error was raised outside of any test"] : [];
  const bad = [...failed, ...suites, ...outside];
  const start = bad.length > 0 ? bad.join(" and ") : "No test failed, but the runner ended with an error";
  return `${start}${rest.length === 0 ? "" : `; ${rest.join(", ")}`}.`;
}

function passedSentence(counts: SuiteCounts, noun: string): string {
  const rest = parts(counts, "passed");
  if (rest.length === 0)
    return counts.passed === 1 ? `The only ${noun} passed.` : `All ${counted(counts.passed, noun)} passed.`;
  return `${counted(counts.passed, noun)} passed; ${rest.join(", ")}.`;
}
