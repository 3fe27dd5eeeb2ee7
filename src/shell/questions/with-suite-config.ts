import { flagOffset } from "../argument-end.ts";
import { playwrightStatements } from "../playwright-arguments.ts";
import { insertion, splice } from "../splice.ts";
import { quoteIfNeeded } from "./shell-quote.ts";
import { namesSuiteConfig } from "./suite-selection.ts";

/** The command with `--config` on its Playwright run; unchanged when it names one or has no such run. */
export function withSuiteConfig(command: string, config: string | null | undefined): string {
  if (!config || namesSuiteConfig(command)) return command;
  const [statement] = playwrightStatements(command, true);
  const offset = statement === undefined ? null : flagOffset(statement);
  if (offset === null) return command;
  return splice(command, [insertion(offset, ` --config=${quoteIfNeeded(config)}`)]);
}
