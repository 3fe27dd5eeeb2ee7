import { expect, test } from "vitest";
import {
  failedRequest,
  isStaticAssetRequest,
  stalledDocumentSubresource,
  unansweredRequest,
} from "./request-questions.ts";
import type { TraceRequest } from "./trace-artifact.ts";

const request = (path: string, status: number, rest: Partial<TraceRequest> = {}): TraceRequest => ({
  method: "GET",
  path,
  status,
  ...rest,
});

test.each<[string, TraceRequest, { failed: boolean; unanswered: boolean; stalled: boolean }]>([
  ["a refused body", request("/api/items", 422), { failed: true, unanswered: false, stalled: false }],
  ["a missing font", request("/fonts/a.woff2", 404), { failed: false, unanswered: false, stalled: false }],
  [
    "a font behind a broken server",
    request("/fonts/a.woff2", 503),
    { failed: true, unanswered: false, stalled: false },
  ],
  [
    "a slow call",
    request("/api/slow", -1, { type: "fetch" }),
    { failed: false, unanswered: true, stalled: false },
  ],
  [
    "a call with a reason",
    request("/api/slow", -1, { failure: "net::ERR_FAILED" }),
    { failed: true, unanswered: false, stalled: false },
  ],
  [
    "a pending style",
    request("/assets/app.css", -1, { type: "stylesheet" }),
    { failed: false, unanswered: true, stalled: true },
  ],
  [
    "a pending service worker",
    request("/sw.js", -1, { type: "script" }),
    { failed: false, unanswered: false, stalled: false },
  ],
])("%s", (_what, each, expected) => {
  expect({
    failed: failedRequest(each),
    unanswered: unansweredRequest(each),
    stalled: stalledDocumentSubresource(each),
  }).toEqual(expected);
});

test.each<[TraceRequest, boolean]>([
  [request("/app.js", 200, { type: "document" }), false],
  [request("/api/items", 200, { type: "fetch" }), false],
  [request("/data.css?x=1", 200, { type: "xhr" }), true],
  [request("/logo", 200, { type: "image" }), true],
  [request("https://cdn.dev/a.js", 200), true],
])("%o is of the page's shell: %s", (each, expected) => {
  expect(isStaticAssetRequest(each)).toBe(expected);
});
