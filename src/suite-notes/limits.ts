/** Distinct tests that must share a cause before a walking run's cause is named. */
export const REPEATING_FAILURE_MIN = 3;
/** Tests that the note of a repeating cause lists. */
export const REPEATING_FAILURE_LISTED = 5;
/** Files that a cause must span before it is said to fail a whole run. */
export const UNIVERSAL_CAUSE_FILES = 3;
/** Failed tests before «the page renders nothing» may be a cause. */
export const EMPTY_PAGE_CAUSE_TESTS = 15;
/** Tests that a connection cause must cover before it is said to fail a whole run. */
export const CONNECTION_CAUSE_TESTS = 3;
/** Causes that the note of a finished run lists. */
export const FAILURE_CAUSES_LISTED = 12;
/** Tests listed under one cause. */
export const FAILURE_CAUSE_TESTS_LISTED = 6;
/** Characters of one text in a tool's result. */
export const TOOL_RESULT_CHARS = 8_000;
/** Characters that the list of causes may take of `TOOL_RESULT_CHARS`. */
export const FAILURE_CAUSES_CHARS = 5_000;
/** Failure lines shown of a log that is still written. */
export const RUNNING_FAILURE_LINES = 40;
/** Bytes of such a log's end that follow them. */
export const RUNNING_TAIL_BYTES = 1_000;
/** Bytes of a running log that are read to find a repeating cause. */
export const REPEATING_CAUSE_TAIL_BYTES = 40_000;
