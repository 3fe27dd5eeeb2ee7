import { lcs } from "fast-myers-diff";

/** Lines that two texts have in common, in the order of both: `length` lines from `left` and from `right` on. */
export interface MatchRun {
  readonly left: number;
  readonly right: number;
  readonly length: number;
}

type Ids = Uint32Array<ArrayBuffer>;

interface Region {
  readonly leftStart: number;
  readonly leftEnd: number;
  readonly rightStart: number;
  readonly rightEnd: number;
}

/** Up to so many pairs of lines the smallest difference is looked for at once; above, the work is split first. */
const EXACT_PAIRS = 250_000;

/**
 * The lines that two lists of interned lines keep. Small regions get the smallest difference there is. Large ones are split at lines
 * that occur once on both sides, which bounds the time: texts that share little are as quick as texts that share much.
 */
export function matchLines(left: Ids, right: Ids, idCount: number): MatchRun[] {
  return new LineMatcher(left, right, idCount).match();
}

class LineMatcher {
  readonly #left: Ids;
  readonly #right: Ids;
  readonly #leftCount: Uint32Array;
  readonly #rightCount: Uint32Array;
  readonly #rightPlace: Uint32Array;
  readonly #runs: MatchRun[] = [];

  constructor(left: Ids, right: Ids, idCount: number) {
    this.#left = left;
    this.#right = right;
    this.#leftCount = new Uint32Array(idCount);
    this.#rightCount = new Uint32Array(idCount);
    this.#rightPlace = new Uint32Array(idCount);
  }

  match(): MatchRun[] {
    const open: Region[] = [
      { leftStart: 0, leftEnd: this.#left.length, rightStart: 0, rightEnd: this.#right.length },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) open.push(...this.#solve(next));
    return this.#runs.toSorted((a, b) => a.left - b.left);
  }

  /** Matches a region, or splits it into smaller ones. */
  #solve(whole: Region): Region[] {
    const region = this.#trimmed(whole);
    const width = region.leftEnd - region.leftStart;
    const height = region.rightEnd - region.rightStart;
    if (width === 0 || height === 0) return [];
    if (width * height <= EXACT_PAIRS) {
      this.#matchExactly(range(region.leftStart, region.leftEnd), range(region.rightStart, region.rightEnd));
      return [];
    }
    this.#count(region, 1);
    const anchors = this.#anchors(region);
    const split = anchors.length > 0 ? this.#splitAt(region, anchors) : [];
    if (anchors.length === 0) this.#matchShared(region);
    this.#count(region, 0);
    return split;
  }

  #trimmed({ leftStart, leftEnd, rightStart, rightEnd }: Region): Region {
    let prefix = 0;
    const shorter = Math.min(leftEnd - leftStart, rightEnd - rightStart);
    while (prefix < shorter && this.#left[leftStart + prefix] === this.#right[rightStart + prefix])
      prefix += 1;
    let suffix = 0;
    while (
      suffix < shorter - prefix &&
      this.#left[leftEnd - 1 - suffix] === this.#right[rightEnd - 1 - suffix]
    ) {
      suffix += 1;
    }
    this.#add(leftStart, rightStart, prefix);
    this.#add(leftEnd - suffix, rightEnd - suffix, suffix);
    return {
      leftStart: leftStart + prefix,
      leftEnd: leftEnd - suffix,
      rightStart: rightStart + prefix,
      rightEnd: rightEnd - suffix,
    };
  }

  /** Counts the lines of a region by side, or clears what was counted of it. */
  #count({ leftStart, leftEnd, rightStart, rightEnd }: Region, step: 0 | 1): void {
    for (let at = leftStart; at < leftEnd; at += 1) {
      const id = this.#left[at] ?? 0;
      this.#leftCount[id] = step === 0 ? 0 : (this.#leftCount[id] ?? 0) + 1;
    }
    for (let at = rightStart; at < rightEnd; at += 1) {
      const id = this.#right[at] ?? 0;
      this.#rightCount[id] = step === 0 ? 0 : (this.#rightCount[id] ?? 0) + 1;
      this.#rightPlace[id] = at;
    }
  }

  /** The longest rising series of lines that each side has once. */
  #anchors({ leftStart, leftEnd }: Region): MatchRun[] {
    const unique: MatchRun[] = [];
    for (let at = leftStart; at < leftEnd; at += 1) {
      const id = this.#left[at] ?? 0;
      if (this.#leftCount[id] !== 1 || this.#rightCount[id] !== 1) continue;
      unique.push({ left: at, right: this.#rightPlace[id] ?? 0, length: 1 });
    }
    return longestRising(unique);
  }

  #splitAt(region: Region, anchors: readonly MatchRun[]): Region[] {
    const parts: Region[] = [];
    let { leftStart, rightStart } = region;
    for (const { left, right } of anchors) {
      this.#add(left, right, 1);
      if (left > leftStart && right > rightStart) {
        parts.push({ leftStart, leftEnd: left, rightStart, rightEnd: right });
      }
      leftStart = left + 1;
      rightStart = right + 1;
    }
    parts.push({ leftStart, leftEnd: region.leftEnd, rightStart, rightEnd: region.rightEnd });
    return parts;
  }

  /** Lines that only one side has cannot be matched and are left out of the search. */
  #matchShared({ leftStart, leftEnd, rightStart, rightEnd }: Region): void {
    const left = range(leftStart, leftEnd).filter((at) => (this.#rightCount[this.#left[at] ?? 0] ?? 0) > 0);
    const right = range(rightStart, rightEnd).filter(
      (at) => (this.#leftCount[this.#right[at] ?? 0] ?? 0) > 0,
    );
    this.#matchExactly(left, right);
  }

  #matchExactly(leftPlaces: readonly number[], rightPlaces: readonly number[]): void {
    const left = Uint32Array.from(leftPlaces, (at) => this.#left[at] ?? 0);
    const right = Uint32Array.from(rightPlaces, (at) => this.#right[at] ?? 0);
    for (const [from, to, length] of lcs(left, right)) {
      for (let index = 0; index < length; index += 1) {
        this.#add(leftPlaces[from + index] ?? 0, rightPlaces[to + index] ?? 0, 1);
      }
    }
  }

  #add(left: number, right: number, length: number): void {
    if (length > 0) this.#runs.push({ left, right, length });
  }
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** Patience sorting: for each length the run that ends lowest, and from each run the one before it. */
function longestRising(runs: readonly MatchRun[]): MatchRun[] {
  const ends: number[] = [];
  const before = new Int32Array(runs.length).fill(-1);
  for (const [index, { right }] of runs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((runs[ends[middle] ?? 0]?.right ?? 0) < right) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const rising: MatchRun[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const run = runs[at];
    if (run !== undefined) rising.push(run);
  }
  return rising.toReversed();
}
