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

export interface BarPart {
  readonly name: "passed" | "failed" | "flaky" | "skipped" | "not run";
  readonly count: number;
  /** Of the whole bar, 0 to 1. */
  readonly share: number;
}

/** The parts of a run's bar that are not empty, in a fixed order. */
export function barParts({ counts }: SuiteNote): readonly BarPart[] {
  const parts = [
    { name: "passed", count: counts.passed },
    { name: "failed", count: counts.failed },
    { name: "flaky", count: counts.flaky },
    { name: "skipped", count: counts.skipped },
    { name: "not run", count: counts.notRun ?? 0 },
  ] as const;
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return parts.filter(({ count }) => count > 0).map((part) => ({ ...part, share: part.count / total }));
}
