import { counted, cutMiddle } from "../plain-text.ts";

/** What stopped a run: a limit of the tool, the `timeout` in the command, or something that neither of them owns. */
export type CutBy = "tool-budget" | "command-timeout" | "process-stop";

/** A run that was stopped before it ended. */
export interface CutRun {
  /** How long it was let run, in seconds. */
  seconds: number;
  stoppedBy: CutBy;
  /** It ran as a background task, which has no limit of the tool. */
  background: boolean;
  /** `null` when the code in the result belongs to a filter after the run. */
  exitCode: number | null;
  ran: number | null;
  total: number | null;
  noun: "files" | "tests";
  /** The last line it printed. */
  doing: string | null;
}

const DOING_CHARS = 160;

/** How far a stopped run got, what stopped it, and the one next step. It is never told as a success. */
export function cutRunSentence(run: CutRun, suite = true): string {
  return [howFar(run), notRun(run), lastLine(run), "This is not a pass.", nextStep(run, suite)]
    .filter((part) => part !== "")
    .join(" ");
}

function howFar(run: CutRun): string {
  const noun = run.noun.slice(0, -1);
  const stop = `${STOPPED[run.stoppedBy]} after ${run.seconds} s`;
  if (run.ran === null) return `It cannot be told how far the run got; ${stop}.`;
  const far = run.total === null ? counted(run.ran, noun) : `${run.ran} of ${counted(run.total, noun)}`;
  return `The run got through ${far}; ${stop}.`;
}

const STOPPED: Readonly<Record<CutBy, string>> = {
  "tool-budget": "the limit for one command stopped it",
  "command-timeout": "the timeout in the command stopped it",
  "process-stop": "something else stopped its process",
};

function notRun(run: CutRun): string {
  if (run.ran === null || run.total === null || run.total <= run.ran) return "";
  return `${run.total - run.ran} never ran.`;
}

function lastLine(run: CutRun): string {
  const doing = run.doing?.trim() ?? "";
  return doing === "" ? "" : `Its last line was: ${cutMiddle(doing, DOING_CHARS)}.`;
}

function nextStep(run: CutRun, suite: boolean): string {
  if (run.stoppedBy === "process-stop") return "Run it again: what stopped it was not a test result.";
  if (!suite) return "Split the chained work into separate commands.";
  if (run.background && run.stoppedBy === "command-timeout") {
    return "Start it again without the timeout in front: a background task has no limit.";
  }
  return "Run it again in the background, where its log can be read while it walks.";
}
