import { readingOf } from "../read-command.ts";
import { outputFileOf, segmentOf, statementsThatRun } from "./command-segments.ts";
import { isSuiteSegment } from "./suite-runners.ts";

/**
 * The file that a command sends its own output to, or `null`: that of the suite run when one writes a file,
 * otherwise that of the last statement that does. Background statements and groups do not count.
 */
export function outputRedirectTarget(command: string): string | null {
  const statements = statementsThatRun(readingOf(command));
  let target: string | null = null;
  let ofSuite = false;
  for (const [index, statement] of statements.entries()) {
    if (statement.context.background || ofSuite) continue;
    const file = outputFileOf(statement, statements[index + 1]);
    if (file === null) continue;
    target = file;
    const segment = segmentOf(statement);
    ofSuite = segment !== null && isSuiteSegment(segment);
  }
  return target;
}
