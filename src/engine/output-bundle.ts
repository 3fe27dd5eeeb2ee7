import type { CommandOutput } from "../contracts/execution-backend.ts";

const FULL_AT_CHARACTERS = 64 * 1_024;
const WAIT_MS = 8;

/** Sends pieces of output that come shortly after each other as one message. */
export class OutputBundle {
  readonly #send: (chunks: readonly CommandOutput[]) => void;
  #chunks: CommandOutput[] = [];
  #characters = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (chunks: readonly CommandOutput[]) => void) {
    this.#send = send;
  }

  add(chunk: CommandOutput): void {
    this.#chunks.push(chunk);
    this.#characters += chunk.text.length;
    if (this.#characters >= FULL_AT_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#chunks.length === 0) return;
    this.#send(this.#chunks);
    this.#chunks = [];
    this.#characters = 0;
  }
}
