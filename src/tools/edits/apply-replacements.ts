import { lineAt, splitLines } from "../text/line-count.ts";
import { type LfText, spliceLf } from "../text/lf-text.ts";
import { refusal, type Refusal } from "../refusal.ts";
import { ChangedSpans, type Span } from "./changed-spans.ts";
import { occurrences } from "./exact-layers.ts";
import { findMatches, type HasSeen, isLineLayer } from "./find-matches.ts";
import {
  ambiguous,
  emptyOld,
  notFound,
  tooLooseForAll,
  unevenIndentation,
  unseenLines,
} from "./edit-refusals.ts";
import type { Match, MatchLayer, RecordedEdit, Replacement } from "./replacement.ts";

export type ItemStatus = "applied" | "alreadyApplied" | "skippedNewlineOnly" | "wouldApply" | "refused";

export interface ItemReport {
  /** 1-based position in the call. */
  readonly item: number;
  readonly status: ItemStatus;
  readonly layer?: MatchLayer;
  readonly count?: number;
  /** The line at which the text already stands, or at which line ends were left alone. */
  readonly line?: number;
  readonly detail?: string;
}

export interface AppliedReplacements {
  readonly text: LfText;
  readonly items: readonly ItemReport[];
  readonly recorded: readonly RecordedEdit[];
  readonly spans: readonly Span[];
  /** Items whose old text ended with a newline that the new text does not have, and where their text ends. */
  readonly lostNewlines: readonly { readonly item: number; readonly line: number; readonly text: string }[];
}

export interface FailedReplacements {
  readonly refusal: Refusal;
  readonly items: readonly ItemReport[];
}

export type ApplyOutcome =
  | { readonly ok: true; readonly value: AppliedReplacements }
  | { readonly ok: false; readonly problem: FailedReplacements };

/** What is known about the file around a batch. */
export interface EditSurroundings {
  readonly shownPath: string;
  readonly hasSeen: HasSeen;
  /** Hides secrets in lines that a refusal shows. */
  readonly mask: (text: string) => string;
  /** The file's code page is not known: only exact matches and ASCII text. */
  readonly asciiOnly: boolean;
}

/** Applies a batch to a text in memory: each item to what the ones before it left. One refused item refuses the batch. */
export function applyReplacements(
  original: LfText,
  replacements: readonly Replacement[],
  surroundings: EditSurroundings,
): ApplyOutcome {
  const batch = new Batch(original, surroundings);
  for (const [index, replacement] of replacements.entries()) batch.apply(index + 1, replacement);
  return batch.outcome();
}

class Batch {
  readonly #original: LfText;
  readonly #surroundings: EditSurroundings;
  readonly #items: ItemReport[] = [];
  readonly #recorded: RecordedEdit[] = [];
  readonly #spans = new ChangedSpans();
  readonly #lost: { item: number; offsetText: string }[] = [];
  #text: LfText;
  #refusal: Refusal | undefined;

  constructor(original: LfText, surroundings: EditSurroundings) {
    this.#original = original;
    this.#text = original;
    this.#surroundings = surroundings;
  }

  apply(item: number, replacement: Replacement): void {
    const report = this.#applyOne(item, replacement);
    if ("code" in report) {
      this.#items.push({ item, status: "refused", detail: `${report.code}: ${report.text}` });
      this.#refusal ??= report;
    } else {
      this.#items.push(report);
    }
  }

  outcome(): ApplyOutcome {
    if (this.#refusal !== undefined) {
      const items = this.#items.map((report) =>
        report.status === "applied" ? { ...report, status: "wouldApply" as const } : report,
      );
      return { ok: false, problem: { refusal: this.#refusal, items } };
    }
    return {
      ok: true,
      value: {
        text: this.#text,
        items: this.#items,
        recorded: this.#recorded,
        spans: this.#spans.spans,
        lostNewlines: this.#lostNewlines(),
      },
    };
  }

  #applyOne(item: number, replacement: Replacement): ItemReport | Refusal {
    const { oldString, newString, replaceAll, expectedCount } = replacement;
    if (oldString === "") return this.#replaceWhole(item, newString);
    if (oldString === newString) {
      return refusal(
        "NO_CHANGE",
        `old_string and new_string of replacement ${item} are equal. Send the text as it is to become in new_string.`,
      );
    }
    const found = findMatches(this.#text.lf, replacement, this.#surroundings.hasSeen);
    if (found.kind !== "found") return this.#missing(item, replacement, found);
    const { layer, matches } = found;
    if (this.#surroundings.asciiOnly && (layer !== "exact" || /[^\0-\x7f]/.test(newString))) {
      return refusal(
        "ENCODING",
        `${this.#surroundings.shownPath} is in an 8-bit encoding that is not known, so only ASCII text can be put into it, ` +
          `at a place that matches exactly. Convert the file to UTF-8 first, or use ASCII in replacement ${item}.`,
      );
    }
    const chosen = replaceAll ? withoutOverlaps(matches) : matches;
    const count = replaceAll ? chosen.length : matches.length;
    if (!replaceAll && matches.length > 1) return this.#ambiguous(item, matches);
    if (replaceAll && isLineLayer(layer)) return tooLooseForAll(item, this.#rowsAt(chosen));
    if (expectedCount !== undefined && expectedCount !== count) {
      return refusal(
        "OLD_AMBIGUOUS",
        `replacement ${item} expects ${expectedCount} places, but old_string is found ${count} times in ${this.#surroundings.shownPath}.`,
      );
    }
    const onlyInserted = chosen.every(({ start, end }) => this.#spans.covers(start, end));
    if (onlyInserted && this.#original.lf.includes(oldString)) {
      return refusal(
        "OLD_AMBIGUOUS",
        `old_string of replacement ${item} is left only inside text that an earlier replacement of this call put there, ` +
          `though the file had it before. Join the two replacements into one.`,
      );
    }
    return this.#commit(item, replacement, layer, chosen);
  }

  #commit(item: number, replacement: Replacement, layer: MatchLayer, chosen: readonly Match[]): ItemReport {
    const { lf } = this.#text;
    const changesNewlineOnly =
      replacement.oldString === `${replacement.newString}\n` ||
      replacement.newString === `${replacement.oldString}\n`;
    const joins = chosen.find(({ end }) => end < lf.length && lf[end] !== "\n");
    if (changesNewlineOnly && joins !== undefined) {
      return { item, status: "skippedNewlineOnly", line: lineAt(lf, joins.start) };
    }
    for (const match of chosen.toReversed()) {
      const end = isWholeLineDeletion(lf, match) ? match.end + 1 : match.end;
      const width = this.#text.lf.length;
      this.#text = spliceLf(this.#text, match.start, end, match.newText);
      const length = end - match.start + this.#text.lf.length - width;
      this.#noteSpan(lf.slice(match.start, end), match.start, end, match.newText, length);
      if (replacement.newString !== "" && lostNewline(lf, match)) {
        this.#lost.push({ item, offsetText: match.newText });
      }
    }
    const [first] = chosen;
    if (first !== undefined) {
      const end = isWholeLineDeletion(lf, first) ? first.end + 1 : first.end;
      this.#recorded.push({
        oldString: lf.slice(first.start, end),
        newString: first.newText,
        replaceAll: replacement.replaceAll,
      });
    }
    const report: ItemReport = { item, status: "applied" };
    return {
      ...report,
      ...(layer === "exact" ? {} : { layer }),
      ...(replacement.replaceAll ? { count: chosen.length } : {}),
    };
  }

