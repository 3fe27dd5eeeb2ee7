import { MAX_TRACED_ACTIONS, MAX_TRACED_CONSOLE, MAX_TRACED_REQUESTS } from "../limits.ts";
import { redactedText } from "./redacted-text.ts";
import { failedRequest, isStaticAssetRequest } from "./request-questions.ts";
import type { TraceArtifact, TraceLastAction, TraceRequest } from "./trace-artifact.ts";
import {
  fieldsOf,
  jsonOf,
  numberOf,
  textOf,
  traceEvents,
  type ConsoleLine,
  type TraceEvents,
  type TracedCall,
} from "./trace-events.ts";
import { traceRequests } from "./trace-requests.ts";
import { entryBytes, zipEntries } from "./zip-entries.ts";

const MEMBER_BYTES = 96 * 1024 * 1024;
const BODY_BYTES = 1024 * 1024;
const CONSOLE_CHARS = 240;
const USER_ACTIONS = new Set([
  "goto",
  "reload",
  "goBack",
  "goForward",
  "click",
  "dblclick",
  "tap",
  "fill",
  "type",
  "press",
  "check",
  "uncheck",
  "selectOption",
  "setInputFiles",
  "dragTo",
  "dragAndDrop",
]);

/**
 * What a `trace.zip` says, from its bytes. Only the members that matter are unpacked. `root` is the folder that the
 * test's file is named from. `null` when the bytes are not a trace.
 */
export function readTraceZip(bytes: Uint8Array, root: string): TraceArtifact | null {
  const entries = zipEntries(bytes);
  if (entries === null) return null;
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const decoder = new TextDecoder();
  const text = (name: string, limit: number) => {
    const entry = byName.get(name);
    const content = entry === undefined ? null : entryBytes(bytes, entry, limit);
    return content === null ? null : decoder.decode(content);
  };
  const texts = (pattern: RegExp) =>
    entries.filter((entry) => pattern.test(entry.name)).map((entry) => text(entry.name, MEMBER_BYTES) ?? "");
  const traces = texts(/^\d+-trace\.trace$|^trace\.trace$/);
  if (traces.length === 0) return null;
  const events = traceEvents(traces);
  const network = texts(/^(?:\d+-)?trace\.network$/);
  const found = traceRequests(network, events.origin, (name) => text(name, BODY_BYTES));
  const requests = withCallErrors(found, events.calls);
  return artifactOf(events, requests, lastStep(text("test.trace", MEMBER_BYTES) ?? "", root));
}

function artifactOf(
  events: TraceEvents,
  requests: TraceRequest[],
  step: { spec: string | null; line: number },
): TraceArtifact {
  const lastAction = lastActionOf(events, requests);
  const lead =
    lastAction?.requests.find((request) => request.status > 0) ??
    lastApiCall(requests) ??
    requests.find((request) => request.type === "document");
  return {
    ...step,
    requests: telling(requests).slice(0, MAX_TRACED_REQUESTS),
    ...(lead === undefined ? {} : { lead }),
    console: consoleLines(events.console),
    ...(lastAction === undefined ? {} : { lastAction }),
    actions: events.calls.slice(-MAX_TRACED_ACTIONS).map(({ api, start, end }) => ({ api, start, end })),
  };
}

/** A request of the test's own API client that got no answer says why only in the call that made it. */
function withCallErrors(requests: readonly TraceRequest[], calls: readonly TracedCall[]): TraceRequest[] {
  const failedCalls = calls.filter(
    (call) => call.error !== null && call.api.startsWith("APIRequestContext."),
  );
  return requests.map((request) => {
    if (request.status > 0 || request.failure !== undefined || request.type !== undefined) return request;
    const at = request.startedAt ?? Number.NaN;
    const call = failedCalls.find((each) => at >= each.start && at <= (each.end ?? Number.POSITIVE_INFINITY));
    return call === undefined ? request : { ...request, failure: (call.error ?? "").split("\n")[0] ?? "" };
  });
}

