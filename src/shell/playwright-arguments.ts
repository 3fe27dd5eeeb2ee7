import {
  PLAYWRIGHT_LIST_FLAGS,
  PLAYWRIGHT_OPTIONAL_VALUE_FLAGS,
  PLAYWRIGHT_VALUE_FLAGS,
} from "./programs/runners.ts";
import { isPlaywrightSegment } from "./questions/suite-runners.ts";
import { runStatements, runStatementsInText, segmentOf } from "./questions/command-segments.ts";
import type { Splice } from "./splice.ts";
import type { ShellStatement, ShellWord } from "./statement.ts";

/** One argument of `playwright test`: a flag with the words of its value, or a filter. */
export interface PlaywrightArgument {
  /** The flag as Playwright's help names it, or `null` for a filter. */
  readonly flag: string | null;
  /** The value of the flag or the filter, without quotes; `null` for a flag without one. */
  readonly value: string | null;
  readonly words: readonly ShellWord[];
}

const LONG_NAMES: ReadonlyMap<string, string> = new Map([
  ["-c", "--config"],
  ["-g", "--grep"],
  ["-G", "--grep-invert"],
  ["-gv", "--grep-invert"],
  ["-j", "--workers"],
  ["-u", "--update-snapshots"],
]);

/** The statements of a command that run Playwright tests; with `inText`, only those that can be rewritten. */
export function playwrightStatements(command: string, inText: boolean): ShellStatement[] {
  return (inText ? runStatementsInText(command) : runStatements(command)).filter((statement) => {
    const segment = segmentOf(statement);
    return segment !== null && isPlaywrightSegment(segment);
  });
}

/** The word `test`, behind which the arguments of the run stand. */
export function testWordIndex(statement: ShellStatement): number {
  const found = statement.words.findIndex(
    ({ value }, index) => index > statement.programAt && value === "test",
  );
  return found < 0 ? statement.programAt : found;
}

export function playwrightArguments(statement: ShellStatement): PlaywrightArgument[] {
  const words = statement.words.slice(testWordIndex(statement) + 1);
  const found: PlaywrightArgument[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) continue;
    if (word.value === "--") {
      found.push({ flag: "--", value: null, words: [word] });
      found.push(...words.slice(index + 1).map(filterOf));
      break;
    }
    if (!word.value.startsWith("-") || word.value === "-") {
      found.push(filterOf(word));
      continue;
    }
    const argument = flagAt(words, index);
    found.push(argument);
    index += argument.words.length - 1;
  }
  return found;
}

/** Takes words of a statement out, with the spaces before them. */
export function removalOf(statement: ShellStatement, words: readonly ShellWord[]): Splice[] {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return [];
  const before = statement.context.frame.text.slice(0, first.pos).replace(/(?:[ \t]|\\\n)+$/, "").length;
  return [{ start: before, end: last.end, text: "" }];
}

const filterOf = (word: ShellWord): PlaywrightArgument => ({ flag: null, value: word.value, words: [word] });

function flagAt(words: readonly ShellWord[], index: number): PlaywrightArgument {
  const word = words[index];
  if (word === undefined) return { flag: null, value: null, words: [] };
  const equals = word.value.indexOf("=");
  const name = equals < 0 ? word.value : word.value.slice(0, equals);
  const flag = LONG_NAMES.get(name) ?? name;
  if (equals >= 0) return { flag, value: word.value.slice(equals + 1), words: [word] };
  const short = /^-[cgGj](?=.)/.exec(word.value)?.[0];
  if (short !== undefined && !PLAYWRIGHT_VALUE_FLAGS.has(word.value))
    return { flag: LONG_NAMES.get(short) ?? short, value: word.value.slice(2), words: [word] };
  if (PLAYWRIGHT_LIST_FLAGS.has(flag)) {
    let end = index + 1;
    while (end < words.length && !words[end]?.value.startsWith("-")) end += 1;
    const values = words.slice(index + 1, end);
    return { flag, value: values.map(({ value }) => value).join(" "), words: [word, ...values] };
  }
  const next = words[index + 1];
  const takes =
    PLAYWRIGHT_VALUE_FLAGS.has(word.value) ||
    (PLAYWRIGHT_OPTIONAL_VALUE_FLAGS.has(flag) && next !== undefined && !next.value.startsWith("-"));
  if (!takes || next === undefined) return { flag, value: null, words: [word] };
  return { flag, value: next.value, words: [word, next] };
}
