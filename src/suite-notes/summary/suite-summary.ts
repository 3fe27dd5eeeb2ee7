import { readRun } from "../readers/read-run.ts";
import { accountedIn } from "../readers/run-reading.ts";
import { isFinished } from "../notes/run-outcome.ts";

/** What the closing summary of a run reports. */
export interface SuiteSummary {
  /** The total that was announced, or `null` when there was none. */
  announced: number | null;
  /** Every test, of Hurl every file, that the summary gives an outcome, "did not run" included. */
  accounted: number;
  /** Whether that is all that was announced, and nothing was interrupted. */
  finished: boolean;
}

/** The summary that closes the last run of `text`, or `null` when it prints none. Give it the whole text. */
export function suiteSummary(text: string): SuiteSummary | null {
  const found = readRun(text);
  if (found === null || found.summary === null) return null;
  return {
    announced: found.announced,
    accounted: accountedIn(found.summary),
    finished: isFinished(found, false),
  };
}

/** Whether `text` holds a closing summary. A summary alone does not prove that the run went to its end. */
export function suiteTally(text: string): boolean {
  return suiteSummary(text) !== null;
}
