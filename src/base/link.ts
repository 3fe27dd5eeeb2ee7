import { createBirpc } from "birpc";
import { type Disposable, disposable } from "./disposable.ts";

/** One end of a two-way message channel that carries structured-clone data in order. */
export interface Wire {
  post(message: unknown, transfer: readonly Transferable[]): void;
  /** Called once by the link. Messages that arrive earlier are kept by the channel. */
  listen(receive: (message: unknown) => void): Disposable;
}

/** The end of a `MessagePort`, `Worker` or worker global scope. */
export interface MessageChannelEnd {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  start?(): void;
}

export function wireOf(end: MessageChannelEnd): Wire {
  return {
    post: (message, transfer) => end.postMessage(message, [...transfer]),
    listen(receive) {
      const onMessage = (event: MessageEvent): void => receive(event.data);
      end.addEventListener("message", onMessage);
      end.start?.();
      return disposable(() => end.removeEventListener("message", onMessage));
    },
  };
}

/** Methods of an interface as seen from the other thread: each answer is a promise. */
export type Remote<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

export interface Link<Methods> extends Disposable {
  readonly remote: Remote<Methods>;
  /** Calls without waiting for an answer. Order with other calls on the same wire is kept. */
  tell<Name extends keyof Methods & string>(
    name: Name,
    ...args: Methods[Name] extends (...args: infer Args) => unknown ? Args : never
  ): void;
}

/** A pending or later call on a link that was disposed. */
export class LinkClosedError extends Error {
  override readonly name = "LinkClosedError";

  constructor() {
    super("The other side of the link is gone.");
  }
}

const buffersToTransfer = new WeakSet<ArrayBuffer>();

/** Marks bytes so that the link moves them to the other thread instead of copying. The caller may not use them after the call. */
export function transferring(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  buffersToTransfer.add(bytes.buffer);
  return bytes;
}

/**
 * Connects two interfaces over one wire. Both ends come from one build, so messages are not parsed.
 * Calls have no time limit: the owner of a link decides when to stop waiting by disposing it, which rejects every pending and later call with `LinkClosedError` and drops what is told later.
 */
export function link<RemoteMethods extends object>(wire: Wire, local: object): Link<RemoteMethods> {
  let listening: Disposable | undefined;
  let closed = false;
  const connection = createBirpc<Record<string, (...args: unknown[]) => unknown>, object, false>(local, {
    proxify: false,
    bind: "functions",
    timeout: -1,
    post: (message: unknown) => wire.post(message, transferableIn(message)),
    on: (receive) => {
      listening = wire.listen(receive);
    },
    off: () => listening?.dispose(),
  });
  const remote = new Proxy(Object.create(null) as Remote<RemoteMethods>, {
    get(_target, name) {
      // A link that is awaited by mistake must not look like a promise.
      if (typeof name !== "string" || name === "then") return undefined;
      return (...args: unknown[]) =>
        closed ? Promise.reject(new LinkClosedError()) : connection.$call(name, ...args);
    },
  });
  return {
    remote,
    tell(name, ...args) {
      if (!closed) void connection.$callEvent(name, ...args);
    },
    dispose() {
      closed = true;
      connection.$close(new LinkClosedError());
    },
  };
}

const SEARCH_DEPTH = 5;

function transferableIn(message: unknown): Transferable[] {
  const found = new Set<ArrayBuffer>();
  const search = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > SEARCH_DEPTH) return;
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer && buffersToTransfer.has(value.buffer)) found.add(value.buffer);
      return;
    }
    if (value instanceof MessagePort) return;
    for (const part of Array.isArray(value) ? value : Object.values(value)) search(part, depth + 1);
  };
  search(message, 0);
  for (const buffer of found) buffersToTransfer.delete(buffer);
  return [...found];
}
