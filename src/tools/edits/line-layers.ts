import { lineHunks } from "../text/line-hunks.ts";
import { splitLines } from "../text/line-count.ts";
import { type IndentChange, findIndentChange, indentOf } from "./indent-change.ts";
import type { Match, MatchLayer } from "./replacement.ts";

type LineLayer = Extract<MatchLayer, "trailing-blanks" | "indentation" | "inner-blanks">;

export interface LineMatches {
  readonly layer: LineLayer;
  readonly matches: readonly (Match & { readonly firstLine: number; readonly lastLine: number })[];
  /** 1-based first lines of places that would match if their indentation differed evenly. */
  readonly unevenAt: readonly number[];
  /** 1-based lines that match but are too short or too far from the sent indentation to be taken. */
  readonly tooWeakAt: readonly number[];
}

const FORMS: Readonly<Record<LineLayer, (line: string) => string>> = {
  "trailing-blanks": (line) => line.trimEnd(),
  indentation: (line) => line.trim(),
  "inner-blanks": (line) => line.trim().replace(/[ \t]+/g, " "),
};

const LEAST_CHARACTERS_ALONE = 8;
const MOST_COLUMNS_ALONE = 4;

/** Looks for whole lines of the file that equal the lines of `oldString` in the form of a layer. */
export function lineMatches(
  text: string,
  oldString: string,
  newString: string,
  layer: LineLayer,
): LineMatches {
  const form = FORMS[layer];
  const oldLines = splitLines(oldString);
  const wanted = oldLines.map(form);
  const matches: LineMatches["matches"][number][] = [];
  const unevenAt: number[] = [];
  const tooWeakAt: number[] = [];
  if (wanted.every((line) => line === "")) return { layer, matches, unevenAt, tooWeakAt };
  const fileLines = text.split("\n");
  const starts = lineStarts(fileLines);
  for (const first of runsOf(fileLines.map(form), wanted)) {
    const found = fileLines.slice(first, first + oldLines.length);
    const change =
      layer === "trailing-blanks" ? ({ kind: "none" } as const) : findIndentChange(oldLines, found);
    const adapted = change === undefined ? undefined : adaptedLines(found, oldLines, newString, form, change);
    if (change === undefined || adapted === undefined) {
      unevenAt.push(first + 1);
    } else if (layer !== "trailing-blanks" && isTooWeak(oldLines, found)) {
      tooWeakAt.push(first + 1);
    } else {
      const start = starts[first] ?? 0;
      const last = first + oldLines.length - 1;
      const lineEnd = (starts[last] ?? 0) + (fileLines[last]?.length ?? 0);
      const end = oldString.endsWith("\n") && lineEnd < text.length ? lineEnd + 1 : lineEnd;
      matches.push({ start, end, newText: adapted, firstLine: first + 1, lastLine: last + 1 });
    }
  }
  return { layer, matches, unevenAt, tooWeakAt };
}

function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

function runsOf(lines: readonly string[], wanted: readonly string[]): number[] {
  const found: number[] = [];
  const [head] = wanted;
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    if (lines[at] === head && wanted.every((line, index) => lines[at + index] === line)) found.push(at);
  }
  return found;
}

/** The new text: lines that the change leaves alone stay as the file has them, the others take the file's indentation. */
function adaptedLines(
  fileLines: readonly string[],
  oldLines: readonly string[],
  newString: string,
  form: (line: string) => string,
  change: IndentChange,
): string | undefined {
  const newLines = splitLines(newString);
  const result: string[] = [];
  let at = 0;
  // Old and new are compared as sent: a line whose indentation the model changed is a changed line.
  for (const hunk of lineHunks(oldLines.map(trimmedEnd), newLines.map(trimmedEnd))) {
    result.push(...fileLines.slice(at, hunk.oldStart));
    for (const line of newLines.slice(hunk.newStart, hunk.newEnd)) {
      const moved = withIndentChange(line, form(line) === "", change);
      if (moved === undefined) return undefined;
      result.push(moved);
    }
    at = hunk.oldEnd;
  }
  result.push(...fileLines.slice(at));
  return result.join("\n") + (newString.endsWith("\n") ? "\n" : "");
}

function trimmedEnd(line: string): string {
  return line.trimEnd();
}

function withIndentChange(line: string, blank: boolean, change: IndentChange): string | undefined {
  if (blank) return line;
  const indent = indentOf(line);
  const rest = line.slice(indent.length);
  switch (change.kind) {
    case "none":
      return line;
    case "added":
      return change.prefix + line;
    case "removed":
      return indent.startsWith(change.prefix) ? line.slice(change.prefix.length) : undefined;
    case "converted":
      return change.convert(indent) + rest;
  }
}

/** One short line says too little to be recognised by its words alone. */
function isTooWeak(oldLines: readonly string[], found: readonly string[]): boolean {
  const index = oldLines.findIndex((line) => line.trim() !== "");
  if (oldLines.filter((line) => line.trim() !== "").length > 1) return false;
  const sent = oldLines[index] ?? "";
  if (sent.replace(/\s/g, "").length < LEAST_CHARACTERS_ALONE) return true;
  const distance = columnsOf(indentOf(sent)) - columnsOf(indentOf(found[index] ?? ""));
  return Math.abs(distance) > MOST_COLUMNS_ALONE;
}

function columnsOf(indent: string): number {
  let columns = 0;
  for (const character of indent) columns += character === "\t" ? MOST_COLUMNS_ALONE : 1;
  return columns;
}
