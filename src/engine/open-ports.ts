import { type Disposable, disposable } from "../base/disposable.ts";
import { Emitter, type Subscribable } from "../base/emitter.ts";
import type { OpenPort } from "../contracts/engine.ts";
import type { EngineClient } from "./engine-client.ts";

/** Keeps the list of ports that the client only tells changes of. */
export class OpenPorts implements Disposable {
  readonly #ports = new Map<number, OpenPort>();
  readonly #changed = new Emitter<readonly OpenPort[]>();
  readonly #listening: Disposable[];

  constructor(client: Pick<EngineClient, "on">) {
    this.#listening = [
      disposable(client.on("port", (port, type, url) => this.#onPort(port, type, url))),
      disposable(client.on("server-ready", (port, url) => this.#set({ port, url, ready: true }))),
    ];
  }

  get changed(): Subscribable<readonly OpenPort[]> {
    return this.#changed;
  }

  list(): readonly OpenPort[] {
    return [...this.#ports.values()].toSorted((a, b) => a.port - b.port);
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
    this.#changed.dispose();
  }

  #onPort(port: number, type: "open" | "close", url: string): void {
    if (type === "open") return this.#set({ port, url, ready: this.#ports.get(port)?.ready ?? false });
    if (this.#ports.delete(port)) this.#changed.emit(this.list());
  }

  /** An address that is no web address would be shown in a frame, so it is not taken. */
  #set(open: OpenPort): void {
    if (!Number.isInteger(open.port) || !/^https?:\/\//.test(open.url)) return;
    this.#ports.set(open.port, open);
    this.#changed.emit(this.list());
  }
}
