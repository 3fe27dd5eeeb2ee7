import { Duplex, type Readable, type Writable } from "node:stream";

/** Why the server opens a channel to an engine agent. Only the server opens channels. */
export type ChannelPurpose =
  /** Messages of one booted engine page, in the codec of `engine-link`. */
  | { readonly kind: "session" }
  /** A byte stream to a port on which a program of the project listens. */
  | { readonly kind: "connect"; readonly port: number }
  /** The bytes behind a ticket that a session received. */
  | { readonly kind: "bulk"; readonly ticket: string };

const OPEN = 1;
const DATA = 2;
const END = 3;
const CREDIT = 4;
const RESET = 5;

const LENGTH_BYTES = 4;
const HEADER_BYTES = 5;
/** Bytes that a stream may send ahead of its reader. */
const STREAM_WINDOW = 1024 * 1024;
const STREAM_CHUNK = 128 * 1024;

interface ChannelListener {
  data(bytes: Buffer): void;
  credit?(bytes: number): void;
  /** The other side sent its last byte. */
  end(): void;
  /** The channel is gone, orderly or not. */
  reset(): void;
}

/** One of many conversations on the pipe between server and agent. Message borders are kept. */
export class Channel {
  readonly #write: (type: number, payload: Uint8Array) => void;
  readonly #forget: () => void;
  readonly #early: ((listener: ChannelListener) => void)[] = [];
  #listener: ChannelListener | undefined;
  #closed = false;

  constructor(write: (type: number, payload: Uint8Array) => void, forget: () => void) {
    this.#write = write;
    this.#forget = forget;
  }

  /** Called once. What arrived earlier is delivered now. */
  listen(listener: ChannelListener): void {
    this.#listener = listener;
    for (const deliver of this.#early.splice(0)) deliver(listener);
  }

  send(bytes: Uint8Array): void {
    if (!this.#closed) this.#write(DATA, bytes);
  }

  grant(bytes: number): void {
    if (this.#closed) return;
    const payload = Buffer.allocUnsafe(4);
    payload.writeUInt32LE(bytes);
    this.#write(CREDIT, payload);
  }

  end(): void {
    if (!this.#closed) this.#write(END, Buffer.alloc(0));
  }

  /** Drops the channel on both sides. */
  reset(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#write(RESET, Buffer.alloc(0));
    this.#forget();
  }

  /** For the multiplexer: hands over what came from the other side. */
  receive(type: number, payload: Buffer): void {
    this.#deliver((listener) => {
      if (type === DATA) listener.data(payload);
      else if (type === END) listener.end();
      else if (type === CREDIT) listener.credit?.(payload.readUInt32LE(0));
      else listener.reset();
    });
  }

  /** For the multiplexer: the pipe or the other side is gone. */
  drop(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#forget();
    this.#deliver((listener) => listener.reset());
  }

  #deliver(deliver: (listener: ChannelListener) => void): void {
    if (this.#listener === undefined) this.#early.push(deliver);
    else deliver(this.#listener);
  }
}

/** Many channels on one pair of pipes. */
export class Multiplexer {
  readonly #channels = new Map<number, Channel>();
  readonly #out: Writable;
  readonly #opened: (channel: Channel, purpose: ChannelPurpose) => void;
  #lastChannel = 0;
  #chunks: Buffer[] = [];
  #buffered = 0;
  #disposed = false;

  constructor(
    incoming: Readable,
    out: Writable,
    opened: (channel: Channel, purpose: ChannelPurpose) => void = (channel) => channel.reset(),
  ) {
    this.#out = out;
    this.#opened = opened;
    incoming.on("data", (chunk: Buffer) => this.#take(chunk));
    incoming.on("close", () => this.dispose());
    incoming.on("error", () => this.dispose());
    out.on("error", () => this.dispose());
  }

  open(purpose: ChannelPurpose): Channel {
    this.#lastChannel += 1;
    const id = this.#lastChannel;
    const channel = this.#add(id);
    if (this.#disposed) channel.drop();
    else this.#write(OPEN, id, Buffer.from(JSON.stringify(purpose)));
    return channel;
  }

  dispose(): void {
    this.#disposed = true;
    for (const channel of Array.from(this.#channels.values())) channel.drop();
  }

  #add(id: number): Channel {
    const channel = new Channel(
      (type, payload) => this.#write(type, id, payload),
      () => this.#channels.delete(id),
    );
    this.#channels.set(id, channel);
    return channel;
  }

  #write(type: number, id: number, payload: Uint8Array): void {
    if (this.#disposed || !this.#out.writable) return;
    const header = Buffer.allocUnsafe(LENGTH_BYTES + HEADER_BYTES);
    header.writeUInt32LE(HEADER_BYTES + payload.byteLength, 0);
    header.writeUInt8(type, LENGTH_BYTES);
    header.writeUInt32LE(id, LENGTH_BYTES + 1);
    this.#out.cork();
    this.#out.write(header);
    if (payload.byteLength > 0) this.#out.write(payload);
    this.#out.uncork();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.byteLength;
    while (this.#buffered >= LENGTH_BYTES) {
      const first = this.#joined(LENGTH_BYTES);
      const length = LENGTH_BYTES + first.readUInt32LE(0);
      if (this.#buffered < length) return;
      const whole = this.#joined(length);
      const rest = whole.subarray(length);
      this.#chunks = rest.byteLength > 0 ? [rest] : [];
      this.#buffered = rest.byteLength;
      this.#receive(whole.subarray(LENGTH_BYTES, length));
    }
  }

  /** The buffered bytes as one buffer of at least this length. Joins only when the first chunk is too short. */
  #joined(length: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.byteLength >= length && this.#chunks.length === 1) return first;
    if (first !== undefined && first.byteLength >= length && length === LENGTH_BYTES) return first;
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }

  #receive(frame: Buffer): void {
    const type = frame.readUInt8(0);
    const id = frame.readUInt32LE(1);
    const payload = frame.subarray(HEADER_BYTES);
    if (type === OPEN) {
      this.#opened(this.#add(id), JSON.parse(payload.toString()) as ChannelPurpose);
      return;
    }
    const channel = this.#channels.get(id);
    if (type === RESET) channel?.drop();
    else channel?.receive(type, payload);
  }
}

/** A channel as a byte stream with flow control. Destroying it resets the channel. */
export function streamOf(channel: Channel): Duplex {
  let window = STREAM_WINDOW;
  let resume: (() => void) | undefined;
  const queue: (Buffer | null)[] = [];
  let wanted = false;
  const pump = (): void => {
    while (wanted && queue.length > 0) {
      const next = queue.shift() ?? null;
      if (next !== null) channel.grant(next.byteLength);
      wanted = stream.push(next);
    }
  };
  const stream = new Duplex({
    read() {
      wanted = true;
      pump();
    },
    write(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.byteLength; at += STREAM_CHUNK)
        channel.send(chunk.subarray(at, at + STREAM_CHUNK));
      window -= chunk.byteLength;
      if (window > 0) done();
      else resume = done;
    },
    final(done) {
      channel.end();
      done();
    },
    destroy(error, done) {
      channel.reset();
      done(error);
    },
  });
  channel.listen({
    data: (bytes) => (queue.push(bytes), pump()),
    end: () => (queue.push(null), pump()),
    credit(bytes) {
      window += bytes;
      if (window <= 0) return;
      const continueWriting = resume;
      resume = undefined;
      continueWriting?.();
    },
    reset: () => stream.destroy(),
  });
  return stream;
}
