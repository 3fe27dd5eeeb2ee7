/** A replacement of one part of a text. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies splices that do not overlap; those at one offset keep their order. */
export function splice(text: string, splices: readonly Splice[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: replacement } of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + replacement;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}

export const insertion = (offset: number, text: string): Splice => ({ start: offset, end: offset, text });
