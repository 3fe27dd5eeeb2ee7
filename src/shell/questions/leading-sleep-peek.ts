import { durationSeconds } from "../duration-seconds.ts";
import { argumentsOf } from "../statement.ts";
import { isLiteral } from "../word-certainty.ts";
import { runStatementsInText } from "./command-segments.ts";

/** The shortest leading sleep that is worth replacing by a wait. */
export const MIN_PEEK_SLEEP_SECONDS = 5;

/** A sleep that a command opens with. */
export interface LeadingSleep {
  readonly seconds: number;
  /** What follows it, trimmed; `""` when nothing does. */
  readonly rest: string;
}

/** The sleep that a command opens with, or `null`: shorter ones, and sleeps that something depends on, do not count. */
export function leadingSleepPeek(command: string): LeadingSleep | null {
  const [first] = runStatementsInText(command);
  if (first === undefined || first.program !== "sleep" || first.programAt !== 0) return null;
  if (command.slice(0, first.start).trim() !== "" || first.context.background) return null;
  if (first.assignments.length > 0 || first.redirections.length > 0) return null;
  if (!["", "&&", ";", "\n"].includes(first.terminator)) return null;
  let seconds = 0;
  for (const word of argumentsOf(first)) {
    const part = isLiteral(word) ? durationSeconds(word.value) : null;
    if (part === null) return null;
    seconds += part;
  }
  if (seconds < MIN_PEEK_SLEEP_SECONDS) return null;
  const rest = command.slice(first.end).replace(/^[ \t]*(?:#[^\n]*)?(?:&&|;|\n)?/, "");
  return { seconds, rest: rest.trim() };
}
