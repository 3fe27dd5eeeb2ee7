import { playwrightArguments, playwrightStatements } from "../playwright-arguments.ts";
import type { ShellStatement } from "../statement.ts";

/** Whether a Playwright run of the command names its own config. */
export function namesSuiteConfig(command: string): boolean {
  return playwrightStatements(command, false).some(statementNamesConfig);
}

function statementNamesConfig(statement: ShellStatement): boolean {
  return playwrightArguments(statement).some(({ flag }) => flag === "--config");
}

/** Whether a Playwright run of the command walks only a part of the suite: capped, filtered or narrowed. */
export function isDiagnosisRun(command: string): boolean {
  return playwrightStatements(command, false).some(isDiagnosisStatement);
}

const NARROWING = new Set(["-x", "--last-failed", "--only-changed", "--grep", "--test-list"]);

export function isDiagnosisStatement(statement: ShellStatement): boolean {
  return playwrightArguments(statement).some(
    ({ flag, value }) =>
      flag === null || NARROWING.has(flag) || (flag === "--max-failures" && Number(value ?? "0") !== 0),
  );
}

/** How many test files the Playwright runs of a command name; `null` when they run all or it cannot be told. */
export function specFilesSelected(command: string): number | null {
  const files = new Set<string>();
  for (const statement of playwrightStatements(command, false))
    for (const { flag, value } of playwrightArguments(statement)) {
      if (flag !== null) continue;
      const file = (value ?? "").replace(/(?::\d+){1,2}$/, "");
      if (!/\.(?:spec|test)\.[cm]?[jt]sx?$/.test(file)) return null;
      files.add(file);
    }
  return files.size === 0 ? null : files.size;
}
