import { flagOffset } from "../argument-end.ts";
import {
  playwrightArguments,
  playwrightStatements,
  removalOf,
  testWordIndex,
} from "../playwright-arguments.ts";
import { resolvePath, runDirectory } from "../run-directory.ts";
import type { ShellStatement } from "../statement.ts";
import { insertion, splice, type Splice } from "../splice.ts";
import { runStatements, runStatementsInText } from "./command-segments.ts";
import { quoteIfNeeded, shellQuote } from "./shell-quote.ts";
import { stripTrailingSuiteFilters } from "./suite-pipeline.ts";
import { withSuiteConfig } from "./with-suite-config.ts";

const DROPPED_FLAGS = new Set([
  "--last-failed",
  "--only-changed",
  "-x",
  "--max-failures",
  "--shard",
  "--retries",
]);

/**
 * The Playwright run of a command, narrowed to `locations` (`file:line`), with no retries and without the
 * `excluded` titles. Everything else of the invocation stays. Unchanged when there is no such run or no location.
 */
export function scopedRerunCommand(
  command: string,
  locations: readonly string[],
  excluded: readonly string[] = [],
  config?: string | null,
  cwd?: string | null,
): string {
  if (locations.length === 0) return command;
  const stripped = stripTrailingSuiteFilters(command).command;
  const [statement] = playwrightStatements(stripped, true);
  const offset = statement === undefined ? null : flagOffset(statement);
  if (statement === undefined || offset === null) return command;
  const changesDirectory = runStatements(stripped).some(
    ({ program }) => program === "cd" || program === "pushd",
  );
  const filters = locationFilters(locations, runDirectory(stripped, statement, cwd ?? null));
  const edits = narrowingEdits(statement, filters, excluded, offset);
  const narrowed = withSuiteConfig(splice(stripped, edits), config);
  if (changesDirectory || !cwd) return narrowed;
  const inBackground = runStatementsInText(narrowed).some(({ context }) => context.background);
  return `cd ${quoteIfNeeded(cwd)}${inBackground ? " || exit 1; " : " && "}${narrowed}`;
}

/** The run in flight, narrowed for after its end, or `null` when it cannot be narrowed. */
export function rerunOfRunningSuite(
  run: { readonly command: string; readonly cwd?: string; readonly config?: string | null },
  locations: readonly string[],
  excluded?: readonly string[],
): string | null {
  if (locations.length === 0 || playwrightStatements(run.command, true).length === 0) return null;
  return scopedRerunCommand(run.command, locations, excluded, run.config, run.cwd);
}

function narrowingEdits(
  statement: ShellStatement,
  filters: readonly string[],
  excluded: readonly string[],
  offset: number,
): Splice[] {
  const args = playwrightArguments(statement);
  const test = statement.words[testWordIndex(statement)];
  const inverted = args.findLast(({ flag }) => flag === "--grep-invert");
  const keepsRetries = args.filter(({ flag, value }) => flag === "--retries" && value === "0").length === 1;
  const edits: Splice[] = [insertion(test?.end ?? offset, filters.map((filter) => ` ${filter}`).join(""))];
  for (const argument of args) {
    const isFilter = argument.flag === null || argument.flag === "--";
    const drops = isFilter || DROPPED_FLAGS.has(argument.flag ?? "");
    if (drops && !(argument.flag === "--retries" && argument.value === "0" && keepsRetries))
      edits.push(...removalOf(statement, argument.words));
  }
  if (!keepsRetries) edits.push(insertion(offset, " --retries=0"));
  const pattern = invertedPattern(inverted?.value ?? null, excluded);
  if (pattern === null || pattern === inverted?.value) return edits;
  const flag = `--grep-invert=${quoteIfNeeded(pattern)}`;
  const [first] = inverted?.words ?? [];
  const last = inverted?.words.at(-1);
  edits.push(first && last ? { start: first.pos, end: last.end, text: flag } : insertion(offset, ` ${flag}`));
  return edits;
}

function invertedPattern(existing: string | null, excluded: readonly string[]): string | null {
  const known = existing === null ? [] : [existing];
  const parts = excluded
    .map(escapeRegExp)
    .filter((title) => title !== "" && !(existing ?? "").split(/(?<!\\)\|/).includes(title));
  const all = [...known, ...new Set(parts)];
  return all.length === 0 ? null : all.join("|");
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Playwright reads filters as regular expressions, so a path with such characters is escaped and quoted. */
function locationFilters(locations: readonly string[], directory: string | null): string[] {
  const filters = locations.map((location) => {
    const [, file = location, line = ""] = /^(.*?)(:\d+)?(?::\d+)?$/s.exec(location) ?? [];
    const path = file.startsWith("../") && directory !== null ? resolvePath(directory, file) : file;
    return /[()[\]{}*+?^$|\\]/.test(path)
      ? shellQuote(escapeRegExp(path) + line)
      : quoteIfNeeded(path + line);
  });
  return [...new Set(filters)];
}
