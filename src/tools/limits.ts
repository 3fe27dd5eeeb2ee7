/** Every number that a tool keeps. Descriptions, checks and messages are rendered from here. */

// Reading
/** A whole file up to this size is served without a window. */
export const READ_DEFAULT_MAX_BYTES = 262_144;
/** Largest file that is opened as text: windowed reads, edits, writes and overwrites. */
export const TEXT_OPEN_MAX_BYTES = 10_485_760;
export const MAX_READ_SIZE = TEXT_OPEN_MAX_BYTES;
export const MAX_WRITE_SIZE = TEXT_OPEN_MAX_BYTES;
/** Serialized characters that one tool result may have. */
export const MAX_READ_CALL_CHARS = 60_000;
/** Part of a result that is kept for fields other than the text. */
export const READ_RESULT_ENVELOPE_CHARS = 1_000;
export const MAX_READ_RETURN_CHARS = MAX_READ_CALL_CHARS - READ_RESULT_ENVELOPE_CHARS;
export const SMALL_FILE_WHOLE_CHARS = MAX_READ_RETURN_CHARS;
export const MAX_BATCH_READ_FILES = 25;
export const MAX_HTML_OUTLINE_LINES = 200;
export const MAX_HTML_INLINE_CHARS = 12_000;
export const HTML_OUTLINE_ROW_CHARS = 200;
export const IMAGE_MAX_BYTES = 3_932_160;
export const IMAGE_MAX_SIDE = 8_000;

// Lists and help
export const LISTED_ENTRIES = 1_000;
export const LISTED_PARENT_ENTRIES = 40;
export const SUGGESTED_PATHS = 3;

// Excerpts of what a write or an edit left behind
export const EXCERPT_CONTEXT_LINES = 3;
export const EDIT_EXCERPT_LINES = 60;
export const WRITE_EXCERPT_LINES = 40;
export const WRITE_EXCERPT_CHARS = 3_000;
export const EXCERPT_LINE_CHARS = 240;
export const CLOSEST_LINES = 12;
/** A refusal for a file that changed carries the difference up to this many lines. */
export const STALE_DIFF_LINES = 40;

// What a session remembers of files
export const STATE_TEXT_MAX = 262_144;
export const STATE_TEXT_TOTAL = 16_777_216;

// Search
export const MAX_SEARCH_RESULTS = 50;
export const MAX_FIND_RESULTS = 100;
export const MAX_SEARCH_CONTEXT_LINES = 40;
export const SEARCH_DEADLINE_MS = 10_000;
export const SEARCH_FILE_MAX_BYTES = 1_048_576;
export const SEARCH_LINE_CHARS = 500;
export const DEFAULT_SEARCH_EXCLUDED_DIRS: readonly string[] = [
  "node_modules",
  "bower_components",
  ".git",
  ".svn",
  ".hg",
  "CVS",
  "dist",
  "build",
  "coverage",
  ".next",
  ".vite",
  ".tabwright",
];

// Commands
/** Serialized characters of a command's output that reach the model, both streams together. */
export const SHELL_INLINE_MAX = 30_000;
export const SHELL_INLINE_RANGE = { least: 4_000, most: 50_000 } as const;
/** What standard error may take of it when both are long. */
export const SHELL_STDERR_SHARE = 10_000;
export const MAX_OUTPUT_SIZE = 102_400;
export const OVERFLOW_FILE_MAX_BYTES = 10_485_760;
export const TIMEOUT_DEFAULT_MS = 120_000;
export const TIMEOUT_MAX_MS = 600_000;
export const TIMEOUT_MIN_MS = 1_000;
export const OVER_CEILING_GRACE_MS = 45_000;
/** Lines in a row that are equal are folded from this many on. */
export const REPEATED_LINES_MIN = 4;

// Background tasks
export const TASK_LOG_HEAD_CHARS = 262_144;
export const TASK_LOG_TAIL_CHARS = 786_432;
export const WAIT_DEFAULT_MS = 280_000;
export const STUCK_AFTER_MS = 300_000;

/** The folder inside a project for files of ours: hidden from search, listing and version control. */
export const AGENT_FOLDER = ".tabwright";
