import { tallyNamesFailure } from "../failure-in-output.ts";
import { isOutputOnlyFilter, pipeBefore, stagesAfter, type FollowingStages } from "../output-filter.ts";
import { setsPipefail } from "../pipefail.ts";
import { readingOf } from "../read-command.ts";
import { splice, type Splice } from "../splice.ts";
import type { ShellStatement } from "../statement.ts";
import { runStatements, runStatementsInText, segmentOf } from "./command-segments.ts";
import { withoutTimeoutWrapper } from "./command-timeout.ts";
import { isSuiteSegment } from "./suite-runners.ts";

export interface SuiteFilterStrip {
  readonly command: string;
  /** The dropped stages as written, or `""`. */
  readonly dropped: string;
}

export interface SuiteRunPipelinePlacement {
  /** Whether a stage behind the runner decides the exit code. */
  readonly piped: boolean;
  /** Whether the run stands in a text for another shell, so that nothing can be pointed at. */
  readonly unplaced: boolean;
}

function isSuiteStatement(statement: ShellStatement): boolean {
  const segment = segmentOf(statement);
  return segment !== null && isSuiteSegment(segment);
}

/** Drops the stages at the end of a suite run's pipeline that only cut its output. Other stages keep their place. */
export function stripTrailingSuiteFilters(command: string): SuiteFilterStrip {
  const statements = runStatementsInText(command);
  const cuts = new Map<number, Splice>();
  for (const statement of statements.filter(isSuiteStatement))
    for (const following of stagesAfter(statement, statements)) {
      const cut = cutOfFilters(command, following);
      if (cut !== null) cuts.set(cut.start, cut);
    }
  const ordered = [...cuts.values()].toSorted((a, b) => a.start - b.start);
  const dropped = ordered.map(({ start, end }) => command.slice(start, end).trim()).join(" ");
  return { command: splice(command, ordered), dropped };
}

function cutOfFilters(command: string, { stages }: FollowingStages): Splice | null {
  let first: ShellStatement | null = null;
  for (const stage of stages.toReversed()) {
    if (stage === null || !isOutputOnlyFilter(stage)) break;
    first = stage;
  }
  const last = stages.at(-1);
  const start = first === null ? null : pipeBefore(command, first);
  return start === null || !last ? null : { start, end: last.end, text: "" };
}

/** Where the exit code of a command's last suite run comes from. Without a suite run both are false. */
export function suiteRunPipelinePlacement(command: string): SuiteRunPipelinePlacement {
  const run = runStatements(command).findLast(isSuiteStatement);
  if (run === undefined) return { piped: false, unplaced: false };
  const followed = run.context.pipelines.some(({ index, count }) => index < count - 1);
  return {
    piped: followed && !setsPipefail(readingOf(command)),
    unplaced: run.context.frame.nested,
  };
}

/** Whether a stage behind the suite run decides the command's exit code. */
export function suiteRunPipedAfterRunner(command: string): boolean {
  return suiteRunPipelinePlacement(command).piped;
}

/** The exit code that a finished suite run may report: none when a later stage made it, or a 0 that the tally contradicts. */
export function suiteRunExitCode(exitCode: number | null, output: string, piped: boolean): number | null {
  if (piped || (exitCode === 0 && tallyNamesFailure(output))) return null;
  return exitCode;
}

/** The command without `timeout` in front of its suite runs, and the largest bound that was lifted. */
export function withoutSuiteTimeout(command: string): { command: string; seconds: number | null } {
  return withoutTimeoutWrapper(command, isSuiteSegment);
}
