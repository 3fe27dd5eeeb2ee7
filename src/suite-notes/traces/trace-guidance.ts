import { failedRequest, isStaticAssetRequest, stalledDocumentSubresource } from "./request-questions.ts";
import type { TraceArtifact, TraceRequest } from "./trace-artifact.ts";

/** What the runner itself says about a failed test. */
export interface TraceRunFailure {
  spec: string;
  /** The line that the test is written on. */
  line: number;
  /** The Playwright call that the failure names (`page.goto`), or `null`. */
  operation: string | null;
  /** The limit for one test that the failure names, in milliseconds, or `null`. */
  budgetMs: number | null;
}

export interface TraceRunReport {
  failures?: readonly TraceRunFailure[];
  /** The same result already tells to measure a production build next. */
  productionBuildAdvised?: boolean;
}

const REPEATS_MIN = 3;

/** The sentences that the evidence supports, and no other. */
export function traceGuidance(
  items: readonly TraceArtifact[],
  apiPrefixes: readonly string[],
  report: TraceRunReport,
): string[] {
  const requests = items.flatMap((item) => [...(item.lastAction?.requests ?? []), ...item.requests]);
  const failed = requests.filter(failedRequest);
  const prefixes = apiPrefixes.length > 0 ? apiPrefixes : ownPrefixes(requests);
  const own = failed.filter((request) => isOwnApi(request, prefixes));
  return [
    ...(own.length > 0
      ? ["Read the handler of the route that failed; the selector of the test is not the cause."]
      : []),
    ...unauthorised(own),
    ...wrapped(own),
    ...neverLoaded(failed),
    ...stalled(items, report),
    ...repeats(items, report),
  ];
}

/** The first path parts of what the pages asked their own origin for. */
function ownPrefixes(requests: readonly TraceRequest[]): string[] {
  const calls = requests.filter(
    (request) => isCall(request) && request.path.startsWith("/") && !isStaticAssetRequest(request),
  );
  return [...new Set(calls.map((request) => /^\/[^/?#]*/.exec(request.path)?.[0] ?? "/"))];
}

function isCall(request: TraceRequest): boolean {
  return request.type === undefined || request.type === "fetch" || request.type === "xhr";
}

function isOwnApi(request: TraceRequest, prefixes: readonly string[]): boolean {
  if (!isCall(request) || isStaticAssetRequest(request)) return false;
  const path = request.path.replace(/^[a-z]+:\/\/[^/]+/i, "");
  return (
    request.status >= 400 &&
    prefixes.some(
      (prefix) =>
        path === prefix ||
        path.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`) ||
        path.startsWith(`${prefix}?`),
    )
  );
}

function unauthorised(failed: readonly TraceRequest[]): string[] {
  const refused = failed.filter((request) => request.status === 401);
  const bare = refused.filter((request) => request.sentAuthorization !== true && request.sentCookie !== true);
  const carried = refused.find((request) => request.sentAuthorization === true);
  return [
    ...(bare.length > 0
      ? [
          "A 401 went out without an Authorization header and without a cookie: the client never attached one.",
        ]
      : []),
    ...(carried === undefined
      ? []
      : [
          `A 401 did carry ${carried.authorization === undefined ? "an Authorization header" : `a ${carried.authorization} credential`}: the API refused what it was sent.`,
        ]),
  ];
}

function wrapped(failed: readonly TraceRequest[]): string[] {
  const found = failed.find(
    (request) =>
      request.sent !== undefined && /^\{\s*"data"\s*:/.test(request.sent) && onlyData(request.sent),
  );
  if (found === undefined) return [];
  return [
    `The body of ${found.method} ${found.path} has the single key "data": the helper that sends it wrapped the value. Pass the value itself as the body, not { data: value }.`,
  ];
}

/** A body that was cut cannot be parsed; its start still shows the wrapper. */
function onlyData(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && Object.keys(value).join() === "data";
  } catch {
    return text.endsWith("…");
  }
}

function neverLoaded(failed: readonly TraceRequest[]): string[] {
  const document = failed.find(
    (request) => request.type === "document" && /net::ERR_|ECONN|NS_ERROR/.test(request.failure ?? ""),
  );
  return document === undefined
    ? []
    : [
        `The page itself never loaded (${document.failure ?? ""}): nothing else was measured. Check that the app runs where the test looks.`,
      ];
}

function stalled(items: readonly TraceArtifact[], report: TraceRunReport): string[] {
  const found = items.find((item) => {
    const operation = reportOf(item, report)?.operation ?? null;
    return (
      operation !== null &&
      /\bgoto$|\breload$|\bgoBack$|\bgoForward$/.test(operation) &&
      item.requests.some(stalledDocumentSubresource)
    );
  });
  const asset = found?.requests.find(stalledDocumentSubresource);
  if (asset === undefined) return [];
  const next =
    report.productionBuildAdvised === true
      ? "Measure a production build."
      : "Find out why the server does not answer it, then run this test again.";
  return [`The navigation waited for ${asset.path}, which was never answered. ${next}`];
}

/** A trace names the line of a step, a report the line of the test: the nearest test above the step is meant. */
function reportOf(item: TraceArtifact, report: TraceRunReport) {
  const { spec } = item;
  if (spec === null) return undefined;
  const same = (report.failures ?? []).filter(
    (failure) =>
      failure.spec === spec || spec.endsWith(`/${failure.spec}`) || failure.spec.endsWith(`/${spec}`),
  );
  return same
    .filter((failure) => failure.line <= item.line)
    .toSorted((left, right) => right.line - left.line)[0];
}

function repeats(items: readonly TraceArtifact[], report: TraceRunReport): string[] {
  for (const item of items) {
    const budgetMs = reportOf(item, report)?.budgetMs ?? null;
    const api = item.lastAction?.api;
    if (budgetMs === null || api === undefined) continue;
    const starts = item.actions.filter((action) => action.api === api).map((action) => action.start);
    const first = starts[0];
    const last = starts.at(-1);
    if (starts.length < REPEATS_MIN || first === undefined || last === undefined) continue;
    const each = Math.round((last - first) / (starts.length - 1));
    return [
      `The test repeats ${api} ${starts.length} times, about ${each} ms each, within its limit of ${budgetMs} ms.`,
    ];
  }
  return [];
}