function lastApiCall(requests: readonly TraceRequest[]): TraceRequest | undefined {
  return requests.findLast(
    (request) => (request.type === "fetch" || request.type === "xhr") && !isStaticAssetRequest(request),
  );
}

function telling(requests: readonly TraceRequest[]): TraceRequest[] {
  const rank = (request: TraceRequest) =>
    failedRequest(request) ? 0 : isStaticAssetRequest(request) ? 2 : 1;
  return requests.toSorted((left, right) => rank(left) - rank(right));
}

function lastActionOf(events: TraceEvents, requests: readonly TraceRequest[]): TraceLastAction | undefined {
  const failing =
    events.calls.find((call) => call.error !== null) ?? events.calls.find((call) => call.end === null);
  const isUser = (call: TracedCall) => USER_ACTIONS.has(call.method);
  const before = events.calls.filter(
    (call) => isUser(call) && (failing === undefined || call.start < failing.start),
  );
  const action = failing !== undefined && isUser(failing) ? failing : before.at(-1);
  if (action === undefined) return undefined;
  const until = failing === undefined || failing === action ? Number.POSITIVE_INFINITY : failing.start;
  const caused = requests.filter(
    (request) =>
      request.startedAt !== undefined && request.startedAt >= action.start && request.startedAt < until,
  );
  const answered = caused
    .filter((request) => !isStaticAssetRequest(request))
    .toSorted((left, right) => apiRank(left) - apiRank(right));
  const pages = pagesOf(events, action);
  return {
    api: action.api,
    start: action.start,
    end: action.end,
    requests: answered.slice(0, MAX_TRACED_REQUESTS),
    ...pages,
  };
}

function apiRank(request: TraceRequest): number {
  if (request.type === "document") return 2;
  return request.status > 0 ? 0 : 1;
}

function pagesOf(events: TraceEvents, action: TracedCall): Pick<TraceLastAction, "pageBefore" | "pageAfter"> {
  const own = events.views.find((view) => view.callId === action.callId && view.phase === "before");
  const before = own ?? events.views.findLast((view) => view.at <= action.start);
  const after = events.views.at(-1);
  return {
    ...(before === undefined ? {} : { pageBefore: before.url }),
    ...(after === undefined ? {} : { pageAfter: after.url }),
  };
}

const SESSION =
  /\b(?:session|sign(?:ed|ing)? ?(?:in|out)|log(?:ged|ging)? ?(?:in|out)|auth\w*|token|unauthori[sz]ed|expired)\b/i;

function consoleLines(lines: readonly ConsoleLine[]): string[] {
  const rank = (line: ConsoleLine): number => {
    if (line.text.startsWith("Failed to load resource")) return 3;
    if (line.kind === "page-error" || line.kind === "error") return 0;
    return SESSION.test(line.text) ? 1 : line.kind === "warning" ? 2 : 4;
  };
  const kept = lines.filter((line) => rank(line) < 4).toSorted((left, right) => rank(left) - rank(right));
  const texts = kept.map((line) =>
    redactedText(`${line.kind.replace("-", " ")}: ${line.text}`, CONSOLE_CHARS),
  );
  return [...new Set(texts)].slice(0, MAX_TRACED_CONSOLE);
}

/** The last step of the test that stands in a source file. */
function lastStep(text: string, root: string): { spec: string | null; line: number } {
  let step: { spec: string | null; line: number } = { spec: null, line: 0 };
  for (const line of text.split("\n")) {
    if (!line.includes('"stack":[{')) continue;
    const event = jsonOf(line);
    const stack = Array.isArray(event["stack"]) ? event["stack"].map(fieldsOf) : [];
    const frame = stack.find((each) => /\.[cm]?[jt]sx?$/.test(textOf(each["file"]) ?? ""));
    const file = textOf(frame?.["file"]);
    if (file === undefined) continue;
    step = { spec: relativeTo(root, file), line: numberOf(frame?.["line"]) ?? 0 };
  }
  return step;
}

function relativeTo(root: string, file: string): string {
  const start = `${root.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
  const plain = file.replaceAll("\\", "/");
  return plain.startsWith(start) ? plain.slice(start.length) : plain;
}
