import { earlyReturnCause, type RepeatingFailure, type UniversalCause } from "../causes/repeating-failure.ts";
import { REPEATING_FAILURE_LISTED } from "../limits.ts";
import { counted, cutMiddle } from "../plain-text.ts";
import { rerunOfRunningSuite } from "../../shell/public.ts";
import { messageOf, testList } from "./failure-causes-note.ts";

/** What is known of the run that still walks. */
export interface WalkingRun {
  taskId: string;
  log: string;
  /** The command that stops it. It is told only for a proven cause that fails the whole run. */
  stop: string;
  universal?: UniversalCause | null;
  run?: { command: string; cwd?: string };
  /** An edit now changes what the run measures, so that its result would not count. */
  editsInvalidateRun?: boolean;
}

const ERROR_CHARS = 240;

/** Names a cause that repeats while the run still walks, and says what may be done about it now. */
export function repeatingFailureNote(found: RepeatingFailure, o: WalkingRun): string {
  const proven = earlyReturnCause(found, o.universal);
  const tests = proven?.tests ?? found.tests;
  const places = [...new Set(tests.map((test) => test.where))].filter((where) => where !== "");
  const rerun = o.run === undefined ? null : rerunOfRunningSuite(o.run, places);
  return [
    whatRepeats(found, proven),
    testList(tests, REPEATING_FAILURE_LISTED),
    ...(proven === null
      ? ["The run goes on: it will name the other causes too."]
      : [`The whole run fails from this; the rest of it measures nothing new. Stop it: ${o.stop}`]),
    nowText(proven !== null, o.editsInvalidateRun === true),
    ...(rerun === null ? [] : [`After the run has ended, check with: ${rerun}`]),
    `More of task ${o.taskId} stands in ${o.log}.`,
  ].join("\n");
}

function whatRepeats(found: RepeatingFailure, proven: UniversalCause | null): string {
  if (proven?.pageRendersNothing === true) {
    const error =
      proven.pageError === undefined
        ? ""
        : ` The page's own error: ${cutMiddle(proven.pageError, ERROR_CHARS)}.`;
    return `The page renders nothing: all ${counted(proven.count, "test")} that failed waited for something that never appeared.${error}`;
  }
  return `${counted(found.count, "distinct test")} failed alike: ${messageOf(found)}.`;
}

function nowText(stopped: boolean, editsInvalidate: boolean): string {
  if (stopped) return "Then fix it.";
  return editsInvalidate
    ? "Do not edit the app while the run walks, or its result will not count. Prepare the fix by reading."
    : "Start on the fix now.";
}
