import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/** The only address on which the engine listens. */
export const LOOPBACK = "127.0.0.1";
const MOST_TRIES = 50;

export interface Site {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** A server on a loopback port, whose site is given once its address is known. */
export interface LoopbackListener {
  readonly port: number;
  serve(site: Site): void;
  /** Also answers on the other loopback address, where it has one: browsers try it first for names under `localhost`. */
  alsoOnIPv6(): Promise<void>;
  stop(): Promise<void>;
}

/** Listens on the wanted port, else on the next free one; 0 is any port. */
export async function listenOnLoopback(wanted: number): Promise<LoopbackListener> {
  for (let port = wanted; ; port += 1) {
    const server = createServer();
    const taken = await tryListen(server, port, LOOPBACK);
    if (taken === undefined) return listenerOf(server);
    if (taken.code !== "EADDRINUSE" || wanted === 0 || port - wanted >= MOST_TRIES || port >= 65_535)
      throw taken;
  }
}

function listenerOf(server: Server): LoopbackListener {
  const { port } = server.address() as AddressInfo;
  const servers = [server];
  let site: Site | undefined;
  const attach = (each: Server): void => {
    each.on("request", (request: IncomingMessage, response: ServerResponse) => {
      if (site === undefined) response.writeHead(503).end();
      else void site.answer(request, response).catch(() => fail(response));
    });
    each.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on("error", () => socket.destroy());
      if (site?.upgrade === undefined) socket.destroy();
      else site.upgrade(request, socket, head);
    });
    each.on("clientError", (_error, socket) => void socket.destroy());
  };
  attach(server);
  return {
    port,
    serve: (given) => void (site = given),
    async alsoOnIPv6() {
      const second = createServer();
      if ((await tryListen(second, port, "::1")) !== undefined) return;
      attach(second);
      servers.push(second);
    },
    async stop() {
      await Promise.all(
        servers.map((each) => {
          const closed = new Promise((resolve) => each.close(resolve));
          each.closeAllConnections();
          return closed;
        }),
      );
    },
  };
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { "Content-Type": "text/plain" }).end("The server failed.\n");
}

function tryListen(server: Server, port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once("error", resolve);
    server.listen({ port, host, ipv6Only: host.includes(":") }, () => {
      server.off("error", resolve);
      resolve(undefined);
    });
  });
}
