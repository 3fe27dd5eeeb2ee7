import { type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { type Duplex, Transform } from "node:stream";
import { type PreviewErrors, previewReportSchema } from "../wire/server-messages.ts";
import { streamOf } from "../pipe/multiplexer.ts";
import {
  PREVIEW_PREFIX,
  PREVIEW_REPORT_PATH,
  PREVIEW_REPORTER_PATH,
  PREVIEW_SCRIPT_PATH,
  previewTags,
  withTags,
} from "./preview-page.ts";
import type { Workspace } from "./workspaces.ts";

const MOST_REPORT_BYTES = 64 * 1024;

/** What a page of the cross-origin isolated IDE needs to see before it shows another origin in a frame. */
const ISOLATION = {
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "cross-origin",
};

export interface PreviewTarget {
  readonly workspace: Workspace;
  readonly port: number;
  /** The preview's own origin. */
  readonly origin: string;
}

/** Reads `<port>--<id>.localhost:<engine port>`. */
export function parsePreviewHost(host: string | undefined): { port: number; previewId: string } | undefined {
  const [, port, previewId] = /^(\d{1,5})--([0-9a-f]+)\.localhost(?::\d+)?$/.exec(host ?? "") ?? [];
  return port === undefined || previewId === undefined ? undefined : { port: Number(port), previewId };
}

/** Answers a request on a preview's origin: its own few paths, everything else from the program on that port. */
export async function answerPreview(
  request: IncomingMessage,
  response: ServerResponse,
  target: PreviewTarget,
  reporterScript: string,
): Promise<void> {
  const [path = ""] = (request.url ?? "/").split("?");
  if (!path.startsWith(PREVIEW_PREFIX)) {
    forward(request, response, target);
    return;
  }
  const script = (source: string): void => {
    response.writeHead(200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-store",
      ...ISOLATION,
    });
    response.end(source);
  };
  if (path === PREVIEW_REPORTER_PATH) script(reporterScript);
  else if (path === PREVIEW_SCRIPT_PATH) script(target.workspace.previewScript?.source ?? "");
  else if (path === PREVIEW_REPORT_PATH && request.method === "POST")
    await takeReport(request, response, target);
  else response.writeHead(404, ISOLATION).end();
}

async function takeReport(
  request: IncomingMessage,
  response: ServerResponse,
  { workspace, port }: PreviewTarget,
): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MOST_REPORT_BYTES) {
      response.writeHead(413, ISOLATION).end();
      return;
    }
    chunks.push(chunk);
  }
  let foreign: unknown;
  try {
    foreign = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    foreign = undefined;
  }
  const report = previewReportSchema.safeParse(foreign);
  if (report.success) {
    for (const page of workspace.pages)
      if (wants(page.previewErrors, report.data.type)) page.report({ ...report.data, port });
  }
  response.writeHead(report.success ? 204 : 400, ISOLATION).end();
}

function wants(errors: PreviewErrors, type: string): boolean {
  return errors === true || (errors === "exceptions-only" && type !== "PREVIEW_CONSOLE_ERROR");
}

function forward(request: IncomingMessage, response: ServerResponse, target: PreviewTarget): void {
  const tunnel = openTunnel(target);
  if (tunnel === undefined) {
    nothingThere(response, target.port);
    return;
  }
  const outgoing = httpRequest({
    createConnection: () => tunnel,
    method: request.method,
    path: request.url,
    headers: rewritten(request, target),
    setHost: false,
  });
  outgoing.on("response", (answer) => relay(request, response, answer, target));
  outgoing.on("error", () => {
    if (response.headersSent) response.destroy();
    else nothingThere(response, target.port);
  });
  response.on("close", () => tunnel.destroy());
  request.pipe(outgoing);
}

function openTunnel({ workspace, port }: PreviewTarget): Duplex | undefined {
  const channel = workspace.runningAgent()?.open({ kind: "connect", port });
  return channel === undefined ? undefined : streamOf(channel);
}

