import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { streamOf } from "../pipe/multiplexer.ts";
import {
  BULK_PATH,
  CLIENT_VERSION,
  CONNECT_PATH,
  PAGE_SCRIPT_PATH,
  SESSION_PATH,
  type SessionGrant,
  SOCKET_PROTOCOL,
} from "../wire/server-messages.ts";
import { enginePagePolicy } from "./content-policy.ts";
import { closeWithReason, PageSession } from "./page-session.ts";
import { answerPreview, parsePreviewHost, type PreviewTarget, upgradePreview } from "./preview-site.ts";
import { isSameOrigin, isSecret, namesHost, refuse } from "./request-origin.ts";
import type { Workspaces } from "./workspaces.ts";

export interface EngineSiteOptions {
  readonly host: string;
  readonly ideOrigin: string;
  /** What the IDE hands to the engine page. Outlives a restart, so that an open tab can boot again. */
  readonly sessionKey: string;
  /** What opens a socket. New with each start. */
  readonly secret: string;
  readonly pageScript: string;
  readonly reporterScript: string;
  readonly workspaces: Workspaces;
}

const MOST_MESSAGE_BYTES = 256 * 1024 * 1024;
/** The socket closes with this code when there is no such project. */
const NOT_OPENED = 4000;
const MOST_KEY_BYTES = 1024;
const PAGE = `<!doctype html><meta charset="utf-8"><title>Tabwright local engine</title><script src="${PAGE_SCRIPT_PATH}"></script>`;

/** Everything on the engine's port: the hidden page that the client library opens, its socket, and the previews. */
export class EngineSite {
  readonly #options: EngineSiteOptions;
  readonly #origin: string;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => SOCKET_PROTOCOL,
  });
  readonly #sessions = new Map<string, PageSession>();

  constructor(options: EngineSiteOptions) {
    this.#options = options;
    this.#origin = `http://${options.host}`;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const preview = this.#previewOf(request);
    if (preview !== undefined) {
      await answerPreview(request, response, preview, this.#options.reporterScript);
      return;
    }
    if (!namesHost(request, this.#options.host)) {
      refuse(response, 403, "There is no engine and no preview under this name.");
      return;
    }
    const [path = "/"] = (request.url ?? "/").split("?");
    if (path === "/headless") this.#sendPage(response);
    else if (path === PAGE_SCRIPT_PATH) this.#sendScript(response);
    else if (!isSameOrigin(request, this.#origin))
      refuse(response, 403, "Only the engine's own page may ask this.");
    else if (path === SESSION_PATH && request.method === "POST") await this.#grant(request, response);
    else if (path.startsWith(BULK_PATH)) this.#sendBulk(request, response, path.slice(BULK_PATH.length));
    else refuse(response, 404, "There is nothing here.");
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const preview = this.#previewOf(request);
    if (preview !== undefined) {
      upgradePreview(request, socket, head, preview);
      return;
    }
    const problem = this.#upgradeProblem(request);
    if (problem !== undefined) {
      socket.end(
        `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${problem}\n`,
      );
      return;
    }
    const query = new URL(request.url ?? "/", this.#origin).searchParams;
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const workspace = this.#options.workspaces.find(query.get("workspace") ?? "");
      if (!workspace.ok) {
        closeWithReason(webSocket, NOT_OPENED, workspace.problem);
        return;
      }
      const session = new PageSession(webSocket, workspace.value, this.#options.host);
      this.#sessions.set(session.id, session);
      session.ended.subscribe(() => this.#sessions.delete(session.id));
    });
  }

  stop(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#sockets.close();
  }

  #upgradeProblem(request: IncomingMessage): string | undefined {
    const url = request.url ?? "/";
    if (!namesHost(request, this.#options.host)) return "There is no engine under this name.";
    if (request.headers.origin !== this.#origin) return "Only the engine's own page may connect.";
    if (!url.startsWith(`${CONNECT_PATH}?`)) return "There is nothing here.";
    const [name, secret] = (request.headers["sec-websocket-protocol"] ?? "").split(/,\s*/);
    if (name !== SOCKET_PROTOCOL || !isSecret(secret, this.#options.secret)) return "The secret is wrong.";
    const version = new URL(url, this.#origin).searchParams.get("version");
    return version === CLIENT_VERSION ? undefined : `The client must be version ${CLIENT_VERSION}.`;
  }

  #previewOf(request: IncomingMessage): PreviewTarget | undefined {
    const named = parsePreviewHost(request.headers.host);
    const workspace = named && this.#options.workspaces.byPreviewId(named.previewId);
    const enginePort = this.#options.host.split(":")[1];
    if (named === undefined || workspace === undefined || !request.headers.host?.endsWith(`:${enginePort}`))
      return undefined;
    return { workspace, port: named.port, origin: `http://${request.headers.host}` };
  }

  #sendPage(response: ServerResponse): void {
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": enginePagePolicy(this.#origin, this.#options.ideOrigin),
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    });
    response.end(PAGE);
  }

  #sendScript(response: ServerResponse): void {
    response.writeHead(200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    });
    createReadStream(this.#options.pageScript)
      .on("error", () => response.destroy())
      .pipe(response);
  }

  async #grant(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let key = "";
    for await (const chunk of request as AsyncIterable<Buffer>) {
      key += chunk.toString("latin1");
      if (key.length > MOST_KEY_BYTES) break;
    }
    if (!isSecret(key, this.#options.sessionKey)) {
      refuse(response, 403, "The IDE's key is not the one of this server.");
      return;
    }
    const grant: SessionGrant = { secret: this.#options.secret, ideOrigin: this.#options.ideOrigin };
    response.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "no-store" });
    response.end(JSON.stringify(grant));
  }

  #sendBulk(request: IncomingMessage, response: ServerResponse, path: string): void {
    const [session = "", ticket = ""] = path.split("/");
    const agent = this.#sessions.get(session)?.workspace.runningAgent();
    if (!isSecret(request.headers["x-tabwright-secret"], this.#options.secret) || agent === undefined) {
      refuse(response, 403, "The secret or the session is wrong.");
      return;
    }
    const bytes = streamOf(agent.open({ kind: "bulk", ticket }));
    response.writeHead(200, {
      "Content-Type": "application/octet-stream",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    });
    bytes.on("close", () => (bytes.readableEnded ? undefined : response.destroy()));
    bytes.pipe(response);
    response.on("close", () => bytes.destroy());
  }
}
