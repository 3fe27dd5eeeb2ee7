/** At most this many characters are handed to the screen at once, so that keys are read between two of them. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Writes text to a screen that says when it has drawn a piece. Nothing is lost and the order is kept. */
export class ChunkedWriter {
  readonly #write: (text: string, drawn: () => void) => void;
  readonly #waiting: string[] = [];
  #busy = false;
  #closed = false;

  constructor(write: (text: string, drawn: () => void) => void) {
    this.#write = write;
  }

  push(text: string): void {
    for (let start = 0; start < text.length; start += CHUNK_CHARACTERS)
      this.#waiting.push(text.slice(start, start + CHUNK_CHARACTERS));
    this.#next();
  }

  close(): void {
    this.#closed = true;
    this.#waiting.length = 0;
  }

  #next(): void {
    if (this.#busy || this.#closed) return;
    const text = this.#gather();
    if (text === "") return;
    this.#busy = true;
    this.#write(text, () => {
      this.#busy = false;
      this.#next();
    });
  }

  /** Many small pieces become one of full size. */
  #gather(): string {
    let count = 0;
    let size = 0;
    while (count < this.#waiting.length && size < CHUNK_CHARACTERS) {
      size += this.#waiting[count]?.length ?? 0;
      count += 1;
    }
    return this.#waiting.splice(0, count).join("");
  }
}
