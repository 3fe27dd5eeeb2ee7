import type { ToolResult } from "./tool.ts";

export type RefusalCode =
  | "NOT_READ"
  | "PARTIAL_VIEW"
  | "STALE"
  | "DIRTY_BUFFER"
  | "OLD_NOT_FOUND"
  | "OLD_AMBIGUOUS"
  | "INDENT_MISMATCH"
  | "EMPTY_OLD"
  | "NO_CHANGE"
  | "TOO_LARGE_READ"
  | "TOO_LARGE_OPEN"
  | "ENOENT"
  | "IS_DIRECTORY"
  | "NOT_REGULAR"
  | "OUTSIDE_ROOT"
  | "DENIED"
  | "PACKAGE_DIR"
  | "BINARY"
  | "ENCODING"
  | "UTF16_TRUNCATED"
  | "NOTEBOOK_REDIRECT"
  | "REDACTION_TOKEN"
  | "EMPTY_OVERWRITE"
  | "EMPTY_CALL"
  | "BAD_ARGUMENT"
  | "EXISTS"
  | "TIMEOUT_ARG"
  | "BLOCKED"
  | "CONFLICT"
  | "REJECTED"
  | "ABORTED"
  | "FAILED";

/** An expected failure as a model reads it: a code, what was found, and one next step. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly text: string;
  /** Structured facts beside the text. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

export function refusal(code: RefusalCode, text: string, facts?: Refusal["facts"]): Refusal {
  return facts === undefined ? { code, text } : { code, text, facts };
}

export function refused({ code, text, facts }: Refusal): ToolResult {
  return { error: `${code}: ${text}`, code, ...facts };
}

/** Ends every refusal of a tool that writes. */
export const NOTHING_CHANGED = "Nothing was changed.";
