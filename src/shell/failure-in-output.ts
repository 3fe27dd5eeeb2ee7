import { CHECK_FAILURES, TALLY_FAILURES } from "./programs/checkers.ts";

/** Whether a runner's tally in the output counts a failure. Colours and carriage returns do not matter. */
export function tallyNamesFailure(output: string): boolean {
  return TALLY_FAILURES.some((pattern) => pattern.test(plain(output)));
}

/** Whether the output of a checker or runner names a failure. */
export function outputNamesFailure(output: string): boolean {
  const text = plain(output);
  return [...CHECK_FAILURES, ...TALLY_FAILURES].some((pattern) => pattern.test(text));
}

// oxlint-disable-next-line no-control-regex -- ANSI sequences begin with ESC
const plain = (output: string): string => output.replaceAll(/\u001b\[[\d;:?]*[A-Za-z]|\r/g, "");
