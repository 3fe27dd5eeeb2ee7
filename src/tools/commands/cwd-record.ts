import { shellQuote } from "../../shell/public.ts";

const MARK_NAME = "tabwright-cwd-";
/** Any record, also one of a call whose mark is not known. */
const ANY_RECORD = /<tabwright-cwd-([0-9a-f]{16})>[^<>\0]{0,4096}<\/tabwright-cwd-\1>/g;

/** One call's own mark, so that a command cannot print a record in its place. */
export interface CwdMark {
  readonly open: string;
  readonly close: string;
}

export function newCwdMark(): CwdMark {
  const token = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return { open: `<${MARK_NAME}${token}>`, close: `</${MARK_NAME}${token}>` };
}

/**
 * A script that runs a command unchanged, as one statement, and then prints the directory it ended in to standard error, also
 * after `exit` and `set -e`. The exit code stays the command's own.
 */
export function recordingCommand(command: string, mark: CwdMark, startIn?: string): string {
  const print = `{ set +eux; } 2>/dev/null; printf '%s%s%s' ${shellQuote(mark.open)} "$(pwd)" ${shellQuote(mark.close)} >&2`;
  const lines = [
    ...(startIn === undefined ? [] : [`cd -- ${shellQuote(startIn)} || exit 1`]),
    `trap ${shellQuote(`__tw_code=$?; ${print}; exit $__tw_code`)} EXIT`,
    `eval ${shellQuote(command)}`,
    `__tw_code=$?; ${print}`,
    "exit $__tw_code",
  ];
  return `${lines.join("\n")}\n`;
}

export interface StrippedOutput {
  readonly text: string;
  /** The directory of the last complete record of this call. */
  readonly directory?: string;
}

/** Takes every record out of an output and reads the last one of this call. An opening without an end stays in the text. */
export function stripCwdRecords(output: string, mark: CwdMark): StrippedOutput {
  const end = output.lastIndexOf(mark.close);
  const start = end < 0 ? -1 : output.lastIndexOf(mark.open, end);
  const directory = start < 0 ? undefined : output.slice(start + mark.open.length, end);
  const text = output.includes(MARK_NAME) ? output.replace(ANY_RECORD, "") : output;
  return directory?.startsWith("/") === true ? { text, directory } : { text };
}

/** Records of calls whose mark is not known, such as those of background tasks. */
export function stripAnyCwdRecord(output: string): string {
  return output.includes(MARK_NAME) ? output.replace(ANY_RECORD, "") : output;
}

/** Lets a stream through without records, holding back what may become one. */
export class CwdRecordFilter {
  #held = "";

  push(chunk: string): string {
    const text = stripAnyCwdRecord(this.#held + chunk);
    const at = possibleRecordStart(text);
    this.#held = text.slice(at);
    return text.slice(0, at);
  }

  end(): string {
    const rest = this.#held;
    this.#held = "";
    return rest;
  }
}

const LONGEST_RECORD = 4_200;
const OPENING = `<${MARK_NAME}`;

function possibleRecordStart(text: string): number {
  const opened = text.lastIndexOf(OPENING);
  if (opened >= 0 && text.length - opened < LONGEST_RECORD) return opened;
  const last = text.lastIndexOf("<");
  return last >= 0 && OPENING.startsWith(text.slice(last)) ? last : text.length;
}
