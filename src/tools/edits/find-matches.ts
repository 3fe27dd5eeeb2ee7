import { exactMatches, typographyMatches, unescapedMatches } from "./exact-layers.ts";
import { lineMatches } from "./line-layers.ts";
import type { Match, MatchLayer, Replacement } from "./replacement.ts";

export type Found =
  | { readonly kind: "found"; readonly layer: MatchLayer; readonly matches: readonly Match[] }
  | { readonly kind: "uneven-indentation"; readonly lines: readonly number[] }
  | { readonly kind: "too-weak"; readonly lines: readonly number[] }
  /** Found only by looking past blanks, in lines that the model has not seen. */
  | { readonly kind: "unseen"; readonly first: number; readonly last: number }
  | { readonly kind: "not-found" };

/** Lines, 1-based, of which the model has the text. */
export type HasSeen = (first: number, last: number) => boolean;

const LINE_LAYERS = ["trailing-blanks", "indentation", "inner-blanks"] as const;

/** Looks for the old text layer by layer and stops at the first that finds it. */
export function findMatches(text: string, replacement: Replacement, hasSeen: HasSeen): Found {
  const { oldString, newString } = replacement;
  const exact = exactMatches(text, oldString, newString);
  if (exact.length > 0) return { kind: "found", layer: "exact", matches: exact };
  const typography = typographyMatches(text, oldString, newString);
  if (typography.length > 0) return { kind: "found", layer: "typography", matches: typography };
  const unescaped = unescapedMatches(text, oldString, newString);
  if (unescaped.length > 0) return { kind: "found", layer: "unescaped", matches: unescaped };
  const uneven: number[] = [];
  const weak: number[] = [];
  for (const layer of LINE_LAYERS) {
    const { matches, unevenAt, tooWeakAt } = lineMatches(text, oldString, newString, layer);
    uneven.push(...unevenAt);
    weak.push(...tooWeakAt);
    const [first] = matches;
    if (first === undefined) continue;
    const hidden = matches.find(({ firstLine, lastLine }) => !hasSeen(firstLine, lastLine));
    if (hidden !== undefined) return { kind: "unseen", first: hidden.firstLine, last: hidden.lastLine };
    return { kind: "found", layer, matches };
  }
  if (uneven.length > 0) return { kind: "uneven-indentation", lines: uneven };
  if (weak.length > 0) return { kind: "too-weak", lines: weak };
  return { kind: "not-found" };
}

export function isLineLayer(layer: MatchLayer): boolean {
  return LINE_LAYERS.some((each) => each === layer);
}
