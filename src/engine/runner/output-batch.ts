type Stream = "stdout" | "stderr";

const FULL_AT_CHARACTERS = 32 * 1_024;
const WAIT_MS = 4;

/** Joins small pieces of output that come shortly after each other, keeping the order of the two streams. */
export class OutputBatch {
  readonly #send: (stream: Stream, text: string) => void;
  #stream: Stream = "stdout";
  #pieces: string[] = [];
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (stream: Stream, text: string) => void) {
    this.#send = send;
  }

  add(stream: Stream, text: string): void {
    if (text === "") return;
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length >= FULL_AT_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length === 0) return;
    const text = this.#pieces.join("");
    this.#pieces = [];
    this.#length = 0;
    this.#send(this.#stream, text);
  }
}
