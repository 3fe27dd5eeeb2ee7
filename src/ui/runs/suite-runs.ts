import type { RunView, ToolCallView } from "../../contracts/run-view.ts";
import type { SuiteNote } from "../../contracts/suite-notes.ts";

/** One run of a suite as the agent's tool calls showed it. */
export interface SuiteRun {
  readonly key: string;
  readonly note: SuiteNote;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
}

/** Newest first. */
export function suiteRunsOf(view: RunView | undefined): readonly SuiteRun[] {
  return (view?.items ?? [])
    .filter((item): item is ToolCallView => item.kind === "tool-call" && item.suiteNote !== undefined)
    .flatMap((call) => (call.suiteNote ? [{ key: call.key, note: call.suiteNote, at: call.startedAt }] : []))
    .toReversed();
}
