import { insertion, splice } from "../splice.ts";
import { runStatementsInText } from "./command-segments.ts";
import { shellQuote } from "./shell-quote.ts";
import { isSuiteRunCommand } from "./suite-runners.ts";

const PROBES =
  "__tw_low=; nice -n 10 true >/dev/null 2>&1 && __tw_low='nice -n 10'; " +
  'ionice -c3 true >/dev/null 2>&1 && __tw_low="$__tw_low ionice -c3"; ';

/**
 * The shell line that starts a background suite run at lower CPU and IO priority, as far as running `nice` and
 * `ionice` proves that they work here, and a sentence for the note. Unchanged and `""` for any other command.
 */
export function suiteRunPriorityLaunch(command: string, launch: string): { launch: string; note: string } {
  if (!isSuiteRunCommand(command)) return { launch, note: "" };
  const statements = runStatementsInText(launch);
  const [only] = statements;
  const startsPlainly = statements.length === 1 && only !== undefined && !only.context.grouped;
  const line = startsPlainly
    ? splice(launch, [insertion(only.assignmentOffset, "$__tw_low ")])
    : `$__tw_low sh -c ${shellQuote(launch)}`;
  return {
    launch: PROBES + line,
    note: "The run has a lower CPU and disk priority where this machine allows it, so that other commands stay quick.",
  };
}
