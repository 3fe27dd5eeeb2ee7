export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a text was changed, followed through the changes that come after. */
export class ChangedSpans {
  #spans: Span[] = [];

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** A span of the text became `length` characters long. */
  replace(start: number, end: number, length: number): void {
    const shift = length - (end - start);
    const moved: Span[] = [];
    let merged: Span = { start, end: start + length };
    for (const span of this.#spans) {
      if (span.end < start) moved.push(span);
      else if (span.start > end) moved.push({ start: span.start + shift, end: span.end + shift });
      else {
        merged = {
          start: Math.min(merged.start, span.start),
          end: Math.max(merged.end, span.end > end ? span.end + shift : merged.end),
        };
      }
    }
    this.#spans = [...moved, merged].toSorted((a, b) => a.start - b.start);
  }

  /** The whole of a span was put there by an earlier change. */
  covers(start: number, end: number): boolean {
    return end > start && this.#spans.some((span) => span.start <= start && span.end >= end);
  }
}
