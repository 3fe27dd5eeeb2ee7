import { type Disposable, disposable } from "../../../base/disposable.ts";
import { Emitter } from "../../../base/emitter.ts";
import { type Link, link } from "../../../base/link.ts";
import {
  type Bulk,
  decodeMessage,
  encodeMessage,
  type EngineCalls,
  type EngineNotices,
} from "../wire/engine-link.ts";
import {
  BULK_PATH,
  CLIENT_VERSION,
  CONNECT_PATH,
  type PageMessage,
  type PreviewReport,
  type PreviewScript,
  type ServerMessage,
  SOCKET_PROTOCOL,
} from "../wire/server-messages.ts";

type Hello = Extract<ServerMessage, { kind: "hello" }>;

const TEARDOWN_MS = 3000;

/** The socket to the server and, through it, to the agent of one workspace. */
export class EngineConnection implements Disposable {
  readonly agent: Link<EngineCalls>;
  readonly previewMessages = new Emitter<PreviewReport>();
  /** Fires once when the socket is gone without our doing; the text says why. */
  readonly lost = new Emitter<string>();
  readonly #socket: WebSocket;
  readonly #secret: string;
  readonly #hello: Promise<Hello>;
  readonly #scripts = new Map<number, () => void>();
  #lastScript = 0;
  #isOver = false;

  constructor(workspace: string, secret: string, notices: EngineNotices) {
    this.#secret = secret;
    const query = new URLSearchParams({ workspace, version: CLIENT_VERSION });
    const address = `${location.origin.replace(/^http/, "ws")}${CONNECT_PATH}?${query.toString()}`;
    this.#socket = new WebSocket(address, [SOCKET_PROTOCOL, secret]);
    this.#socket.binaryType = "arraybuffer";
    let receive: (message: unknown) => void = () => undefined;
    this.agent = link<EngineCalls>(
      {
        post: (message) => this.#send(encodeMessage(message)),
        listen: (given) => ((receive = given), disposable(() => (receive = () => undefined))),
      },
      notices,
    );
    this.#hello = new Promise((resolve, reject) => {
      this.#socket.addEventListener("message", ({ data }: MessageEvent<ArrayBuffer | string>) => {
        if (typeof data !== "string") receive(decodeMessage(new Uint8Array(data)));
        else this.#take(JSON.parse(data) as ServerMessage, resolve);
      });
      this.#socket.addEventListener("close", ({ reason }) => {
        const why = reason === "" ? "The connection to the local engine was lost." : reason;
        reject(new Error(why));
        this.#lose(why);
      });
    });
  }

  /** The first message of the server; rejects with the reason when it does not want this page. */
  get hello(): Promise<Hello> {
    return this.#hello;
  }

  wantPreviewErrors(wanted: boolean | "exceptions-only"): void {
    this.#tell({ kind: "preview-errors", wanted });
  }

  /** Settles when pages that are loaded from now on get the script. */
  setPreviewScript(script: PreviewScript): Promise<void> {
    this.#lastScript += 1;
    const id = this.#lastScript;
    return new Promise((resolve) => {
      this.#scripts.set(id, resolve);
      this.#tell({ kind: "preview-script", id, script });
    });
  }

  /** The bytes behind a ticket. */
  async fetchBulk({ ticket, size }: Bulk): Promise<Uint8Array<ArrayBuffer>> {
    const { session } = await this.#hello;
    const response = await fetch(`${BULK_PATH}${session}/${ticket}`, {
      headers: { "x-tabwright-secret": this.#secret },
    });
    if (!response.ok) throw new Error(`EIO: the engine refused to hand over ${size} bytes`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Ends the session on the server and waits until it is over, at most a few seconds. Never rejects. */
  async tearDown(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const closed = new Promise((resolve) => this.#socket.addEventListener("close", resolve));
    this.#tell({ kind: "teardown" });
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, TEARDOWN_MS))]);
    this.dispose();
  }

  dispose(): void {
    this.#isOver = true;
    this.#socket.close();
    this.agent.dispose();
  }

  #tell(message: PageMessage): void {
    this.#send(JSON.stringify(message));
  }

  #send(data: Uint8Array<ArrayBuffer> | string): void {
    if (this.#socket.readyState === WebSocket.CONNECTING)
      this.#socket.addEventListener("open", () => this.#socket.send(data), { once: true });
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data);
    else throw new Error("EPIPE: the local engine is gone");
  }

  #take(message: ServerMessage, greet: (hello: Hello) => void): void {
    switch (message.kind) {
      case "hello":
        greet(message);
        break;
      case "preview-script-set":
        this.#scripts.get(message.id)?.();
        this.#scripts.delete(message.id);
        break;
      case "preview-message":
        this.previewMessages.emit(message.message);
        break;
    }
  }

  #lose(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.agent.dispose();
    this.lost.emit(why);
  }
}
