/** Orders calls and transmissions, to tell an earlier answer from one that is given in the same breath. */
export class Arrivals {
  readonly #shown = new Map<string, number>();
  #count = 0;

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  noteShown(key: string): void {
    this.#shown.set(key, this.next());
  }

  /** When the text of a file was last sent, in the count of `next`; 0 for never. */
  shownAt(key: string): number {
    return this.#shown.get(key) ?? 0;
  }
}
