import { lineHunks } from "../text/line-hunks.ts";
import type { Match } from "./replacement.ts";

/** Every place where a text stands, overlapping ones too. */
export function occurrences(text: string, wanted: string, most = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = [];
  if (wanted === "") return found;
  for (let at = text.indexOf(wanted); at >= 0 && found.length < most; at = text.indexOf(wanted, at + 1)) {
    found.push(at);
  }
  return found;
}

export function exactMatches(text: string, oldString: string, newString: string): Match[] {
  return occurrences(text, oldString).map((start) => ({
    start,
    end: start + oldString.length,
    newText: newString,
  }));
}

const TYPOGRAPHY =
  /[\u2018\u2019\u201A\u201B\u02BC\u201C\u201D\u201E\u201F\u2010-\u2015\u2212\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** The same text with typed quotes, hyphens and blanks instead of typeset ones. The length stays. */
export function foldTypography(text: string): string {
  return text.replace(TYPOGRAPHY, (character) => {
    if (/[\u2018-\u201B\u02BC]/.test(character)) return "'";
    if (/[\u201C-\u201F]/.test(character)) return '"';
    return /[\u2010-\u2015\u2212]/.test(character) ? "-" : " ";
  });
}

/** Finds a text whose quotes, dashes or blanks are of another form in the file; what the change leaves alone keeps the file's form. */
export function typographyMatches(text: string, oldString: string, newString: string): Match[] {
  const foldedText = foldTypography(text);
  const foldedOld = foldTypography(oldString);
  if (foldedText === text && foldedOld === oldString) return [];
  return occurrences(foldedText, foldedOld).map((start) => {
    const end = start + oldString.length;
    return { start, end, newText: inFormOf(text.slice(start, end), oldString, newString) };
  });
}

function inFormOf(segment: string, oldString: string, newString: string): string {
  const fileLines = segment.split("\n");
  const oldLines = oldString.split("\n");
  const newLines = newString.split("\n");
  const result: string[] = [];
  let at = 0;
  for (const hunk of lineHunks(oldLines.map(foldTypography), newLines.map(foldTypography))) {
    result.push(...fileLines.slice(at, hunk.oldStart));
    for (let index = hunk.newStart; index < hunk.newEnd; index += 1) {
      const oldIndex = hunk.oldStart + index - hunk.newStart;
      const line = newLines[index] ?? "";
      const paired = oldIndex < hunk.oldEnd;
      result.push(paired ? withEndsOf(fileLines[oldIndex] ?? "", oldLines[oldIndex] ?? "", line) : line);
    }
    at = hunk.oldEnd;
  }
  result.push(...fileLines.slice(at));
  return result.join("\n");
}

/** The new line with the file's own characters where old and new agree at both ends. */
function withEndsOf(fileLine: string, oldLine: string, newLine: string): string {
  const shorter = Math.min(oldLine.length, newLine.length);
  let prefix = 0;
  while (prefix < shorter && oldLine[prefix] === newLine[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < shorter - prefix && oldLine.at(-1 - suffix) === newLine.at(-1 - suffix)) suffix += 1;
  return (
    fileLine.slice(0, prefix) +
    newLine.slice(prefix, newLine.length - suffix) +
    fileLine.slice(fileLine.length - suffix)
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "'": "'",
  "`": "`",
  "\\": "\\",
};

/** Takes one level of backslash escapes away. */
function unescapedOnce(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([ntr"'`\\]))/g,
    (_, code: string | undefined, letter: string) =>
      code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Finds a text that was escaped once too often. */
export function unescapedMatches(text: string, oldString: string, newString: string): Match[] {
  const plain = unescapedOnce(oldString);
  return plain === oldString || plain === "" ? [] : exactMatches(text, plain, unescapedOnce(newString));
}
