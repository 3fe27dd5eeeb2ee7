import * as Comlink from "comlink";
import type { EngineConnection } from "./engine-connection.ts";

/** The client's function for output: bytes, or `null` at the end. */
export type OutputListener = ((bytes: Uint8Array | null) => Promise<void>) & {
  [Comlink.releaseProxy](): void;
};

/** Exit code of a process whose engine is gone. */
const LOST_EXIT = 129;

/** One running process as the client holds it. */
export class EngineProcess {
  readonly #connection: EngineConnection;
  readonly #output: OutputListener | undefined;
  readonly #id: number;
  readonly #exit: PromiseWithResolvers<number> = Promise.withResolvers();
  #isOver = false;

  constructor(connection: EngineConnection, id: number, output: OutputListener | undefined) {
    this.#connection = connection;
    this.#id = id;
    this.#output = output;
  }

  /** Settles when the reader has the bytes. A reader that has left is no reason to fail. */
  async take(bytes: Uint8Array): Promise<void> {
    if (this.#output === undefined) return;
    const own = bytes.slice();
    await this.#output(Comlink.transfer(own, [own.buffer])).catch(() => undefined);
  }

  /** Closes the output, then reports the exit: the client's reader has everything when the exit is known. */
  async finish(code: number): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const output = this.#output;
    if (output !== undefined) {
      await output(null).catch(() => undefined);
      output[Comlink.releaseProxy]();
    }
    this.#exit.resolve(code);
  }

  lose(): Promise<void> {
    return this.finish(LOST_EXIT);
  }

  /** What the client gets. It never sees a rejection, because nobody there would catch it. */
  remote(): object {
    const { remote } = this.#connection.agent;
    return Comlink.proxy({
      onExit: this.#exit.promise,
      write: (input: unknown) =>
        typeof input === "string" ? quietly(remote.write(this.#id, input)) : Promise.resolve(),
      resize: (size: { cols?: unknown; rows?: unknown } | undefined) =>
        quietly(remote.resize(this.#id, Number(size?.cols), Number(size?.rows))),
      kill: () => quietly(remote.kill(this.#id)),
    });
  }
}

function quietly(answer: Promise<unknown>): Promise<void> {
  return answer.then(
    () => undefined,
    () => undefined,
  );
}
