import { STATE_TEXT_MAX, STATE_TEXT_TOTAL } from "../limits.ts";
import { splitLines } from "../text/line-count.ts";
import { toLf } from "../text/lf-text.ts";
import { lineHunks } from "../text/line-hunks.ts";

/** Lines of a file, 1-based, both ends part of it. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The last transmission of a file to the model. */
export interface ReadView {
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  readonly callId: string;
}

/** What the model has seen of a file. An entry is never changed, only replaced. */
export interface ReadEntry {
  /** Of the whole text on disk, in LF form. */
  readonly hash: string;
  readonly totalLines: number;
  /** Lines served verbatim at this hash, merged and ascending. */
  readonly ranges: readonly LineRange[];
  /** Absent: the next read sends the text again. */
  readonly view?: ReadView;
  /** What was shown is not the text on disk. */
  readonly partialView?: string;
  /** Something in what was shown was masked. */
  readonly redacted: boolean;
  /** Milliseconds since 1970 at which it was shown. */
  readonly lastReadAt: number;
  /** The text stands in the system prompt of this task. */
  readonly seededFromContext?: boolean;
  /** The last answer for this view was a pointer to an earlier one. */
  readonly stubbed?: boolean;
}

/**
 * What a run's model has seen of each file, by canonical path. It lives as long as the run's context: whoever removes tool results
 * from the context must say so with `applyContextShrinkToReadFileState`.
 */
export class ReadFileState {
  readonly #entries = new Map<string, ReadEntry>();
  /** Texts for differences, least recently used first. Never a source of what is on disk. */
  readonly #texts = new Map<string, { readonly hash: string; readonly text: string }>();
  #textChars = 0;

  get(key: string): ReadEntry | undefined {
    return this.#entries.get(key);
  }

  set(key: string, entry: ReadEntry, text?: string): void {
    this.#entries.set(key, entry);
    if (text !== undefined) this.#keepText(key, entry.hash, text);
  }

  delete(key: string): void {
    this.#entries.delete(key);
    this.#dropText(key);
  }

  /** Moves what is known of a file, or of everything below a folder, to another path. */
  rename(from: string, to: string): void {
    for (const [key, entry] of Array.from(this.#entries)) {
      if (key !== from && !key.startsWith(`${from}/`)) continue;
      const kept = this.#texts.get(key);
      this.delete(key);
      const { view: _view, stubbed: _stubbed, ...rest } = entry;
      this.set(to + key.slice(from.length), rest, kept?.text);
    }
  }

  /** Forgets a folder with everything below it. */
  deleteBelow(folder: string): void {
    for (const key of Array.from(this.#entries.keys())) {
      if (key === folder || key.startsWith(`${folder}/`)) this.delete(key);
    }
  }

  /** The text that was on disk at a hash, where it is still held. */
  textAt(key: string, hash: string): string | undefined {
    const kept = this.#texts.get(key);
    if (kept?.hash !== hash) return undefined;
    this.#texts.delete(key);
    this.#texts.set(key, kept);
    return kept.text;
  }

  entries(): IterableIterator<[string, ReadEntry]> {
    return this.#entries.entries();
  }

  #keepText(key: string, hash: string, text: string): void {
    this.#dropText(key);
    if (text.length > STATE_TEXT_MAX) return;
    this.#texts.set(key, { hash, text });
    this.#textChars += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#textChars <= STATE_TEXT_TOTAL) return;
      this.#dropText(oldest);
    }
  }

  #dropText(key: string): void {
    this.#textChars -= this.#texts.get(key)?.text.length ?? 0;
    this.#texts.delete(key);
  }
}

