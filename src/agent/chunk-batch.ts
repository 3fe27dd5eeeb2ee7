import type { Disposable } from "../base/disposable.ts";
import type { RunId } from "../contracts/run-view.ts";
import type { StreamChunk } from "./loop/loop-context.ts";

export interface RunChunk extends StreamChunk {
  readonly run: RunId;
}

/** About one frame: short enough to look immediate, long enough that a quick model is not one message per token. */
const FLUSH_AFTER_MS = 16;

/** Joins small pieces of text of the same stream before they cross to the page. */
export class ChunkBatch implements Disposable {
  readonly #send: (chunk: RunChunk) => void;
  #waiting: RunChunk[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (chunk: RunChunk) => void) {
    this.#send = send;
  }

  add(chunk: RunChunk): void {
    const last = this.#waiting.at(-1);
    if (
      last !== undefined &&
      last.run === chunk.run &&
      last.key === chunk.key &&
      last.stream === chunk.stream
    )
      this.#waiting.splice(-1, 1, { ...chunk, text: last.text + chunk.text });
    else this.#waiting.push(chunk);
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS);
  }

  /** Sends what waits now; for whoever is about to say something that follows it. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const chunks = this.#waiting;
    this.#waiting = [];
    for (const chunk of chunks) this.#send(chunk);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }
}
