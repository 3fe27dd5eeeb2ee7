import { placeOf, type ReadFailure, type ReadPlace } from "../readers/run-reading.ts";

const ERROR_LINE = /^(?:Uncaught |thrown: )?(?:[A-Z]\w*(?:Error|Exception)|Error)\b(?: \[\w+\])?: ?\S/;
const TIMEOUT_LINE =
  /^Test timeout of \d+ms exceeded|Test timed out in \d+ms|Exceeded timeout of \d+ ms|test timed out after \d+ms/;
const CODE_FRAME = /^\s*(?:>\s*)?\d* *\|(?: |$)|^\s*❯ /;
const STACK = /^\s*at .*(?::\d+|<anonymous>\)?|node:internal.*)\)?(?: \{)?$/;
const END_OF_MESSAGE = /^\s*(?:Error Context:|attachment #|Call log:|⎯{3,}|Serialized Error:)/;
const CAUSE = /^\s*(?:\[cause\]:|Caused by:|Cause:)\s*(.*)$/;

const LINE_CHARS = 2_000;

export interface FailureFacts {
  /** The first line that says what went wrong. Empty when the log has none. */
  readonly headline: string;
  /** What a caught error was caused by. */
  readonly causes: readonly string[];
  /** The element that was waited for. */
  readonly locator: string | null;
  /** The values that differ. */
  readonly values: readonly string[];
  /** The lines from the headline to the code frame. */
  readonly message: string;
  /** Milliseconds of the per-test limit, when that is what ended the test. */
  readonly budgetMs?: number;
  /** Where it was raised, outside of installed packages. */
  readonly raised?: ReadPlace;
}

const KNOWN_FACTS = new WeakMap<Pick<ReadFailure, "body">, FailureFacts>();

/** What a failure's body says, in the few lines that matter. */
export function failureFacts(failure: Pick<ReadFailure, "body">): FailureFacts {
  const known = KNOWN_FACTS.get(failure);
  if (known !== undefined) return known;
  const facts = factsOf(failure);
  KNOWN_FACTS.set(failure, facts);
  return facts;
}

function factsOf(failure: Pick<ReadFailure, "body">): FailureFacts {
  // A longer line is data that a test printed; patterns with two open ends would take very long on it.
  const lines = failure.body.split("\n").map((line) => line.slice(0, LINE_CHARS));
  const start = headlineAt(lines);
  const told = messageLines(lines, start);
  const headline = headlineOf(lines, start, told);
  const budget =
    /(?:Test timeout of |Test timed out in |Exceeded timeout of |test timed out after )(\d+) ?ms/.exec(
      failure.body,
    )?.[1];
  const raised = raisedAt(lines);
  return {
    headline,
    ...detailsOf(lines.slice(start), told),
    message: told.join("\n"),
    ...(budget === undefined ? {} : { budgetMs: Number(budget) }),
    ...(raised === null ? {} : { raised }),
  };
}

function headlineAt(lines: readonly string[]): number {
  const timeout = lines.findIndex((line) => TIMEOUT_LINE.test(line.trim()));
  const error = lines.findIndex((line) => ERROR_LINE.test(line.trim()));
  const hurl = lines.findIndex((line) => line.startsWith("error: "));
  const found = [timeout, error, hurl].filter((at) => at !== -1);
  if (found.length > 0) return Math.min(...found);
  const first = lines.findIndex((line) => line.trim() !== "" && !CODE_FRAME.test(line) && !STACK.test(line));
  return Math.max(0, first);
}

function headlineOf(lines: readonly string[], start: number, told: readonly string[]): string {
  const first = (lines[start] ?? "").trim().replace(/^(?:Error: )?thrown: "?/, "");
  const timeout = /^Test timeout of \d+ms exceeded/.test(first);
  const operation = timeout ? told.slice(1).find((line) => ERROR_LINE.test(line.trim())) : undefined;
  return operation?.trim() ?? unquoted(first).replace(/^(\w+) \[(?:Error|ERR_ASSERTION)\]: /, "$1: ");
}

function unquoted(text: string): string {
  return /^'.*'$/.test(text) ? text.slice(1, -1) : text;
}

function messageLines(lines: readonly string[], start: number): string[] {
  const told: string[] = [];
  for (const line of lines.slice(start, start + 60)) {
    if (CODE_FRAME.test(line) || STACK.test(line) || END_OF_MESSAGE.test(line)) {
      if (told.some((each) => each.trim() !== "")) break;
      continue;
    }
    if (line.trim() === "" && told.at(-1) === "") continue;
    told.push(line.trim() === "" ? "" : line.trimEnd());
    if (told.length === 12) break;
  }
  while (told.at(-1) === "") told.pop();
  return told;
}

function detailsOf(
  after: readonly string[],
  told: readonly string[],
): Pick<FailureFacts, "causes" | "locator" | "values"> {
  const locator =
    after.find((line) => /^\s*Locator: +\S/.test(line)) ??
    after.find((line) => /^\s*- waiting for /.test(line));
  const pair = [/^\s*Expected(?: \w+)?: ?\S/, /^\s*Received(?: \w+)?: ?\S/].map((pattern) =>
    after.find((line) => pattern.test(line)),
  );
  const values = pair.filter((line) => line !== undefined);
  const shown = values.length > 0 ? values : differing(after);
  const marked = shown.length > 0 || told[0]?.trimEnd().endsWith(":") !== true ? shown : afterColon(told);
  return {
    causes: causesOf(after),
    locator: locator?.trim().replace(/^(?:- waiting for |Locator: *)/, "") ?? null,
    values: marked.map((line) => line.trim()),
  };
}

/** A headline that ends in a colon is told by the lines below it. */
function afterColon(told: readonly string[]): string[] {
  return told
    .slice(1)
    .filter((line) => line.trim() !== "")
    .slice(0, 2);
}

/** `- old` and `+ new` lines of a printed difference. */
function differing(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => /^\s*(?:- Expected|\+ actual - expected)/.test(line));
  if (from === -1) return [];
  const rest = lines
    .slice(from + 1, from + 40)
    .filter((line) => !/^\s*[-+] (?:Expected|Received)\b/.test(line));
  return [/^\s*-\s+\S/, /^\s*\+\s+\S/]
    .map((pattern) => rest.find((line) => pattern.test(line)))
    .filter((line) => line !== undefined)
    .map((line) => line.trim().replace(/^([-+])\s+/, "$1 "))
    .map((line) => (line.startsWith("- ") ? `expected ${line.slice(2)}` : `received ${line.slice(2)}`));
}

function causesOf(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    const cause = CAUSE.exec(line);
    if (cause === null) return [];
    const text = cause[1] === "" ? (lines[index + 1] ?? "").trim() : (cause[1] ?? "");
    return text === "" || text.includes("thrown:") ? [] : [text.replace(/ \{$/, "")];
  });
}

function raisedAt(lines: readonly string[]): ReadPlace | null {
  for (const line of lines) {
    const text =
      /^\s*❯ (?:.* )?(\S+:\d+:\d+)$/.exec(line)?.[1] ??
      /^\s*at (?:.*\(|async )?((?:file:\/\/)?(?:[A-Za-z]:)?[^():\n]+:\d+:\d+)\)?(?: \{)?$/.exec(line)?.[1] ??
      /^\s*--> (\S+:\d+:\d+)$/.exec(line)?.[1];
    if (text === undefined || /node_modules|^node:/.test(text)) continue;
    const place = placeOf(text.replace(/^file:\/\//, ""));
    if (place !== null) return place;
  }
  return null;
}
