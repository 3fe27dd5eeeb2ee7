import {
  MAX_TRACE_NOTE_REQUESTS,
  MAX_TRACE_NOTE_TESTS,
  TRACE_NOTE_GOT_CHARS,
  TRACE_NOTE_LEAD_GOT_CHARS,
  TRACE_NOTE_SENT_CHARS,
  TRACE_NOTE_URL_CHARS,
} from "../limits.ts";
import { counted, cutEnd, cutMiddle } from "../plain-text.ts";
import {
  failedRequest,
  isStaticAssetRequest,
  stalledDocumentSubresource,
  unansweredRequest,
} from "./request-questions.ts";
import type { TraceArtifact, TraceRequest } from "./trace-artifact.ts";
import { traceGuidance, type TraceRunReport } from "./trace-guidance.ts";

/**
 * What the pages of failed tests sent and what came back, for a model. `target` is where the run went.
 * `earlierFailures` are `file:line` of earlier runs: a test that fails again is told first. `apiPrefixes` are the paths
 * of the app's own API; without them the traces' own calls decide. `null` when the traces show nothing that explains.
 */
export function failureTraceNote(
  items: readonly TraceArtifact[],
  target: string,
  earlierFailures: readonly string[] = [],
  apiPrefixes: readonly string[] = [],
  report: TraceRunReport = {},
): string | null {
  const telling = items.filter(isTelling);
  if (telling.length === 0) return null;
  const ranked = telling
    .map((item) => ({ item, rank: rankOf(item, earlierFailures) }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
  const shown = ranked.slice(0, MAX_TRACE_NOTE_TESTS);
  const more = telling.length - shown.length;
  return [
    `What the pages of ${counted(telling.length, "failed test")} did on ${target}:`,
    ...shown.map(row),
    ...(more > 0 ? [`${counted(more, "more trace")} not shown.`] : []),
    ...traceGuidance(shown, apiPrefixes, report),
  ].join("\n");
}

function isTelling(item: TraceArtifact): boolean {
  const requests = allRequests(item);
  const answered = requests.some((request) => request.status > 0);
  return (
    answered || requests.some(failedRequest) || item.console.some((line) => /^(?:page )?error: /.test(line))
  );
}

function allRequests(item: TraceArtifact): TraceRequest[] {
  return [
    ...(item.lastAction?.requests ?? []),
    ...(item.lead === undefined ? [] : [item.lead]),
    ...item.requests,
  ];
}

function rankOf(item: TraceArtifact, earlier: readonly string[]): number {
  if (earlier.includes(placeOf(item))) return 0;
  if (allRequests(item).some(failedRequest)) return 1;
  return item.requests.some(stalledDocumentSubresource) ? 2 : 3;
}

function placeOf(item: TraceArtifact): string {
  return item.spec === null ? "a test" : `${item.spec}:${item.line}`;
}

function row(item: TraceArtifact): string {
  const told = requestsOf(item);
  const pending = item.requests.filter(unansweredRequest).filter((request) => !told.includes(request));
  return [
    `- ${placeOf(item)}: ${actionText(item)}`,
    ...told
      .filter((request) => !unansweredRequest(request))
      .map((request, index) => `    ${requestText(request, index === 0)}`),
    ...pendingLines([...told.filter(unansweredRequest), ...pending]),
    ...item.console.map((line) => `    console ${line}`),
  ].join("\n");
}

function actionText(item: TraceArtifact): string {
  const { lastAction } = item;
  if (lastAction === undefined) return "no action of a user was traced";
  const { pageBefore, pageAfter } = lastAction;
  const pages =
    pageBefore !== undefined && pageAfter !== undefined && pageBefore !== pageAfter
      ? `, on ${url(pageBefore)}, ended on ${url(pageAfter)}`
      : pageAfter === undefined
        ? ""
        : `, on ${url(pageAfter)}`;
  return `last action ${lastAction.api}${pages}${lastAction.requests.length === 0 ? "; it sent nothing" : ""}`;
}

/** What the last action sent comes first, then what failed, then what else the page was answered. */
function requestsOf(item: TraceArtifact): TraceRequest[] {
  const first = item.lastAction?.requests ?? (item.lead === undefined ? [] : [item.lead]);
  const failed = item.requests.filter(failedRequest);
  const rest = item.requests.filter((request) => request.status > 0 && !isStaticAssetRequest(request));
  const known = new Set<string>();
  const distinct = [...first, ...failed, ...rest].filter((request) => {
    const key = `${request.method} ${request.path} ${request.status} ${request.startedAt ?? ""}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return distinct.slice(0, MAX_TRACE_NOTE_REQUESTS);
}

function requestText(request: TraceRequest, leads: boolean): string {
  const outcome = request.failure ?? String(request.status);
  const sent = request.sent === undefined ? "" : `, sent ${cutEnd(request.sent, TRACE_NOTE_SENT_CHARS)}`;
  const room = leads ? TRACE_NOTE_LEAD_GOT_CHARS : TRACE_NOTE_GOT_CHARS;
  const got = request.got === undefined ? "" : `, got ${cutEnd(request.got, room)}`;
  return `${request.method} ${url(request.path)} → ${cutEnd(outcome, TRACE_NOTE_GOT_CHARS)}${sent}${got}`;
}

function pendingLines(requests: readonly TraceRequest[]): string[] {
  const distinct = [...new Set(requests.map((request) => `${request.method} ${url(request.path)}`))];
  return distinct
    .slice(0, MAX_TRACE_NOTE_REQUESTS)
    .map((text) => `    no response recorded (still in flight): ${text}`);
}

function url(text: string): string {
  return cutMiddle(text, TRACE_NOTE_URL_CHARS);
}
