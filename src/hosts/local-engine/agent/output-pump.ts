import { characterBorder } from "../wire/character-border.ts";

const PIECE = 64 * 1024;
const MOST_IN_FLIGHT = 4;
const PAUSE_ABOVE = 1024 * 1024;
const RESUME_BELOW = 256 * 1024;

export interface OutputSource {
  pause(): void;
  resume(): void;
}

/**
 * Sends the output of a program in pieces that end at character borders, a few ahead of the reader, and pauses the source when the reader is slow.
 * The client decodes each piece on its own: a character cut in two would arrive as two replacement characters.
 */
export class OutputPump {
  readonly #send: (bytes: Uint8Array) => Promise<void>;
  readonly #source: OutputSource;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #inFlight = 0;
  #paused = false;
  #scheduled = false;
  #ended: (() => void) | undefined;

  constructor(source: OutputSource, send: (bytes: Uint8Array) => Promise<void>) {
    this.#source = source;
    this.#send = send;
  }

  get paused(): boolean {
    return this.#paused;
  }

  push(chunk: Buffer): void {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.byteLength;
    if (this.#waitingBytes > PAUSE_ABOVE && !this.#paused) {
      this.#paused = true;
      this.#source.pause();
    }
    this.#schedule();
  }

  /** Sends the rest. Answers when the reader took everything. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      this.#ended = resolve;
      this.#flush();
    });
  }

  /** A terminal hands out 4 KB at a time: waiting for the end of this turn joins what is already there. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#mayWrite()) {
      const piece = this.#take();
      if (piece === undefined) break;
      this.#inFlight += 1;
      void this.#send(withDoubledMark(piece)).then(this.#taken, this.#taken);
    }
    if (this.#ended !== undefined && this.#inFlight === 0 && this.#waitingBytes === 0) this.#ended();
  }

  #mayWrite(): boolean {
    if (this.#waitingBytes === 0 || this.#inFlight >= MOST_IN_FLIGHT) return false;
    return this.#inFlight === 0 || this.#waitingBytes >= PIECE || this.#ended !== undefined;
  }

  readonly #taken = (): void => {
    this.#inFlight -= 1;
    if (this.#paused && this.#waitingBytes < RESUME_BELOW) {
      this.#paused = false;
      this.#source.resume();
    }
    this.#flush();
  };

  #take(): Buffer | undefined {
    const all = this.#waiting.length === 1 ? this.#waiting[0] : Buffer.concat(this.#waiting);
    if (all === undefined) return undefined;
    const isRest = all.byteLength <= PIECE;
    const keepsTail = !isRest || this.#ended === undefined;
    const limit = isRest ? all.byteLength : PIECE;
    const end = keepsTail ? characterBorder(all, limit) : limit;
    const rest = all.subarray(end);
    this.#waiting = rest.byteLength > 0 ? [rest] : [];
    this.#waitingBytes = rest.byteLength;
    return end > 0 ? all.subarray(0, end) : undefined;
  }
}

/** A decoder removes a byte order mark from the start of each piece; doubled, one is left. */
function withDoubledMark(piece: Buffer): Buffer {
  const hasMark = piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf;
  return hasMark ? Buffer.concat([piece.subarray(0, 3), piece]) : piece;
}
