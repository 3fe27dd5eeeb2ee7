import type { TestRunner } from "../../contracts/suite-notes.ts";
import {
  commandRunsNoTests,
  isReadOnlyCommand,
  locatedCommandSegments,
  type CommandSegment,
  type LocatedCommandSegment,
} from "../../shell/public.ts";

/** What the text of a command tells about the run of a suite in it. */
export interface SuiteCommand {
  /** `null` when no runner is named: a script of the project may still start one. */
  readonly runner: TestRunner | null;
  /** The command cannot run a test: it only reads, or asks its runners for something else. */
  readonly runsNoTests: boolean;
  /** The exit code of the command is that of the run. */
  readonly ownsExitCode: boolean;
  /** Another program reads what the run prints and may leave some of it out. */
  readonly filtered: boolean;
  /** The bound that the command itself sets, in seconds. */
  readonly timeoutSeconds: number | null;
  /** The runner is asked to stop at a number of failures. */
  readonly mayStopEarly: boolean;
}

const UNREADABLE: SuiteCommand = {
  runner: null,
  runsNoTests: false,
  ownsExitCode: false,
  filtered: true,
  timeoutSeconds: null,
  mayStopEarly: false,
};
const STOPS_EARLY = /^(?:--bail(?:=.*)?|-x|--max-failures(?:=.*)?)$/;
const STOPS_NEVER = /^(?:--bail=(?:0|false)|--max-failures=0)$/;

export function suiteCommandOf(command: string): SuiteCommand {
  const statements = locatedCommandSegments(command);
  const at = runStatementAt(statements);
  const run = statements[at];
  if (run === undefined || run.segment === null) return UNREADABLE;
  const runner = runnerOf(run.segment);
  const readers = pipedAfter(statements, at);
  const last = at + readers.length === statements.length - 1;
  const { args } = run.segment;
  return {
    runner,
    runsNoTests: commandRunsNoTests(command) || (runner === null && isReadOnlyCommand(command)),
    ownsExitCode: readers.length === 0 && last && !run.background,
    filtered: readers.some((reader) => reader.segment?.program !== "tee"),
    timeoutSeconds: run.segment.timeoutSeconds,
    mayStopEarly: args.some((arg) => STOPS_EARLY.test(arg)) && !args.some((arg) => STOPS_NEVER.test(arg)),
  };
}

/** The last statement that names a runner, else the first of the last pipeline: a script may be the run. */
function runStatementAt(statements: readonly LocatedCommandSegment[]): number {
  const named = statements.findLastIndex(({ segment }) => segment !== null && runnerOf(segment) !== null);
  if (named !== -1) return named;
  return statements.findLastIndex(({ separator }) => separator !== "|");
}

function pipedAfter(statements: readonly LocatedCommandSegment[], at: number): LocatedCommandSegment[] {
  const rest = statements.slice(at + 1);
  const end = rest.findIndex(({ separator }) => separator !== "|");
  return end === -1 ? rest : rest.slice(0, end);
}

function runnerOf(segment: CommandSegment): TestRunner | null {
  switch (segment.program) {
    case "playwright":
    case "vitest":
    case "jest":
    case "hurl":
      return commandRunsNoTests(segment.text) ? null : segment.program;
    case "node":
      return segment.args.includes("--test") ? "node-test" : null;
    default:
      return null;
  }
}
