import { REPEATING_CAUSE_TAIL_BYTES, RUNNING_FAILURE_LINES, RUNNING_TAIL_BYTES } from "../limits.ts";
import { shellQuote } from "../../shell/public.ts";

const FAILURE_MARKS = ["✘", "✗", "×", "✖", "✕"];
const NUMBERED_FAILURE = "[0-9]+\\)";
const COUNT_LINE = `[0-9]+ (${["passed", "failed", "flaky", "skipped", "did not run"].join("|")})`;
const FAILURE_WORDS = [
  "FAIL",
  "FAILED",
  "ERROR",
  "[A-Za-z]*Error:",
  "error:",
  "Traceback",
  "AssertionError",
  "Test timeout of",
  "not ok ",
];

/** Lines of a log that is still written that name a failure, for `grep -E`. */
export const RUNNING_FAILURE_LINE_RE = `^[[:space:]]*(${[...FAILURE_MARKS, NUMBERED_FAILURE, COUNT_LINE, ...FAILURE_WORDS].join("|")})`;

/** A file that is not there yet is no failure of the look. */
const ALWAYS_ENDS_WELL = "true";

/** A command that prints what a log that is still written says so far: its first failure lines, then its end. */
export function runningOutputSliceCommand(log: string, own?: string): string {
  return filesOf(log, own)
    .map(
      (file) =>
        `grep -E -m ${RUNNING_FAILURE_LINES} ${shellQuote(RUNNING_FAILURE_LINE_RE)} ${file} 2>/dev/null; tail -c ${RUNNING_TAIL_BYTES} ${file} 2>/dev/null`,
    )
    .concat(ALWAYS_ENDS_WELL)
    .join("; ");
}

/** A command that prints enough of a log's end to find a cause that repeats. Its output is read, not shown. */
export function runningCauseCommand(log: string, own?: string): string {
  return filesOf(log, own)
    .map((file) => `tail -c ${REPEATING_CAUSE_TAIL_BYTES} ${file} 2>/dev/null`)
    .concat(ALWAYS_ENDS_WELL)
    .join("; ");
}

function filesOf(log: string, own: string | undefined): string[] {
  return [...new Set(own === undefined || own === "" ? [log] : [log, own])].map(shellQuote);
}
