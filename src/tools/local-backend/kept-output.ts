const HEAD_CHARS = 1_048_576;
const TAIL_CHARS = 7_340_032;

/** The beginning and the end of an output, with the number of characters between them that were not kept. */
export class KeptOutput {
  dropped = 0;
  #head = "";
  #tail: string[] = [];
  #tailChars = 0;

  get text(): string {
    return this.#head + this.#tail.join("");
  }

  add(text: string): void {
    const room = HEAD_CHARS - this.#head.length;
    if (room > 0) this.#head += text.slice(0, room);
    const rest = room > 0 ? text.slice(room) : text;
    if (rest === "") return;
    this.#tail.push(rest);
    this.#tailChars += rest.length;
    while (this.#tailChars > TAIL_CHARS) {
      const [oldest = ""] = this.#tail;
      const excess = this.#tailChars - TAIL_CHARS;
      const cut = Math.min(excess, oldest.length);
      if (cut === oldest.length) this.#tail.shift();
      else this.#tail[0] = oldest.slice(cut);
      this.#tailChars -= cut;
      this.dropped += cut;
    }
  }
}
