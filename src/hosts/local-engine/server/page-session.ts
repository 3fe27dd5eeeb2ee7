import { randomBytes } from "node:crypto";
import type { RawData, WebSocket } from "ws";
import { Emitter } from "../../../base/emitter.ts";
import { characterBorder } from "../wire/character-border.ts";
import type { Channel } from "../pipe/multiplexer.ts";
import {
  pageMessageSchema,
  type PreviewErrors,
  type PreviewReport,
  type ServerMessage,
} from "../wire/server-messages.ts";
import type { EngineAgent } from "./engine-agent.ts";
import type { Workspace, WorkspacePage } from "./workspaces.ts";

/** The socket closes with this code when the page did nothing wrong and the engine is gone. */
const ENGINE_GONE = 4001;
const PING_MS = 20_000;
const MOST_REASON_BYTES = 120;

/** A reason may have 123 bytes; a longer one would be an error. */
export function closeWithReason(socket: WebSocket, code: number, reason: string): void {
  const bytes = Buffer.from(reason).subarray(0, MOST_REASON_BYTES);
  socket.close(code, bytes.subarray(0, characterBorder(bytes, bytes.byteLength)));
}

/** The socket of one booted page, joined with a session of its workspace's agent. */
export class PageSession implements WorkspacePage {
  readonly id = randomBytes(12).toString("hex");
  readonly ended = new Emitter<void>();
  readonly workspace: Workspace;
  previewErrors: PreviewErrors = false;
  readonly #socket: WebSocket;
  readonly #channel: Channel;
  readonly #ping: NodeJS.Timeout;
  #isOver = false;

  constructor(socket: WebSocket, workspace: Workspace, engineHost: string) {
    this.workspace = workspace;
    this.#socket = socket;
    const agent = workspace.agent();
    workspace.pages.add(this);
    this.#channel = agent.open({ kind: "session" });
    this.#channel.listen({
      data: (bytes) => socket.send(bytes, { binary: true }),
      end: () => this.#lose(agent),
      reset: () => this.#lose(agent),
    });
    this.#ping = setInterval(() => socket.ping(), PING_MS);
    socket.on("message", (data, isBinary) => this.#take(data, isBinary));
    socket.on("close", () => this.#end());
    socket.on("error", () => socket.terminate());
    const port = engineHost.split(":")[1] ?? "";
    this.#tell({ kind: "hello", session: this.id, previewHost: `${workspace.previewId}.localhost:${port}` });
  }

  report(message: PreviewReport): void {
    this.#tell({ kind: "preview-message", message });
  }

  close(): void {
    this.#socket.close(ENGINE_GONE, "The engine was stopped.");
    this.#end();
  }

  #tell(message: ServerMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #take(data: RawData, isBinary: boolean): void {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer);
    if (isBinary) {
      this.#channel.send(bytes);
      return;
    }
    let foreign: unknown;
    try {
      foreign = JSON.parse(bytes.toString("utf8"));
    } catch {
      foreign = undefined;
    }
    const message = pageMessageSchema.safeParse(foreign);
    if (!message.success) {
      this.#socket.close(1007, "That message is not part of the protocol.");
      return;
    }
    switch (message.data.kind) {
      case "preview-errors":
        this.previewErrors = message.data.wanted;
        break;
      case "preview-script":
        this.workspace.previewScript = message.data.script;
        this.#tell({ kind: "preview-script-set", id: message.data.id });
        break;
      case "teardown":
        this.#end();
        this.#socket.close(1000, "torn down");
        break;
    }
  }

  /** The agent ended by itself: the page hears why. */
  #lose(agent: EngineAgent): void {
    if (this.#isOver) return;
    void agent.ended.then(() => {
      const why = agent.complaint.split("\n").at(-1) ?? "";
      closeWithReason(this.#socket, ENGINE_GONE, `The engine's process ended. ${why}`.trim());
      this.#end();
    });
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#ping);
    this.#channel.reset();
    this.workspace.leave(this);
    this.ended.emit();
    this.ended.dispose();
  }
}
