export interface SearchQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regularExpression: boolean;
}

export interface LineMatch {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** The line, cut around the match when it is long. */
  readonly text: string;
  /** Where the match stands in `text`. */
  readonly start: number;
  readonly end: number;
}

const SHOWN_BEFORE = 40;
const SHOWN_CHARACTERS = 240;
const SEARCHED_LINE = 20_000;

/** The pattern of a query, or what is wrong with it. */
export function searchPattern(query: SearchQuery): { readonly pattern: RegExp } | { readonly wrong: string } {
  const source = query.regularExpression ? query.text : query.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  try {
    const whole = query.wholeWord ? `(?<![\\w])(?:${source})(?![\\w])` : source;
    return { pattern: new RegExp(whole, query.matchCase ? "gu" : "giu") };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

/** The matches in a text, line by line. Of very long lines only the beginning is searched. */
export function matchesIn(text: string, pattern: RegExp, atMost: number): readonly LineMatch[] {
  const found: LineMatch[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    for (const match of line.slice(0, SEARCHED_LINE).matchAll(pattern)) {
      if (match[0] === "") continue;
      found.push(lineMatch(line, index + 1, match.index, match[0].length));
      if (found.length >= atMost) return found;
    }
  }
  return found;
}

function lineMatch(line: string, number: number, at: number, length: number): LineMatch {
  const from = at > SHOWN_BEFORE * 2 ? at - SHOWN_BEFORE : 0;
  const text = line.slice(from, from + SHOWN_CHARACTERS);
  const indent = text.length - text.trimStart().length;
  const skipped = from === 0 ? Math.min(indent, at) : 0;
  return {
    line: number,
    column: at + 1,
    text: text.slice(skipped),
    start: at - from - skipped,
    end: Math.min(text.length - skipped, at - from - skipped + length),
  };
}
