import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Bulk } from "../wire/engine-link.ts";

const LIFETIME_MS = 60_000;
const PIECE = 256 * 1024;

/** Bytes that wait to be fetched once over HTTP. A ticket that nobody uses is dropped after a minute. */
export class BulkTickets {
  readonly #waiting = new Map<string, { readonly open: () => Readable; readonly expiry: NodeJS.Timeout }>();

  issue(size: number, open: () => Readable): Bulk {
    const ticket = randomBytes(16).toString("hex");
    const expiry = setTimeout(() => this.#waiting.delete(ticket), LIFETIME_MS).unref();
    this.#waiting.set(ticket, { open, expiry });
    return { ticket, size };
  }

  issueBytes(bytes: Uint8Array): Bulk {
    return this.issue(bytes.byteLength, () => Readable.from(pieces(bytes), { objectMode: false }));
  }

  redeem(ticket: string): Readable | undefined {
    const entry = this.#waiting.get(ticket);
    if (entry === undefined) return undefined;
    clearTimeout(entry.expiry);
    this.#waiting.delete(ticket);
    return entry.open();
  }
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
