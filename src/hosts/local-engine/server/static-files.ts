import { createReadStream, statSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { refuse } from "./request-origin.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".zip": "application/zip",
};
const HASHED = /^\/assets\//;

/** Serves the files of one folder, compressed where a `.gz` stands beside the file. `headersFor` gives what every answer carries. */
export class StaticFiles {
  readonly #folder: string;
  readonly #headersFor: (html: string | undefined) => Readonly<Record<string, string>>;

  constructor(folder: string, headersFor: (html: string | undefined) => Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#headersFor = headersFor;
  }

  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      refuse(response, 405, "Only GET and HEAD are answered here.");
      return;
    }
    const file = await this.#find(path);
    if (file === undefined) {
      refuse(response, 404, "There is no such file.");
      return;
    }
    const isPage = extname(file) === ".html";
    const headers: Record<string, string> = {
      ...this.#headersFor(isPage ? await readFile(file, "utf8") : undefined),
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      "Cache-Control": HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
      Vary: "Accept-Encoding",
    };
    const acceptsGzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    const compressed = acceptsGzip ? fileSize(`${file}.gz`) : undefined;
    if (compressed !== undefined) headers["Content-Encoding"] = "gzip";
    const sent = compressed === undefined ? file : `${file}.gz`;
    const { size, mtimeMs } = statSync(sent);
    headers["ETag"] = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    if (request.headers["if-none-match"] === headers["ETag"]) {
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, { ...headers, "Content-Length": size });
    if (request.method === "HEAD") response.end();
    else
      createReadStream(sent)
        .on("error", () => response.destroy())
        .pipe(response);
  }

  async #find(path: string): Promise<string | undefined> {
    let decoded: string;
    try {
      decoded = decodeURIComponent(path);
    } catch {
      return undefined;
    }
    if (decoded.includes("\0")) return undefined;
    const wanted = join(this.#folder, normalize(decoded === "/" ? "/index.html" : decoded));
    if (fileSize(wanted) === undefined) return undefined;
    const root = await realpath(this.#folder);
    const real = await realpath(wanted);
    return real.startsWith(root + sep) ? real : undefined;
  }
}

function fileSize(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? stat.size : undefined;
}