function nothingThere(response: ServerResponse, port: number): void {
  response.writeHead(502, { "content-type": "text/plain; charset=utf-8", ...ISOLATION });
  response.end(`Nothing answers on port ${port} of this project. Start its server and reload.\n`);
}

/** Dev servers refuse names they do not know; towards them a preview is a page of localhost. */
function rewritten(
  request: IncomingMessage,
  { port, origin }: PreviewTarget,
): Record<string, string | string[]> {
  const local = `http://localhost:${port}`;
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers[name] = value;
  delete headers["accept-encoding"];
  headers["host"] = `localhost:${port}`;
  if (headers["origin"] === origin) headers["origin"] = local;
  const referer = request.headers.referer;
  if (referer?.startsWith(`${origin}/`)) headers["referer"] = local + referer.slice(origin.length);
  return headers;
}

function relay(
  request: IncomingMessage,
  response: ServerResponse,
  answer: IncomingMessage,
  { workspace, port, origin }: PreviewTarget,
): void {
  const headers: Record<string, string | string[] | undefined> = { ...answer.headers, ...ISOLATION };
  const local = new RegExp(`^http://(localhost|127\\.0\\.0\\.1|\\[::1\\]):${port}(?=/|$)`);
  for (const name of ["location", "access-control-allow-origin"] as const) {
    const value = headers[name];
    if (typeof value === "string") headers[name] = value.replace(local, origin);
  }
  delete headers["connection"];
  delete headers["keep-alive"];
  delete headers["transfer-encoding"];
  const errors = strongest(Array.from(workspace.pages, (page) => page.previewErrors));
  const tags = isPage(request, answer) ? previewTags(errors, workspace.previewScript) : "";
  if (tags !== "") {
    delete headers["content-length"];
    delete headers["etag"];
  }
  response.writeHead(answer.statusCode ?? 502, headers);
  answer.on("error", () => response.destroy());
  if (tags === "") answer.pipe(response);
  else answer.pipe(inserting(tags)).pipe(response);
}

function strongest(wanted: readonly PreviewErrors[]): PreviewErrors {
  if (wanted.includes(true)) return true;
  return wanted.includes("exceptions-only") ? "exceptions-only" : false;
}

/** Parts of pages that a script fetches stay as they are. */
function isPage(request: IncomingMessage, answer: IncomingMessage): boolean {
  const destination = request.headers["sec-fetch-dest"];
  const isNavigation = destination === undefined || ["document", "iframe", "frame"].includes(destination);
  return (
    isNavigation &&
    request.method !== "HEAD" &&
    answer.headers["content-encoding"] === undefined &&
    /^text\/html\b/i.test(answer.headers["content-type"] ?? "")
  );
}

function inserting(tags: string): Transform {
  let start: Buffer | undefined = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (start === undefined) {
        done(null, chunk);
        return;
      }
      start = Buffer.concat([start, chunk]);
      const page = withTags(start, tags, false);
      if (page !== undefined) start = undefined;
      done(null, page);
    },
    flush(done) {
      done(null, start === undefined ? undefined : withTags(start, tags, true));
    },
  });
}

/** Joins a WebSocket of a preview with the program on its port. */
export function upgradePreview(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  target: PreviewTarget,
): void {
  const tunnel = openTunnel(target);
  if (tunnel === undefined) {
    socket.end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n");
    return;
  }
  const lines = Object.entries(rewritten(request, target)).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}`),
  );
  tunnel.write(`${request.method ?? "GET"} ${request.url ?? "/"} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  if (head.byteLength > 0) tunnel.write(head);
  socket.pipe(tunnel).pipe(socket);
  const close = (): void => {
    tunnel.destroy();
    socket.destroy();
  };
  for (const end of [socket, tunnel]) end.on("error", close).on("close", close);
}
