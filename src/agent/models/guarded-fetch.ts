import { UnexpectedAnswerError } from "./classify-failure.ts";

/** Characters of an unexpected body that are read. */
const BODY_CHARS = 4_000;

/**
 * A fetch for streamed model calls: sends no cookies to other origins, follows no redirect (the key would travel along),
 * and turns a success that is no event stream into `UnexpectedAnswerError` instead of an empty answer.
 */
export async function guardedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, {
    ...init,
    credentials: "same-origin",
    redirect: "error",
    referrerPolicy: "no-referrer",
  });
  const contentType = response.headers.get("content-type") ?? "";
  if (!response.ok || contentType.startsWith("text/event-stream")) return response;
  const body = await response.text();
  throw new UnexpectedAnswerError(response.status, contentType, body.slice(0, BODY_CHARS));
}
