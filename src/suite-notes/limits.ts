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

/** Traces of one run that are read, newest first. */
export const MAX_TRACE_ARTIFACTS = 12;
/** Requests kept of one trace. */
export const MAX_TRACED_REQUESTS = 6;
/** Console lines kept of one trace. */
export const MAX_TRACED_CONSOLE = 4;
/** Actions kept of one trace: the last ones. */
export const MAX_TRACED_ACTIONS = 40;
/** Characters kept of a body that was sent or received. */
export const MAX_TRACED_BODY_CHARS = 300;
/** Tests that a trace note tells about. */
export const MAX_TRACE_NOTE_TESTS = 5;
/** Requests per test in a trace note. */
export const MAX_TRACE_NOTE_REQUESTS = 4;
/** Characters of an address in a trace note, cut in the middle. */
export const TRACE_NOTE_URL_CHARS = 96;
/** Characters of a sent body in a trace note. */
export const TRACE_NOTE_SENT_CHARS = 160;
/** Characters of a received body in a trace note. */
export const TRACE_NOTE_GOT_CHARS = 120;
/** The same for the request that leads a row. */
export const TRACE_NOTE_LEAD_GOT_CHARS = 200;
