import type { RunId } from "./run-view.ts";

/** One durable fact of a run. The agent subject appends rows; `RunView` is their fold. */
export interface RunRow {
  readonly run: RunId;
  /** Dense from 1 inside the run. */
  readonly seq: number;
  readonly at: number;
  readonly type: string;
}
