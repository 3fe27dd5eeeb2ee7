import type { RunView, ToolCallView } from "../../contracts/run-view.ts";
import type { SuiteFailure, SuiteNote } from "../../contracts/suite-notes.ts";

/** One run of a suite as the agent's tool calls showed it. */
export interface SuiteRun {
  readonly key: string;
  readonly note: SuiteNote;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
}

/** Newest first. */
export function suiteRunsOf(view: RunView | undefined): readonly SuiteRun[] {
  return callsOf(view)
    .flatMap((call) => (call.suiteNote ? [{ key: call.key, note: call.suiteNote, at: call.startedAt }] : []))
    .toReversed();
}

/** A command that runs now. */
export interface RunningCommand {
  readonly command: string;
  readonly startedAt: number;
}

export function runningCommandOf(view: RunView | undefined): RunningCommand | undefined {
  const call = callsOf(view).findLast(({ tool, state }) => tool === "exec_command" && state === "running");
  if (call?.startedAt === undefined || typeof call.input !== "object" || call.input === null)
    return undefined;
  const command = "command" in call.input ? call.input.command : undefined;
  return typeof command === "string" ? { command, startedAt: call.startedAt } : undefined;
}

function callsOf(view: RunView | undefined): readonly ToolCallView[] {
  return (view?.items ?? []).filter((item): item is ToolCallView => item.kind === "tool-call");
}

export interface FailedFile {
  readonly file: string;
  readonly failures: readonly SuiteFailure[];
}

/** The failures by file, in the order in which the files first failed. */
export function failuresByFile(failures: readonly SuiteFailure[]): readonly FailedFile[] {
  const files = new Map<string, SuiteFailure[]>();
  for (const failure of failures) {
    const inFile = files.get(failure.file);
    if (inFile) inFile.push(failure);
    else files.set(failure.file, [failure]);
  }
  return [...files].map(([file, inFile]) => ({ file, failures: inFile }));
}