  /** Only what differs counts as changed: equal ends of the old and the new text were there before. */
  #noteSpan(old: string, start: number, end: number, newText: string, length: number): void {
    let prefix = 0;
    while (prefix < old.length && prefix < newText.length && old[prefix] === newText[prefix]) prefix += 1;
    let suffix = 0;
    const room = Math.min(old.length, newText.length) - prefix;
    while (suffix < room && old.at(-1 - suffix) === newText.at(-1 - suffix)) suffix += 1;
    this.#spans.replace(start + prefix, end - suffix, length - prefix - suffix);
  }

  #replaceWhole(item: number, newString: string): ItemReport | Refusal {
    if (this.#text.lf.trim() !== "") return emptyOld(item, this.#surroundings.shownPath);
    this.#recorded.push({ oldString: "", newString, replaceAll: false });
    this.#spans.replace(0, this.#text.lf.length, newString.length);
    this.#text = spliceLf(this.#text, 0, this.#text.lf.length, newString);
    return { item, status: "applied" };
  }

  #missing(
    item: number,
    replacement: Replacement,
    found: Exclude<ReturnType<typeof findMatches>, { kind: "found" }>,
  ): ItemReport | Refusal {
    const { newString } = replacement;
    if (newString.replace(/\s/g, "").length >= 20) {
      const [already, ...more] = occurrences(this.#text.lf, newString, 2);
      if (already !== undefined && more.length === 0) {
        return { item, status: "alreadyApplied", line: lineAt(this.#text.lf, already) };
      }
    }
    const lines = splitLines(this.#text.lf);
    switch (found.kind) {
      case "unseen":
        return unseenLines(item, this.#surroundings.shownPath, found);
      case "uneven-indentation":
      case "too-weak":
        return unevenIndentation(
          item,
          found,
          splitLines(replacement.oldString).length,
          lines,
          this.#surroundings.mask,
        );
      case "not-found":
        return notFound(item, this.#surroundings, this.#text.lf, replacement.oldString);
    }
  }

  #ambiguous(item: number, matches: readonly Match[]): Refusal {
    return ambiguous(
      item,
      this.#surroundings.shownPath,
      matches.length,
      matches.slice(0, 5).map(({ start }) => lineAt(this.#text.lf, start)),
    );
  }

  #rowsAt(matches: readonly Match[]): number[] {
    return matches.slice(0, 5).map(({ start }) => lineAt(this.#text.lf, start));
  }

  #lostNewlines(): AppliedReplacements["lostNewlines"] {
    return this.#lost.flatMap(({ item, offsetText }) => {
      const [start, ...more] = occurrences(this.#text.lf, offsetText, 2);
      if (start === undefined || more.length > 0) return [];
      const end = start + offsetText.length;
      if (end >= this.#text.lf.length || this.#text.lf[end] === "\n") return [];
      const line = lineAt(this.#text.lf, end - 1);
      return [{ item, line, text: splitLines(this.#text.lf)[line - 1] ?? "" }];
    });
  }
}

function withoutOverlaps(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const match of matches) {
    if (match.start >= (kept.at(-1)?.end ?? 0)) kept.push(match);
  }
  return kept;
}

/** Whole lines are taken out without their last newline: an empty line would stay behind. */
function isWholeLineDeletion(text: string, { start, end, newText }: Match): boolean {
  return (
    newText === "" &&
    (start === 0 || text[start - 1] === "\n") &&
    text[end] === "\n" &&
    text[end - 1] !== "\n"
  );
}

function lostNewline(text: string, { end, newText }: Match): boolean {
  return text[end - 1] === "\n" && !newText.endsWith("\n") && newText !== "" && end < text.length;
}
