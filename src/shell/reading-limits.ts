import type { ReadProblem } from "./statement.ts";

/** Longer commands are not read. */
const MAX_COMMAND_CHARS = 131_072;
/** Substitutions and nested shells inside each other. */
export const MAX_COMMAND_DEPTH = 32;
/** Heredocs that start on one line: the parser's time grows with their square. */
const MAX_HEREDOCS_PER_LINE = 64;
const MAX_MILLISECONDS = 50;
/** A short command cannot take long, so a pause of the machine must not cut it. */
const NEVER_SLOW_CHARS = 2_048;
const MAX_STEPS = 400_000;

/** Why a command is not even parsed, or `null`. */
export function refusalToRead(command: string): ReadProblem | null {
  if (command.length > MAX_COMMAND_CHARS) return { kind: "too-long", limit: MAX_COMMAND_CHARS };
  const nul = command.indexOf("\0");
  if (nul >= 0) return { kind: "nul-byte", at: nul };
  if (hasHeredocFlood(command)) return { kind: "too-many-heredocs", limit: MAX_HEREDOCS_PER_LINE };
  return null;
}

function hasHeredocFlood(command: string): boolean {
  let lineEnd = -1;
  let count = 0;
  for (let at = command.indexOf("<<"); at >= 0; at = command.indexOf("<<", at + 2)) {
    if (at > lineEnd) {
      count = 0;
      const next = command.indexOf("\n", at);
      lineEnd = next < 0 ? command.length : next;
    }
    count += 1;
    if (count > MAX_HEREDOCS_PER_LINE) return true;
  }
  return false;
}

/** Counts the work of one reading. */
export class ReadingClock {
  readonly #checksTime: boolean;
  readonly #start = performance.now();
  #steps = 0;

  constructor(chars: number) {
    this.#checksTime = chars > NEVER_SLOW_CHARS;
  }

  step(): ReadProblem | null {
    this.#steps += 1;
    const late = this.#checksTime && performance.now() - this.#start > MAX_MILLISECONDS;
    return late || this.#steps > MAX_STEPS ? { kind: "too-slow", milliseconds: MAX_MILLISECONDS } : null;
  }
}
