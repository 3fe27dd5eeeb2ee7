import type { IncomingMessage, ServerResponse } from "node:http";
import {
  HOST_INFO_PATH,
  HOST_KEY_HEADER,
  type HostInfo,
  MODEL_PROXY_PATH,
} from "../../../contracts/host-info.ts";
import { idePolicy, inlineScriptsOf } from "./content-policy.ts";
import type { ModelProxy } from "./model-proxy.ts";
import { isSameOrigin, isSecret, namesHost, refuse } from "./request-origin.ts";
import { StaticFiles } from "./static-files.ts";

export interface IdeSiteOptions {
  readonly host: string;
  /** The folder of the built IDE. */
  readonly folder: string;
  readonly hostKey: string;
  readonly engineOrigin: string;
  readonly previewOrigins: string;
  readonly describe: () => HostInfo;
  readonly models: ModelProxy;
}

/** Answers everything on the IDE's port: the built page, what the server offers, and calls to models. */
export function ideSite(
  options: IdeSiteOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const origin = `http://${options.host}`;
  const files = new StaticFiles(options.folder, (html) => ({
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": idePolicy(
      options.engineOrigin,
      options.previewOrigins,
      html === undefined ? [] : inlineScriptsOf(html),
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  }));
  return async (request, response) => {
    const url = request.url ?? "/";
    if (!namesHost(request, options.host)) {
      // One origin, so that what the browser keeps for the IDE is found again.
      const port = options.host.split(":")[1] ?? "";
      if (request.headers.host === `localhost:${port}` && url.startsWith("/") && !url.startsWith("//"))
        response.writeHead(308, { Location: origin + url }).end();
      else refuse(response, 403, `This server answers only as ${options.host}.`);
      return;
    }
    const [path = "/"] = url.split("?");
    if (!path.startsWith("/tabwright/")) {
      await files.answer(request, response, path);
      return;
    }
    if (!isSameOrigin(request, origin)) refuse(response, 403, "Only the IDE's own page may ask this.");
    else if (path === HOST_INFO_PATH) describe(request, response, options);
    else if (path.startsWith(MODEL_PROXY_PATH))
      await options.models.answer(request, response, url.slice(MODEL_PROXY_PATH.length));
    else refuse(response, 404, "There is nothing here.");
  };
}

function describe(request: IncomingMessage, response: ServerResponse, options: IdeSiteOptions): void {
  if (!isSecret(request.headers[HOST_KEY_HEADER], options.hostKey)) {
    refuse(response, 401, "Open the address that npm start printed: it carries the key to this server.");
    return;
  }
  response.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(JSON.stringify(options.describe()));
}
