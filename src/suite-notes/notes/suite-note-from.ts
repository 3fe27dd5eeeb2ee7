import type { SuiteCause, SuiteFailure, SuiteNote, TestRunner } from "../../contracts/suite-notes.ts";
import { failureFacts } from "../causes/failure-message.ts";
import { causeSentence, groupCauses, type CauseGroup } from "../causes/group-causes.ts";
import { cutEnd, cutMiddle, plainLines } from "../plain-text.ts";
import { readRun } from "../readers/read-run.ts";
import { failureKey, reading, type ReadFailure, type RunReading } from "../readers/run-reading.ts";
import { cutRunSentence, type CutBy } from "./cut-run.ts";
import { LogPaths } from "./paths.ts";
import { countsOf, headlineOf, outcomeOf, progressOf, type RunEnd } from "./run-outcome.ts";
import { suiteCommandOf, type SuiteCommand } from "./suite-command.ts";

/** What a command's run left behind. */
export interface SuiteRunResult {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** The signal that ended it. */
  readonly killedBy?: string;
  /** What stopped it, when the caller knows. `person` is a stop that somebody asked for. */
  readonly stoppedBy?: CutBy | "person";
  readonly durationMs: number;
  /** Absolute. */
  readonly projectRoot: string;
  /** The folder the command ran in. Default: the project root. */
  readonly cwd?: string;
}

const STOP_EXIT_CODES = new Set([124, 130, 137, 143]);
const REASON = /\b\w*Error\b[^:]*: \S|^error:|not found|Cannot find|No such file/i;
/** Clocks of two processes differ a little. */
const CLOCK_SECONDS = 1;
const BODY_CHARS = 20_000;
const MESSAGE_CHARS = 600;
const EVIDENCE_CHARS = 240;

/**
 * What the run of a test suite showed. `null` when the output is not that of a suite. Nothing counts as passed that
 * did not run, and an exit code that belongs to a filter says nothing about the run.
 */
export function suiteNoteFrom(result: SuiteRunResult): SuiteNote | null {
  const output = `${result.stdout}\n${result.stderr}`;
  const command = suiteCommandOf(result.command);
  if (command.runsNoTests) return null;
  const end = endOf(result, command);
  const known = readRun(output, command.runner ?? "unknown");
  if (known === null && command.runner === null) return null;
  const found = known ?? silentRun(command.runner ?? "unknown", output, end);
  const outcome = outcomeOf(found, end);
  const counts = countsOf(found);
  const paths = new LogPaths(result.projectRoot, found.root ?? result.cwd ?? result.projectRoot);
  const groups = groupCauses(found.failures);
  return {
    runner: found.runner,
    command: result.command,
    outcome,
    headline: headlineOf(found, outcome, counts),
    ...(found.announced === null ? {} : { announced: found.announced }),
    counts,
    failures: found.failures.map((failure) => suiteFailure(failure, paths)),
    causes: groups.map((group) => suiteCause(group, paths)),
    ...(outcome === "cut" ? { cut: { sentence: cutSentence(result, found, output, command) } } : {}),
    exitCode: result.exitCode,
    durationMs: result.durationMs,
  };
}

function endOf(result: SuiteRunResult, command: SuiteCommand): RunEnd {
  const ownCode = command.ownsExitCode ? result.exitCode : null;
  const bound = command.timeoutSeconds;
  return {
    ownExitCode: ownCode,
    stopped:
      result.killedBy !== undefined ||
      result.stoppedBy !== undefined ||
      (ownCode !== null && STOP_EXIT_CODES.has(ownCode)),
    boundReached: bound !== null && result.durationMs >= (bound - CLOCK_SECONDS) * 1000,
    filtered: command.filtered,
    mayStopEarly: command.mayStopEarly,
  };
}

/** A run of a known runner in whose output no reader finds one: stopped, kept back by a filter, or never started. */
function silentRun(runner: TestRunner, output: string, end: RunEnd): RunReading {
  const lines = plainLines(output).map((line) => line.trim());
  const reason = lines.find((line) => REASON.test(line)) ?? lines.findLast((line) => line !== "");
  const failed = end.ownExitCode !== null && end.ownExitCode !== 0 && !end.stopped;
  return reading(
    runner,
    failed ? { obstacle: reason ?? "The runner ended with an error and printed nothing." } : {},
  );
}

function cutSentence(
  result: SuiteRunResult,
  found: RunReading,
  output: string,
  command: SuiteCommand,
): string {
  const { seconds, stoppedBy } = stopperOf(result, command);
  return cutRunSentence({
    seconds,
    stoppedBy,
    background: false,
    exitCode: result.exitCode,
    ...progressOf(found),
    noun: found.noun,
    doing: plainLines(output).findLast((line) => line.trim() !== "") ?? null,
  });
}

function stopperOf(result: SuiteRunResult, command: SuiteCommand): { seconds: number; stoppedBy: CutBy } {
  const seconds = Math.round(result.durationMs / 1000);
  if (result.stoppedBy !== undefined && result.stoppedBy !== "person")
    return { seconds, stoppedBy: result.stoppedBy };
  const bound = command.timeoutSeconds;
  if (bound !== null && seconds >= bound - CLOCK_SECONDS)
    return { seconds: bound, stoppedBy: "command-timeout" };
  return { seconds, stoppedBy: "process-stop" };
}

function idOf(failure: ReadFailure, paths: LogPaths): string {
  return failureKey({ ...failure, file: paths.relative(failure.file) });
}

function suiteFailure(failure: ReadFailure, paths: LogPaths): SuiteFailure {
  const facts = failureFacts(failure);
  const place = facts.raised ?? failure.declared;
  return {
    id: idOf(failure, paths),
    titlePath: failure.titlePath,
    file: paths.relative(failure.file),
    ...(place === undefined ? {} : { location: paths.location(place) }),
    message: cutEnd(facts.message, MESSAGE_CHARS),
    body: cutMiddle(failure.body, BODY_CHARS),
    ...(failure.seconds === null ? {} : { durationMs: Math.round(failure.seconds * 1000) }),
  };
}

function suiteCause(group: CauseGroup, paths: LogPaths): SuiteCause {
  const place = group.facts.raised ?? group.failures[0]?.declared;
  return {
    id: group.signature,
    kind: group.kind,
    summary: causeSentence(group),
    evidence: group.evidence.map((line) => cutMiddle(line, EVIDENCE_CHARS)),
    failures: group.failures.map((failure) => idOf(failure, paths)),
    ...(place === undefined ? {} : { location: paths.location(place) }),
  };
}
