import { diff } from "fast-myers-diff";

/** One drawn line of a change. */
export type ChangeLine =
  | { readonly kind: "context" | "added"; readonly text: string; readonly number: number }
  | { readonly kind: "removed"; readonly text: string; readonly number: number }
  /** Unchanged lines between two changes that are not drawn. */
  | { readonly kind: "gap"; readonly count: number };

export interface ChangeLines {
  readonly lines: readonly ChangeLine[];
  readonly added: number;
  readonly removed: number;
  /** The first changed line of the new text, from 1. */
  readonly firstLine: number;
}

/** Beyond so many differing lines on both sides a diff may take longer than the page can wait. */
const MAX_COMPARED_LINES = 6_000;
const CONTEXT_LINES = 2;

/**
 * What changed between two texts, with a little of what stands around it. Line numbers count from 1: those of removed lines
 * are of the old text, all others of the new one. `undefined` when the change is too large to compare while a person waits.
 */
export function changeLines(before: string, after: string): ChangeLines | undefined {
  const old = linesOf(before);
  const now = linesOf(after);
  const shorter = Math.min(old.length, now.length);
  let prefix = 0;
  while (prefix < shorter && old[prefix] === now[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < shorter - prefix && old.at(-1 - suffix) === now.at(-1 - suffix)) suffix += 1;
  if (old.length + now.length - 2 * (prefix + suffix) > MAX_COMPARED_LINES) return undefined;
  const hunks = [...diff(old.slice(prefix, old.length - suffix), now.slice(prefix, now.length - suffix))];
  const drawing = new Drawing(old, now);
  for (const [oldStart, oldEnd, newStart, newEnd] of hunks)
    drawing.hunk(oldStart + prefix, oldEnd + prefix, newStart + prefix, newEnd + prefix);
  return drawing.end();
}

class Drawing {
  readonly #old: readonly string[];
  readonly #now: readonly string[];
  readonly #lines: ChangeLine[] = [];
  /** Lines of the new text that are drawn or left out already. */
  #at = 0;
  #added = 0;
  #removed = 0;
  #firstLine = 1;

  constructor(old: readonly string[], now: readonly string[]) {
    this.#old = old;
    this.#now = now;
  }

  hunk(oldStart: number, oldEnd: number, newStart: number, newEnd: number): void {
    if (this.#added + this.#removed === 0)
      this.#firstLine = Math.max(1, Math.min(newStart + 1, this.#now.length));
    this.#unchanged(newStart, true);
    for (const [index, text] of this.#old.slice(oldStart, oldEnd).entries())
      this.#lines.push({ kind: "removed", text, number: oldStart + index + 1 });
    for (const [index, text] of this.#now.slice(newStart, newEnd).entries())
      this.#lines.push({ kind: "added", text, number: newStart + index + 1 });
    this.#at = newEnd;
    this.#added += newEnd - newStart;
    this.#removed += oldEnd - oldStart;
  }

  end(): ChangeLines {
    this.#unchanged(this.#now.length, false);
    return { lines: this.#lines, added: this.#added, removed: this.#removed, firstLine: this.#firstLine };
  }

  /** Draws the unchanged lines next to hunks and leaves out those between, up to the line `end`. */
  #unchanged(end: number, hunkFollows: boolean): void {
    const hunkBefore = this.#added + this.#removed > 0;
    if (!hunkBefore && !hunkFollows) return;
    const after = hunkBefore ? Math.min(end, this.#at + CONTEXT_LINES) : this.#at;
    const before = hunkFollows ? Math.max(after, end - CONTEXT_LINES) : end;
    this.#context(this.#at, after);
    if (hunkBefore && hunkFollows) this.#between(after, before);
    this.#context(before, end);
  }

  /** A single line takes no more room than the words that would stand for it. */
  #between(from: number, to: number): void {
    if (to - from > 1) this.#lines.push({ kind: "gap", count: to - from });
    else this.#context(from, to);
  }

  #context(from: number, to: number): void {
    for (const [index, text] of this.#now.slice(from, to).entries())
      this.#lines.push({ kind: "context", text, number: from + index + 1 });
  }
}

/** A line break at the end begins no further line. */
function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split(/\r\n|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
