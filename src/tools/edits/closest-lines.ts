import { CLOSEST_LINES, EXCERPT_LINE_CHARS } from "../limits.ts";
import { splitLines } from "../text/line-count.ts";
import { foldTypography } from "./exact-layers.ts";
import { indentOf } from "./indent-change.ts";

export interface ClosestLines {
  /** Rows `N: text` of the file. */
  readonly rows: string;
  readonly first: number;
  readonly last: number;
  /** In what the sent text differs from the file, as far as that can be told. */
  readonly differences: readonly string[];
}

const LEAST_DISTINCTIVE = 8;
const LINE_NUMBER = /^\s*\d+\s*(?::|\||→|\t)/;

/** The place in a file that the model most probably meant by a text that is not there. */
export function closestLines(text: string, oldString: string): ClosestLines | undefined {
  const fileLines = splitLines(text);
  const sent = splitLines(oldString).map((line) => line.replace(LINE_NUMBER, ""));
  const byForm = new Map<string, number[]>();
  for (const [index, line] of fileLines.entries()) {
    const form = looseForm(line);
    const known = byForm.get(form);
    if (known === undefined) byForm.set(form, [index]);
    else known.push(index);
  }
  const anchor = distinctiveAnchor(sent, byForm) ?? similarAnchor(sent, fileLines);
  if (anchor === undefined) return undefined;
  const start = Math.max(0, anchor.fileLine - anchor.sentLine - 2);
  const end = Math.min(fileLines.length, start + Math.min(CLOSEST_LINES, Math.max(sent.length + 4, 8)));
  return {
    rows: numberedRows(fileLines, start, end),
    first: start + 1,
    last: end,
    differences: differencesOf(oldString, fileLines[anchor.fileLine] ?? "", sent[anchor.sentLine] ?? ""),
  };
}

/** Lines of a file as rows `N: text`, long ones cut; `start` and `end` are 0-based. */
export function numberedRows(lines: readonly string[], start: number, end: number): string {
  return lines
    .slice(start, end)
    .map((line, index) => `${start + index + 1}: ${cutLine(line)}`)
    .join("\n");
}

function cutLine(line: string): string {
  if (line.length <= EXCERPT_LINE_CHARS) return line;
  return `${line.slice(0, EXCERPT_LINE_CHARS)}… (${line.length - EXCERPT_LINE_CHARS} more characters)`;
}

interface Anchor {
  readonly fileLine: number;
  readonly sentLine: number;
}

function looseForm(line: string): string {
  return foldTypography(line).trim().replace(/\s+/g, " ");
}

/** The longest sent line that is found, rather once than often. */
function distinctiveAnchor(
  sent: readonly string[],
  byForm: ReadonlyMap<string, readonly number[]>,
): Anchor | undefined {
  let best: (Anchor & { readonly weight: number }) | undefined;
  for (const [sentLine, line] of sent.entries()) {
    const form = looseForm(line);
    const places = byForm.get(form);
    const [fileLine] = places ?? [];
    if (form === "" || places === undefined || fileLine === undefined) continue;
    const weight = form.length / places.length;
    if (best === undefined || weight > best.weight) best = { fileLine, sentLine, weight };
  }
  return best !== undefined && best.weight >= LEAST_DISTINCTIVE / 2 ? best : undefined;
}

/** The file line that has the most words in common with the longest sent line. */
function similarAnchor(sent: readonly string[], fileLines: readonly string[]): Anchor | undefined {
  const sentLine = sent.reduce(
    (best, line, index) => (looseForm(line).length > looseForm(sent[best] ?? "").length ? index : best),
    0,
  );
  const words = wordsOf(sent[sentLine] ?? "");
  if (words.size < 2) return undefined;
  let best: Anchor | undefined;
  let bestShare = 0.5;
  for (const [fileLine, line] of fileLines.entries()) {
    const other = wordsOf(line);
    let common = 0;
    for (const word of words) if (other.has(word)) common += 1;
    const share = common / Math.max(words.size, other.size);
    if (share > bestShare) {
      best = { fileLine, sentLine };
      bestShare = share;
    }
  }
  return best;
}

function wordsOf(line: string): Set<string> {
  return new Set(line.match(/[\p{L}\p{N}_]+/gu) ?? []);
}

function differencesOf(oldString: string, fileLine: string, sentLine: string): string[] {
  const found: string[] = [];
  const numbered = splitLines(oldString).filter((line) => LINE_NUMBER.test(line)).length;
  if (numbered > 0 && numbered === splitLines(oldString).length) {
    found.push("old_string has line numbers in front of its lines; the file does not");
  }
  if (oldString.includes(String.raw`\n`)) {
    found.push(String.raw`old_string has \n as two characters; a line break in JSON is one escaped newline`);
  }
  if (indentOf(fileLine) !== indentOf(sentLine) && fileLine.trim() === sentLine.trim()) {
    found.push("the indentation differs");
  } else if (fileLine !== sentLine && looseForm(fileLine) === looseForm(sentLine)) {
    found.push("blanks, quotes or dashes inside the line differ");
  }
  return found;
}
