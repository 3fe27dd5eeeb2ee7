import { argumentEnd } from "../argument-end.ts";
import { runStatementsInText } from "./command-segments.ts";

/**
 * Where an option of a statement's program belongs: one past its last argument, before redirections and group
 * closers. `start` and `end` are those of `locatedCommandSegments`; `null` when they place no statement here.
 */
export function statementArgumentEnd(
  command: string,
  start: number | null,
  end: number | null,
): number | null {
  if (start === null || end === null) return null;
  const statement = runStatementsInText(command).find(
    (candidate) => candidate.start === start && candidate.end === end,
  );
  return statement === undefined ? null : argumentEnd(statement);
}
