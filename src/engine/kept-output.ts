/** How much of one stream of a command is kept: its beginning and its end. */
export const KEPT_OUTPUT = { headCharacters: 2 ** 20, tailCharacters: 7 * 2 ** 20 };

const PIECE_CHARACTERS = 16 * 1_024;

/** Collects text of any length in bounded memory: the beginning, the end, and how much is missing between. */
export class KeptOutput {
  #head = "";
  #headFull = false;
  readonly #tail: string[] = [];
  #tailLength = 0;
  #dropped = 0;

  add(text: string): void {
    let rest = text;
    if (!this.#headFull) {
      const room = KEPT_OUTPUT.headCharacters - this.#head.length;
      this.#head += rest.slice(0, room);
      rest = rest.slice(room);
      this.#headFull = this.#head.length === KEPT_OUTPUT.headCharacters;
    }
    if (rest === "") return;
    this.#tailLength += rest.length;
    const last = this.#tail.at(-1);
    if (last !== undefined && last.length < PIECE_CHARACTERS) this.#tail[this.#tail.length - 1] = last + rest;
    else this.#tail.push(rest);
    while (this.#tailLength > KEPT_OUTPUT.tailCharacters) this.#drop();
  }

  get droppedCharacters(): number {
    return this.#dropped;
  }

  /** A gap stands at the end of a line, so that no two lines melt into one. */
  text(): string {
    const tail = this.#tail.join("");
    if (this.#dropped === 0) return this.#head + tail;
    return `${this.#head}${this.#head.endsWith("\n") ? "" : "\n"}${tail}`;
  }

  #drop(): void {
    const [oldest = ""] = this.#tail;
    const excess = this.#tailLength - KEPT_OUTPUT.tailCharacters;
    if (oldest.length <= excess) this.#tail.shift();
    else this.#tail[0] = oldest.slice(excess);
    const dropped = Math.min(oldest.length, excess);
    this.#tailLength -= dropped;
    this.#dropped += dropped;
  }
}
