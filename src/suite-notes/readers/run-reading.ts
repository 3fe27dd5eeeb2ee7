import type { TestRunner } from "../../contracts/suite-notes.ts";

/** How many tests ended in which way. */
export interface Tally {
  passed: number;
  failed: number;
  flaky: number;
  skipped: number;
  interrupted: number;
  didNotRun: number;
}

export interface ReadPlace {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

/** A failure as the log shows it. */
export interface ReadFailure {
  /** `suite` when no test of its own failed: a file that cannot load, or a hook. */
  readonly kind: "test" | "suite";
  readonly project: string;
  readonly file: string;
  readonly titlePath: readonly string[];
  /** Where the test is written. */
  readonly declared?: ReadPlace;
  readonly seconds: number | null;
  /** What the runner printed about it, without its heading. Empty when only a result row names the failure. */
  readonly body: string;
  /** The line of the log where it is named. */
  readonly at: number;
}

/** What one reader understood of one run. */
export interface RunReading {
  readonly runner: TestRunner;
  readonly noun: "tests" | "files";
  /** The total that was announced, before the run or in its summary. */
  readonly announced: number | null;
  /** What the closing summary counts. */
  readonly summary: Tally | null;
  /** Every row of the summary that could name a failure is in the log. */
  readonly summaryWhole: boolean;
  /** The summary says that some file failed, whatever its tests did. */
  readonly filesFailed: boolean;
  /** What the result rows count: the only source when a run was cut. */
  readonly seen: Tally;
  readonly failures: readonly ReadFailure[];
  /** Tests that failed and then passed, by title path. */
  readonly flaky: readonly string[];
  /** Tests that were running when the run was interrupted. */
  readonly interrupted: readonly string[];
  /** Every announced test has a result row: none was left when the run ended. */
  readonly everyTestHasRow: boolean;
  /** How many tests a reporter without outcomes says were started. */
  readonly stepped: number;
  /** The line of the last test that passed, or -1. */
  readonly lastPass: number;
  /** The runner says itself that it stopped at a number of failures. */
  readonly stoppedEarly: boolean;
  /** The line that announces the run or closes it, whichever comes last; -1 when neither is there. */
  readonly place: number;
  /** Why no test was reached. */
  readonly obstacle: string | null;
  /** Errors that belong to no test. */
  readonly outsideErrors: readonly string[];
  /** The folder that file names start from, when the runner prints it. */
  readonly root: string | null;
}

export function emptyTally(): Tally {
  return { passed: 0, failed: 0, flaky: 0, skipped: 0, interrupted: 0, didNotRun: 0 };
}

export function reading(runner: TestRunner, found: Partial<RunReading>): RunReading {
  return {
    runner,
    noun: "tests",
    announced: null,
    summary: null,
    seen: emptyTally(),
    failures: [],
    summaryWhole: true,
    filesFailed: false,
    flaky: [],
    interrupted: [],
    everyTestHasRow: false,
    stepped: 0,
    place: -1,
    lastPass: -1,
    stoppedEarly: false,
    obstacle: null,
    outsideErrors: [],
    root: null,
    ...found,
  };
}

/** Every test a tally accounts for. */
export function accountedIn(tally: Tally): number {
  return tally.passed + tally.failed + tally.flaky + tally.skipped + tally.interrupted + tally.didNotRun;
}

/** Equal for the same test in another run of the same suite. */
export function failureKey(failure: Pick<ReadFailure, "project" | "file" | "titlePath">): string {
  const project = failure.project === "" ? "" : `[${failure.project}] `;
  return `${project}${[failure.file, ...failure.titlePath].filter((part) => part !== "").join(" › ")}`;
}

/** The first report of each failure, in log order: a second reporter or a retry prints the same test again. */
export function distinctFailures(failures: readonly ReadFailure[]): ReadFailure[] {
  const first = new Map<string, ReadFailure>();
  for (const failure of failures) {
    const key = failureKey(failure);
    const known = first.get(key);
    if (known === undefined) first.set(key, failure);
    else if (known.body === "" && failure.body !== "") first.set(key, { ...failure, at: known.at });
  }
  return [...first.values()];
}

/** `path:line:column` taken apart. Windows drives keep their colon. */
export function placeOf(text: string): ReadPlace | null {
  const match = /^(.+?):(\d+)(?::(\d+))?$/.exec(text.trim());
  if (match?.[1] === undefined) return null;
  const line = Number(match[2]);
  return match[3] === undefined
    ? { path: match[1], line }
    : { path: match[1], line, column: Number(match[3]) };
}

/** Lines without the blank ones at both ends and without the indentation they share. */
export function blockText(lines: readonly string[]): string {
  let start = 0;
  let end = lines.length;
  while (start < end && (lines[start] ?? "").trim() === "") start += 1;
  while (end > start && (lines[end - 1] ?? "").trim() === "") end -= 1;
  const kept = lines.slice(start, end);
  let shared = Number.POSITIVE_INFINITY;
  for (const line of kept) {
    if (line.trim() !== "") shared = Math.min(shared, line.length - line.trimStart().length);
  }
  return kept
    .map((line) => (shared === Number.POSITIVE_INFINITY ? line : line.slice(shared)).trimEnd())
    .join("\n");
}