/** A digest of a text in LF form. */
export async function hashOfText(lf: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lf));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function mergedRanges(ranges: readonly LineRange[]): LineRange[] {
  const merged: LineRange[] = [];
  for (const range of ranges
    .filter(({ first, last }) => last >= first)
    .toSorted((a, b) => a.first - b.first)) {
    const previous = merged.at(-1);
    if (previous !== undefined && range.first <= previous.last + 1) {
      merged[merged.length - 1] = { first: previous.first, last: Math.max(previous.last, range.last) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}

export function holdsLines({ ranges }: Pick<ReadEntry, "ranges">, first: number, last: number): boolean {
  return ranges.some((range) => range.first <= first && range.last >= last);
}

/** Every line was served. */
export function isFullyRead(entry: Pick<ReadEntry, "ranges" | "totalLines">): boolean {
  return entry.totalLines === 0 || holdsLines(entry, 1, entry.totalLines);
}

export function seenLines({ ranges }: Pick<ReadEntry, "ranges">): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Where the seen lines lie after a change; changed lines are not among them. */
export function rangesThrough(ranges: readonly LineRange[], before: string, after: string): LineRange[] {
  const hunks = lineHunks(splitLines(before), splitLines(after));
  const moved: LineRange[] = [];
  for (const { first, last } of ranges) {
    let from = first;
    let shift = 0;
    for (const hunk of hunks) {
      // `oldEnd` is also the 1-based number of the last removed line, `oldStart` that of the line before the hunk.
      if (hunk.oldStart >= last) break;
      if (hunk.oldEnd >= from) {
        moved.push({ first: from + shift, last: hunk.oldStart + shift });
        from = Math.max(from, hunk.oldEnd + 1);
      }
      shift = hunk.newEnd - hunk.oldEnd;
    }
    moved.push({ first: from + shift, last: last + shift });
  }
  return mergedRanges(moved);
}

/** Records a whole file whose exact text stands in the system prompt. */
export async function seedReadFileStateFromContext(
  state: ReadFileState,
  key: string,
  content: string,
): Promise<void> {
  state.set(
    key,
    { ...(await seededEntry(content, Date.now())), seededFromContext: true },
    seededText(content),
  );
}

/** Records a whole file that an earlier part of the run showed at a known moment. */
export async function seedReadFileStateFromTranscript(
  state: ReadFileState,
  key: string,
  content: string,
  lastReadAt: number,
): Promise<void> {
  state.set(key, await seededEntry(content, lastReadAt), seededText(content));
}

function seededText(content: string): string {
  return toLf(content.replace(/^\uFEFF/, ""));
}

async function seededEntry(content: string, lastReadAt: number): Promise<ReadEntry> {
  const text = seededText(content);
  const totalLines = splitLines(text).length;
  const ranges = totalLines === 0 ? [] : [{ first: 1, last: totalLines }];
  return { hash: await hashOfText(text), totalLines, ranges, redacted: false, lastReadAt };
}

/** Takes over what an earlier turn saw, as far as the present task may see it. What came from a system prompt is not taken over. */
export function inheritSessionReadFileState(
  target: ReadFileState,
  inherited: ReadFileState,
  mayRead: (key: string) => boolean,
): void {
  for (const [key, entry] of inherited.entries()) {
    if (entry.seededFromContext === true || !mayRead(key)) continue;
    target.set(key, entry, inherited.textAt(key, entry.hash));
  }
}

/** How a context lost text that the model had seen. */
export type ReadFileStateShrink =
  | {
      readonly kind: "summarized";
      /** Their reads stand verbatim in the part that was kept. */
      readonly preserveKeys?: ReadonlySet<string>;
    }
  | { readonly kind: "tool-results-cleared"; readonly callIds: ReadonlySet<string> };

/** Forgets what the model can no longer see, so that no answer points to text that is gone. */
export function applyContextShrinkToReadFileState(state: ReadFileState, shrink: ReadFileStateShrink): void {
  for (const [key, entry] of Array.from(state.entries())) {
    switch (shrink.kind) {
      case "summarized":
        if (entry.seededFromContext !== true && shrink.preserveKeys?.has(key) !== true) state.delete(key);
        break;
      case "tool-results-cleared":
        if (entry.view !== undefined && shrink.callIds.has(entry.view.callId)) state.delete(key);
        break;
    }
  }
}
