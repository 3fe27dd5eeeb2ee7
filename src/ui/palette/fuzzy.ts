export interface FuzzyMatch {
  /** Higher is better. */
  readonly score: number;
  /** Places of the matched characters in the text, rising. */
  readonly places: readonly number[];
}

const START = 10;
const RUN = 6;
const NAME = 4;

/** Whether all characters of the query stand in the text in that order; good are starts of words, runs and the last part of a path. */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const wanted = query.replaceAll(/\s+/g, "").toLowerCase();
  if (wanted === "") return { score: 0, places: [] };
  const lower = text.toLowerCase();
  const nameStart = lower.lastIndexOf("/") + 1;
  // A query that fits into the name alone means the name.
  return (
    walk(wanted, lower, text, nameStart, nameStart) ??
    (nameStart > 0 ? walk(wanted, lower, text, 0, nameStart) : undefined)
  );
}

function walk(
  wanted: string,
  lower: string,
  text: string,
  from: number,
  nameStart: number,
): FuzzyMatch | undefined {
  const whole = lower.indexOf(wanted, from);
  const places: number[] = [];
  let at = whole >= 0 ? whole : from;
  let score = whole >= 0 ? RUN * wanted.length : 0;
  for (const character of wanted) {
    const found = lower.indexOf(character, at);
    if (found < 0) return undefined;
    if (isWordStart(text, found)) score += START;
    if (found === (places.at(-1) ?? -2) + 1) score += RUN;
    if (found >= nameStart) score += NAME;
    places.push(found);
    at = found + 1;
  }
  return { score: score - text.length / 100, places };
}

function isWordStart(text: string, index: number): boolean {
  if (index === 0) return true;
  const before = text[index - 1] ?? "";
  const here = text[index] ?? "";
  return /[\s/._-]/.test(before) || (/[a-z]/.test(before) && /[A-Z]/.test(here));
}

/** The best matches, best first. Equal ones keep their order. */
export function fuzzyFilter<Item>(
  query: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
  atMost: number,
): readonly { readonly item: Item; readonly match: FuzzyMatch }[] {
  const found = items.flatMap((item) => {
    const match = fuzzyMatch(query, textOf(item));
    return match ? [{ item, match }] : [];
  });
  return found.toSorted((a, b) => b.match.score - a.match.score).slice(0, atMost);
}
