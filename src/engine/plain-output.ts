import stripAnsi from "strip-ansi";

/** The longest control sequence that is waited for at the end of a chunk. */
const LONGEST_SEQUENCE = 256;

/** Turns what a program wrote to a terminal into plain lines, chunk by chunk. */
export class PlainOutput {
  #held = "";

  add(chunk: string): string {
    const text = this.#held + chunk;
    const end = completeUntil(text);
    this.#held = text.slice(end);
    return plain(text.slice(0, end));
  }

  /** What was waiting for the rest of a sequence. */
  end(): string {
    const rest = plain(this.#held);
    this.#held = "";
    return rest;
  }
}

function completeUntil(text: string): number {
  const escape = text.lastIndexOf("\u001b");
  if (
    escape >= 0 &&
    text.length - escape < LONGEST_SEQUENCE &&
    stripAnsi(text.slice(escape)).includes("\u001b")
  )
    return escape;
  return text.endsWith("\r") ? text.length - 1 : text.length;
}

function plain(text: string): string {
  return stripAnsi(text).replaceAll("\r\n", "\n");
}
