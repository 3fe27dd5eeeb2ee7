import { flagOffset } from "../argument-end.ts";
import { playwrightArguments, playwrightStatements } from "../playwright-arguments.ts";
import { resolvePath, runDirectory } from "../run-directory.ts";
import { insertion, splice } from "../splice.ts";
import { isDiagnosisStatement } from "./suite-selection.ts";

/** Keeps a trace of every test that fails. */
export const DIAGNOSIS_TRACE_FLAG = "--trace=retain-on-failure";

export interface DiagnosisTraceRewrite {
  readonly command: string;
  /** One sentence about the added flag, or `null` when nothing was added. */
  readonly change: string | null;
}

const CONFIG_NAMES = ["ts", "js", "mts", "mjs", "cts", "cjs"].map((end) => `playwright.config.${end}`);

/** Whether a Playwright config keeps a trace of tests that fail at their first try. Unreadable text keeps none. */
export function suiteRecordsTraces(configText: string): boolean {
  return /(?:^|[\s{,('"`])trace['"]?\s*:\s*(?:\{[^{}]*?\bmode['"]?\s*:\s*)?(['"`])(?:on|retain-on-failure|retain-on-first-failure|retain-on-failure-and-retries)\1\s*(?:[,}\n)]|as\b|$)/.test(
    withoutComments(configText),
  );
}

function withoutComments(text: string): string {
  return text.replaceAll(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_all, quoted: string | undefined) => quoted ?? " ",
  );
}

/** The command of a narrowed Playwright run with a trace flag, when neither it nor its config records traces. */
export async function diagnosisTraceCommand(args: {
  readonly command: string;
  readonly cwd: string;
  readonly readFile: (path: string) => Promise<string>;
}): Promise<DiagnosisTraceRewrite> {
  const { command, cwd, readFile } = args;
  const unchanged = { command, change: null };
  const statement = playwrightStatements(command, true).find(isDiagnosisStatement);
  const offset = statement === undefined ? null : flagOffset(statement);
  if (statement === undefined || offset === null) return unchanged;
  const flags = playwrightArguments(statement);
  if (flags.some(({ flag }) => flag === "--trace")) return unchanged;
  const named = flags.findLast(({ flag }) => flag === "--config")?.value;
  const directory = runDirectory(command, statement, cwd);
  const names = named ? [named] : CONFIG_NAMES;
  const text = directory === null ? "" : await firstReadable(names, directory, readFile);
  if (suiteRecordsTraces(text)) return unchanged;
  return {
    command: splice(command, [insertion(offset, ` ${DIAGNOSIS_TRACE_FLAG}`)]),
    change: `Added \`${DIAGNOSIS_TRACE_FLAG}\`, because the config keeps no trace of a failing test.`,
  };
}

async function firstReadable(
  names: readonly string[],
  directory: string,
  readFile: (path: string) => Promise<string>,
): Promise<string> {
  for (const name of names) {
    try {
      return await readFile(resolvePath(directory, name));
    } catch {
      // A config that cannot be read records nothing that is known.
    }
  }
  return "";
}
