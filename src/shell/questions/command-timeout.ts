import { splice, type Splice } from "../splice.ts";
import type { ShellStatement } from "../statement.ts";
import { runStatements, segmentOf, type CommandSegment } from "./command-segments.ts";

/** The largest bound that `timeout` puts on a program of the command, in seconds, or `null`. */
export function commandTimeoutSeconds(command: string): number | null {
  let largest: number | null = null;
  for (const { boundSeconds } of runStatements(command))
    if (boundSeconds !== null && boundSeconds > (largest ?? 0)) largest = boundSeconds;
  return largest;
}

/**
 * The command without the `timeout` in front of the statements that `which` selects, and the largest bound that
 * was lifted (`null` when none was). A bound whose length is computed stays.
 */
export function withoutTimeoutWrapper(
  command: string,
  which: (segment: CommandSegment) => boolean,
): { command: string; seconds: number | null } {
  const cuts = new Map<number, Splice>();
  let seconds: number | null = null;
  for (const statement of runStatements(command)) {
    const segment = segmentOf(statement);
    if (segment === null || !which(segment)) continue;
    const placed = placedStatement(statement);
    if (placed === null) continue;
    for (const wrapper of placed.wrappers) {
      const start = placed.words[wrapper.at]?.pos;
      const end = placed.words[wrapper.startsAt]?.pos;
      if (wrapper.seconds === null || start === undefined || end === undefined) continue;
      cuts.set(start, { start, end, text: "" });
      if (wrapper.seconds > (seconds ?? 0)) seconds = wrapper.seconds;
    }
  }
  return { command: splice(command, [...cuts.values()]), seconds };
}

/** The statement of the command's own text that runs this one. */
function placedStatement(statement: ShellStatement): ShellStatement | null {
  let placed: ShellStatement | null = statement;
  while (placed?.context.frame.nested) placed = placed.context.host;
  return placed;
}

/** The seconds that a command asks for: by its own `timeout` or by a call's `timeout` in milliseconds; 0 for neither. */
export function declaredBudgetSeconds(command: string, timeoutParam: unknown): number {
  const milliseconds = typeof timeoutParam === "string" ? Number(timeoutParam) : timeoutParam;
  const asked =
    typeof milliseconds === "number" && Number.isFinite(milliseconds) && milliseconds > 0
      ? Math.round(milliseconds / 1_000)
      : 0;
  return Math.max(asked, commandTimeoutSeconds(command) ?? 0);
}
