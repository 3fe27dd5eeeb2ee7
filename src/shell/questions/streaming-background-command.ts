import { flagOffset } from "../argument-end.ts";
import { isOutputOnlyFilter, pipeBefore } from "../output-filter.ts";
import {
  playwrightArguments,
  playwrightStatements,
  removalOf,
  type PlaywrightArgument,
} from "../playwright-arguments.ts";
import { PRINTING_REPORTERS } from "../programs/runners.ts";
import { insertion, splice, type Splice } from "../splice.ts";
import type { ShellStatement } from "../statement.ts";
import { isLiteral } from "../word-certainty.ts";
import { runStatements, runStatementsInText } from "./command-segments.ts";
import { quoteIfNeeded } from "./shell-quote.ts";
import { stripTrailingSuiteFilters } from "./suite-pipeline.ts";
import { isSuiteRunCommand } from "./suite-runners.ts";
import { isDiagnosisStatement } from "./suite-selection.ts";

/** Makes Playwright's list reporter print each failure where it happens. */
export const PLAYWRIGHT_FAILURES_INLINE_ENV = "PLAYWRIGHT_LIST_PRINT_FAILURES_INLINE";

/** The command as it should run in the background, so that its log grows while it runs, and one sentence for each change. */
export function streamingBackgroundCommand(command: string): { command: string; changes: string[] } {
  const changes: string[] = [];
  let current = command;
  if (isSuiteRunCommand(command)) {
    const strip = stripTrailingSuiteFilters(command);
    current = strip.command;
    if (strip.dropped !== "")
      changes.push(
        `Dropped \`${strip.dropped}\`, because it hides failures and replaces the exit code of the run.`,
      );
  } else {
    const tail = trailingTail(command);
    if (tail !== null) {
      current = splice(command, [tail]);
      changes.push(
        `Dropped \`${command.slice(tail.start, tail.end).trim()}\`, because it holds the output back until the end.`,
      );
    }
  }
  const splices = playwrightStatements(current, true).flatMap((statement) => rewritesOf(statement, changes));
  return { command: splice(current, splices), changes: [...new Set(changes)] };
}

function trailingTail(command: string): Splice | null {
  if (runStatements(command).some(({ context }) => context.frame.nested && context.background)) return null;
  const last = runStatementsInText(command).at(-1);
  if (last === undefined || last.program !== "tail" || last.context.grouped || last.context.background)
    return null;
  const [place] = last.context.pipelines;
  if (place === undefined || place.index === 0 || !isOutputOnlyFilter(last)) return null;
  const start = pipeBefore(command, last);
  return start === null ? null : { start, end: last.end, text: "" };
}

function rewritesOf(statement: ShellStatement, changes: string[]): Splice[] {
  const offset = flagOffset(statement);
  if (offset === null) return [];
  const args = playwrightArguments(statement);
  const splices = reporterRewrite(statement, args, offset);
  if (splices.length > 0)
    changes.push("Set `--reporter=list`, so that each result is printed once, when it is known.");
  if (isDiagnosisStatement(statement) && !args.some(({ flag }) => flag === "--retries")) {
    splices.push(insertion(offset, " --retries=0"));
    changes.push("Added `--retries=0`, because a narrowed run needs each failure only once.");
  }
  if (!setsVariable(statement, PLAYWRIGHT_FAILURES_INLINE_ENV)) {
    splices.push(insertion(statement.assignmentOffset, `${PLAYWRIGHT_FAILURES_INLINE_ENV}=1 `));
    changes.push(
      `Set \`${PLAYWRIGHT_FAILURES_INLINE_ENV}=1\`, so that the log names each failure while the run goes on.`,
    );
  }
  return splices;
}

function reporterRewrite(
  statement: ShellStatement,
  args: readonly PlaywrightArgument[],
  offset: number,
): Splice[] {
  const reporters = args.filter(({ flag }) => flag === "--reporter");
  const added = args.filter(
    ({ flag, value }) => flag === "--add-reporter" && isPrinting(value ?? "", statement),
  );
  const removed = added.flatMap(({ words }) => removalOf(statement, words));
  const named = reporters.at(-1);
  if (named === undefined) return [insertion(offset, " --reporter=list"), ...removed];
  if (!reporters.every(({ words }) => words.every(isLiteral))) return removed;
  const kept = (named.value ?? "").split(",").filter((name) => name !== "" && !isPrinting(name, statement));
  const value = ["list", ...kept].join(",");
  if (named.value === value && reporters.length === 1) return removed;
  const [first] = named.words;
  const last = named.words.at(-1);
  if (first === undefined || last === undefined) return removed;
  const earlier = reporters.slice(0, -1).flatMap(({ words }) => removalOf(statement, words));
  return [
    { start: first.pos, end: last.end, text: quoteIfNeeded(`--reporter=${value}`) },
    ...earlier,
    ...removed,
  ];
}

/** A machine-readable report that goes to a file prints nothing. */
function isPrinting(reporter: string, statement: ShellStatement): boolean {
  const output = { json: "PLAYWRIGHT_JSON_OUTPUT_", junit: "PLAYWRIGHT_JUNIT_OUTPUT_" }[reporter];
  return PRINTING_REPORTERS.has(reporter) && !(output !== undefined && setsVariable(statement, output));
}

function setsVariable(statement: ShellStatement, prefix: string): boolean {
  const own = statement.assignments.map(({ text }) => text);
  const wrapped = statement.wrappers.flatMap(({ assignments }) => assignments);
  return [...own, ...wrapped].some((text) => text.startsWith(prefix));
}
