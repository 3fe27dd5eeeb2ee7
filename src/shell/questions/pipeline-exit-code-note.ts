import { outputNamesFailure } from "../failure-in-output.ts";
import { setsPipefail } from "../pipefail.ts";
import { plainWord } from "../plain-word.ts";
import { CHECKERS } from "../programs/checkers.ts";
import { readingOf } from "../read-command.ts";
import type { ShellStatement } from "../statement.ts";
import { runStatements, segmentOf, type CommandSegment } from "./command-segments.ts";
import { runnerUse } from "./suite-runners.ts";

/** One sentence when the exit code is not the checker's and contradicts what the checker printed; otherwise `null`. */
export function pipelineExitCodeNote(command: string, exitCode: number, output: string): string | null {
  if (setsPipefail(readingOf(command))) return null;
  const statements = runStatements(command).filter(({ context }) => !context.background);
  const source = statements.findLast(({ kind }) => kind !== "assignments");
  const checker = statements.find((statement) => isChecker(statement) && codeIsLost(statement));
  if (source === undefined || checker === undefined || source === checker) return null;
  const failed = outputNamesFailure(output);
  if ((exitCode === 0) !== failed) return null;
  const stage = source.context.frame.text.slice(source.start, source.end);
  return failed
    ? `Exit code 0 belongs to \`${stage}\`, not to ${checker.program}, and the output reports failures: the check did not pass.`
    : `Exit code ${exitCode} belongs to \`${stage}\`, not to ${checker.program}, and the output reports no failure of the check.`;
}

function isChecker(statement: ShellStatement): boolean {
  const segment = segmentOf(statement);
  if (segment === null || !CHECKERS.has(segment.program)) return false;
  return runnerUse(segment) !== "prints" && hasCheckerArgument(segment);
}

function hasCheckerArgument({ program, args }: CommandSegment): boolean {
  const needed = CHECKERS.get(program);
  return needed === null || (needed !== undefined && args.some((arg) => needed.includes(plainWord(arg))));
}

/** Whether something behind a statement decides the exit code whatever the statement's own is. */
function codeIsLost({ context, terminator }: ShellStatement): boolean {
  return (
    context.pipelines.some(({ index, count }) => index < count - 1) || [";", "\n", "||"].includes(terminator)
  );
}
