import type { ModelFailure } from "../../contracts/run-view.ts";
import type { ModelEvent } from "./model-port.ts";
import { maskSecrets } from "./mask-secrets.ts";

/** Characters of an answer's body that are kept. */
const BODY_CHARS = 2_000;

/** The provider answered, but not with what was asked for. */
export class UnexpectedAnswerError extends Error {
  override readonly name = "UnexpectedAnswerError";
  readonly statusCode: number;
  readonly responseBody: string;

  constructor(statusCode: number, contentType: string, responseBody: string) {
    super(`The provider answered with "${contentType}" where a stream was expected.`);
    this.statusCode = statusCode;
    this.responseBody = responseBody;
  }
}

export interface FailureContext {
  /** Keys that must not appear in what is stored and shown. */
  readonly secrets: readonly string[];
  /** Where the request went, without a path. */
  readonly host: string;
  readonly pageOrigin: string;
  /** Some of the answer had arrived. */
  readonly started: boolean;
}

type FailedEvent = Extract<ModelEvent, { type: "failed" }>;

/** Turns whatever a provider or the network threw into words for the person and a decision about trying again. */
export function classifyFailure(error: unknown, context: FailureContext): FailedEvent {
  const facts = factsOf(error);
  const verdict = judge(error, facts, context);
  const mask = (text: string): string => maskSecrets(text, context.secrets);
  const retryAfterMs = retryAfter(facts.headers);
  return {
    type: "failed",
    retryable: verdict.retryable,
    failure: {
      kind: verdict.kind,
      message: mask(verdict.message),
      ...(facts.status === undefined ? {} : { status: facts.status }),
      ...(facts.body === undefined ? {} : { body: mask(facts.body).slice(0, BODY_CHARS) }),
      ...(facts.requestId === undefined ? {} : { requestId: facts.requestId }),
    },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

interface Facts {
  readonly status: number | undefined;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  /** Everything that was said, for words that tell the reason. */
  readonly words: string;
}

function factsOf(error: unknown): Facts {
  const fields = isRecord(error) ? error : {};
  const headers = isRecord(fields["responseHeaders"]) ? fields["responseHeaders"] : {};
  const status = typeof fields["statusCode"] === "number" ? fields["statusCode"] : undefined;
  const body = typeof fields["responseBody"] === "string" ? fields["responseBody"] : undefined;
  const requestId = headers["request-id"] ?? headers["x-request-id"];
  const spoken = error instanceof Error ? error.message : JSON.stringify(error);
  return {
    status,
    body,
    headers,
    requestId: typeof requestId === "string" ? requestId : undefined,
    words: `${spoken ?? ""} ${body ?? ""}`,
  };
}

interface Verdict {
  readonly kind: ModelFailure["kind"];
  readonly message: string;
  readonly retryable: boolean;
}

function judge(error: unknown, facts: Facts, context: FailureContext): Verdict {
  if (error instanceof UnexpectedAnswerError) return unexpected(facts);
  if (
    /context.{0,20}(length|window)|prompt is too long|too many tokens|maximum.{0,20}tokens/i.test(facts.words)
  )
    return {
      kind: "context-too-long",
      retryable: false,
      message:
        "The conversation is longer than this model can read. Start a new run, or choose a model with a larger window.",
    };
  if ((facts.status ?? 0) < 300 && /without a finish reason|successful response/i.test(facts.words))
    return cut;
  if (facts.status !== undefined) return judgeStatus(facts.status, facts);
  if (error instanceof TypeError || /fetch failed|network|terminated|socket|ECONN/i.test(facts.words))
    return context.started ? cut : unreachable(context);
  if (/overloaded/i.test(facts.words)) return overloaded;
  if (/rate.?limit/i.test(facts.words)) return rateLimited;
  if (/json|parse|schema|validation/i.test(facts.words))
    return {
      kind: "bad-response",
      retryable: true,
      message: `The provider sent an answer that cannot be read: ${facts.words.trim().slice(0, 300)}`,
    };
  return {
    kind: "unknown",
    retryable: false,
    message: `The model call failed: ${facts.words.trim().slice(0, 300)}`,
  };
}

function judgeStatus(status: number, facts: Facts): Verdict {
  if (status === 401 || status === 403)
    return {
      kind: "refused-key",
      retryable: false,
      message: `The provider refused the key (${status}). Check the key, and whether it may use this model.`,
    };
  if (status === 429 && /insufficient_quota|billing|credit/i.test(facts.words))
    return {
      kind: "rate-limited",
      retryable: false,
      message: "The account at the provider has no credit left. Add credit there, or choose another model.",
    };
  if (status === 429) return rateLimited;
  if (status === 503 || status === 529) return overloaded;
  if (status === 413)
    return {
      kind: "context-too-long",
      retryable: false,
      message: "The request is larger than the provider takes. Start a new run.",
    };
  if (status === 404)
    return {
      kind: "unknown",
      retryable: false,
      message: "The provider does not know this model or this address (404). Check both in the settings.",
    };
  if (status === 408 || status === 409 || status >= 500)
    return { kind: "unknown", retryable: true, message: `The provider failed (${status}).` };
  return {
    kind: "unknown",
    retryable: false,
    message: `The provider refused the request (${status}). Its answer says why.`,
  };
}

function unexpected(facts: Facts): Verdict {
  return {
    kind: "bad-response",
    retryable: /overloaded|unavailable|timeout/i.test(facts.words),
    message:
      "The provider answered with something that is no stream. Its answer says why, or the address is wrong.",
  };
}

const rateLimited: Verdict = {
  kind: "rate-limited",
  retryable: true,
  message: "The provider takes no more requests for a moment (rate limit).",
};
const overloaded: Verdict = {
  kind: "overloaded",
  retryable: true,
  message: "The provider is overloaded.",
};
const cut: Verdict = {
  kind: "stream-cut",
  retryable: true,
  message: "The connection to the model broke in the middle of its answer.",
};

/** A browser does not tell a server that is away from one that refuses web pages. */
function unreachable({ host, pageOrigin }: FailureContext): Verdict {
  const local = /^(localhost|127\.|\[::1\])/.test(host);
  const advice = local
    ? `Is it running? It must also allow requests from ${pageOrigin}; Ollama does when it is started with OLLAMA_ORIGINS=${pageOrigin}.`
    : `It cannot be reached, or it does not allow requests from web pages (CORS). Start Tabwright's server with the key in its environment: then the server makes the calls.`;
  return { kind: "cannot-connect", retryable: true, message: `No answer from ${host}. ${advice}` };
}

/** Seconds or a date, as HTTP has it; milliseconds where a provider says so. */
function retryAfter(headers: Readonly<Record<string, unknown>>): number | undefined {
  const exact = Number(headers["retry-after-ms"]);
  if (Number.isFinite(exact) && exact > 0) return exact;
  const value = headers["retry-after"];
  if (typeof value !== "string" || value === "") return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
