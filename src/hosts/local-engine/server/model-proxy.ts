import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { HostInfo } from "../../../contracts/host-info.ts";
import { PROVIDER_BASE_URL } from "../../../contracts/models.ts";
import { keyRedactor } from "./key-redactor.ts";
import { isSecret, refuse } from "./request-origin.ts";

type ProxiedProvider = HostInfo["proxiedProviders"][number];

interface Upstream {
  readonly baseUrl: string;
  readonly key: string;
}

/** The header in which each provider takes its key, and what stands before it. */
const KEY_HEADER: Readonly<Record<ProxiedProvider, readonly [name: string, prefix: string]>> = {
  anthropic: ["x-api-key", ""],
  openai: ["authorization", "Bearer "],
  google: ["x-goog-api-key", ""],
  "openai-compatible": ["authorization", "Bearer "],
};
const FORWARDED = /^(accept|content-type|anthropic-(version|beta)|openai-(beta|organization|project))$/;
const RETURNED = /^(content-type|retry-after(-ms)?|request-id|x-request-id|(x|anthropic)-ratelimit-.*)$/;
const MOST_BODY_BYTES = 64 * 1024 * 1024;

/** Forwards model calls to the providers whose keys the server's environment holds. The key goes to the provider's own address only and is never sent back. */
export class ModelProxy {
  readonly #upstreams: ReadonlyMap<ProxiedProvider, Upstream>;
  readonly #proxyKey: string;

  constructor(environment: NodeJS.ProcessEnv, proxyKey: string) {
    this.#upstreams = upstreamsOf(environment);
    this.#proxyKey = proxyKey;
  }

  get providers(): ProxiedProvider[] {
    return Array.from(this.#upstreams.keys());
  }

  /** Answers one call; `path` is what follows `MODEL_PROXY_PATH`, with its query. The caller has checked the origin. */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [provider = "", ...rest] = path.split("/");
    const upstream = this.#upstreams.get(provider as ProxiedProvider);
    if (upstream === undefined) {
      refuse(response, 404, `This server holds no key for "${provider}".`);
      return;
    }
    const [keyHeader, prefix] = KEY_HEADER[provider as ProxiedProvider];
    if (!isSecret(request.headers[keyHeader], prefix + this.#proxyKey)) {
      refuse(response, 403, "A model call must carry the key that the server gave to its page.");
      return;
    }
    const target = targetOf(upstream.baseUrl, rest.join("/"));
    if (target === undefined) {
      refuse(response, 400, "That address is outside the provider's API.");
      return;
    }
    if (Number(request.headers["content-length"] ?? 0) > MOST_BODY_BYTES) {
      refuse(response, 413, "The request is too large.");
      return;
    }
    await forward(request, response, target, upstream, { [keyHeader]: prefix + upstream.key });
  }
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  upstream: Upstream,
  keyHeaders: Record<string, string>,
): Promise<void> {
  const stopped = new AbortController();
  response.once("close", () => stopped.abort());
  const headers: Record<string, string> = { "accept-encoding": "identity" };
  for (const [name, value] of Object.entries(request.headers))
    if (FORWARDED.test(name) && typeof value === "string") headers[name] = value;
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  let answer: Response;
  try {
    answer = await fetch(target, {
      method: request.method ?? "GET",
      headers: { ...headers, ...keyHeaders },
      redirect: "manual",
      signal: stopped.signal,
      ...(hasBody ? { body: Readable.toWeb(request), duplex: "half" } : {}),
    });
  } catch (error) {
    if (stopped.signal.aborted) return;
    refuse(response, 502, `The server cannot reach ${target.host}: ${reasonOf(error)}.`);
    return;
  }
  const returned: Record<string, string> = { "Cache-Control": "no-store" };
  for (const [name, value] of answer.headers)
    if (RETURNED.test(name)) returned[name] = value.replaceAll(upstream.key, "");
  response.writeHead(answer.status, { ...returned, "X-Content-Type-Options": "nosniff" });
  response.flushHeaders();
  if (answer.body === null) response.end();
  else {
    await pipeline(
      Readable.fromWeb(answer.body as ReadableStream<Uint8Array>),
      keyRedactor(upstream.key),
      response,
    ).catch(() => response.destroy());
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : "unknown";
}

/** The address below the base, or `undefined` when the path leaves it. */
function targetOf(baseUrl: string, path: string): URL | undefined {
  const base = new URL(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  try {
    const target = new URL(base.href + path);
    const decoded = decodeURIComponent(target.pathname);
    const isInside = target.origin === base.origin && target.pathname.startsWith(base.pathname);
    return isInside && !decoded.split(/[/\\]/).includes("..") ? target : undefined;
  } catch {
    return undefined;
  }
}

function upstreamsOf(environment: NodeJS.ProcessEnv): Map<ProxiedProvider, Upstream> {
  const found = new Map<ProxiedProvider, Upstream>();
  const add = (provider: ProxiedProvider, key: string | undefined, baseUrl: string | undefined): void => {
    if (key !== undefined && key !== "" && baseUrl !== undefined && URL.canParse(baseUrl))
      found.set(provider, { key, baseUrl });
  };
  const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OPENAI_API_KEY, OPENAI_BASE_URL } = environment;
  const { GOOGLE_GENERATIVE_AI_API_KEY, GEMINI_API_KEY } = environment;
  const { OPENAI_COMPATIBLE_API_KEY, OPENAI_COMPATIBLE_BASE_URL } = environment;
  add("anthropic", ANTHROPIC_API_KEY, withVersion(ANTHROPIC_BASE_URL) ?? PROVIDER_BASE_URL.anthropic);
  add("openai", OPENAI_API_KEY, OPENAI_BASE_URL || PROVIDER_BASE_URL.openai);
  add("google", GOOGLE_GENERATIVE_AI_API_KEY || GEMINI_API_KEY, PROVIDER_BASE_URL.google);
  add("openai-compatible", OPENAI_COMPATIBLE_API_KEY, OPENAI_COMPATIBLE_BASE_URL);
  return found;
}

/** Anthropic's own tools expect this variable without the version, others with it. */
function withVersion(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined || baseUrl === "") return undefined;
  const plain = baseUrl.replace(/\/+$/, "");
  return plain.endsWith("/v1") ? plain : `${plain}/v1`;
}
