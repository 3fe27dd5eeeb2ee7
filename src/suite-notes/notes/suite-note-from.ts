import type { SuiteCause, SuiteFailure, SuiteNote } from "../../contracts/suite-notes.ts";
import { failureFacts } from "../causes/failure-message.ts";
import { causeSentence, groupCauses, type CauseGroup } from "../causes/group-causes.ts";
import { cutEnd, cutMiddle, plainLines } from "../plain-text.ts";
import { readRun } from "../readers/read-run.ts";
import { failureKey, type ReadFailure, type RunReading } from "../readers/run-reading.ts";
import { cutRunSentence, type CutBy } from "./cut-run.ts";
import { LogPaths } from "./paths.ts";
import { countsOf, headlineOf, outcomeOf, tallyOf, type RunEnd } from "./run-outcome.ts";

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

const BODY_CHARS = 20_000;
const MESSAGE_CHARS = 600;
const EVIDENCE_CHARS = 240;

/**
 * What the run of a test suite showed. `null` when the output is not that of a suite. Nothing counts as passed that
 * did not run, and an exit code that belongs to a filter says nothing about the run.
 */
export function suiteNoteFrom(result: SuiteRunResult): SuiteNote | null {
  const output = `${result.stdout}\n${result.stderr}`;
  const found = readRun(output);
  if (found === null) return null;
  const end = endOf(result);
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
    ...(outcome === "cut" ? { cut: { sentence: cutSentence(result, found, output) } } : {}),
    exitCode: result.exitCode,
    durationMs: result.durationMs,
  };
}

function endOf(result: SuiteRunResult): RunEnd {
  const filtered = /[|;]|(?<!&)&(?!&|>|\d)/.test(
    result.command.replaceAll("||", " ").replaceAll(/\d?>&\d/g, " "),
  );
  const stopped =
    result.killedBy !== undefined ||
    result.stoppedBy !== undefined ||
    [124, 130, 137, 143].includes(result.exitCode);
  return {
    ownExitCode: filtered ? null : result.exitCode,
    stopped,
    filtered,
    mayStopEarly: /\s(?:--bail|-x|--max-failures|--test-fail-fast)\b/.test(result.command),
  };
}

function cutSentence(result: SuiteRunResult, found: RunReading, output: string): string {
  const tally = tallyOf(found);
  const ran = tally.passed + tally.failed + tally.flaky + tally.skipped;
  const known = ran > 0 || found.announced !== null;
  return cutRunSentence({
    seconds: Math.round(result.durationMs / 1000),
    stoppedBy: stopperOf(result),
    background: false,
    exitCode: result.exitCode,
    ran: known ? ran : null,
    total: found.announced,
    noun: found.noun,
    doing: plainLines(output).findLast((line) => line.trim() !== "") ?? null,
  });
}

function stopperOf(result: SuiteRunResult): CutBy {
  if (result.stoppedBy !== undefined && result.stoppedBy !== "person") return result.stoppedBy;
  return result.exitCode === 124 ? "command-timeout" : "process-stop";
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
