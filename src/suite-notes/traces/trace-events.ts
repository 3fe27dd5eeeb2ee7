import type { TraceAction } from "./trace-artifact.ts";

/** Parsed JSON of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export interface TracedCall extends TraceAction {
  readonly callId: string;
  readonly method: string;
  readonly error: string | null;
}

export interface PageView {
  readonly callId: string;
  readonly phase: string;
  readonly url: string;
  readonly at: number;
}

export interface ConsoleLine {
  readonly kind: "page-error" | "error" | "warning" | "other";
  readonly text: string;
}

/** What the members of a trace say, before anything is chosen. */
export interface TraceEvents {
  readonly title: string | null;
  readonly origin: string | null;
  readonly calls: readonly TracedCall[];
  readonly views: readonly PageView[];
  readonly console: readonly ConsoleLine[];
}

/** Lines of other types (logs, screen pictures) are many and are never parsed. */
const WANTED = /^\{(?:"version":\d+,)?"type":"(context-options|before|after|console|event|frame-snapshot)"/;

/** Reads the lines of a `N-trace.trace` member. A line that is no JSON is skipped. */
export function traceEvents(texts: readonly string[]): TraceEvents {
  const calls = new Map<
    string,
    { api: string; method: string; start: number; end: number | null; error: string | null }
  >();
  const views: PageView[] = [];
  const lines: ConsoleLine[] = [];
  let title: string | null = null;
  let origin: string | null = null;
  for (const line of wantedLines(texts)) {
    if (line.type === "frame-snapshot") {
      const view = pageView(line.text);
      if (view !== null) views.push(view);
      continue;
    }
    const event = jsonOf(line.text);
    if (line.type === "context-options") {
      title ??= textOf(event["title"]) ?? null;
      origin ??= originOf(textOf(fieldsOf(event["options"])["baseURL"]) ?? "");
    } else if (line.type === "before") startCall(calls, event);
    else if (line.type === "after") endCall(calls, event);
    else lines.push(...consoleLine(line.type, event));
  }
  const ordered = [...calls].map(([callId, call]) => ({ callId, ...call }));
  return {
    title,
    origin,
    calls: ordered.toSorted((left, right) => left.start - right.start),
    views,
    console: lines,
  };
}

function* wantedLines(texts: readonly string[]): Generator<{ type: string; text: string }> {
  for (const text of texts) {
    let from = 0;
    while (from < text.length) {
      const found = text.indexOf("\n", from);
      const end = found === -1 ? text.length : found;
      const type = WANTED.exec(text.slice(from, from + 60))?.[1];
      if (type !== undefined) yield { type, text: text.slice(from, end) };
      from = end + 1;
    }
  }
}

export function jsonOf(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

export function originOf(url: string): string | null {
  return /^https?:\/\/[^/?#]+/.exec(url)?.[0] ?? null;
}

type Calls = Map<
  string,
  { api: string; method: string; start: number; end: number | null; error: string | null }
>;

function startCall(calls: Calls, event: Fields): void {
  const callId = textOf(event["callId"]);
  const start = numberOf(event["startTime"]);
  const method = textOf(event["method"]) ?? "";
  if (callId === undefined || start === undefined) return;
  const api = textOf(event["apiName"]) ?? `${textOf(event["class"]) ?? ""}.${method}`;
  calls.set(callId, { api, method, start, end: null, error: null });
}

function endCall(calls: Calls, event: Fields): void {
  const call = calls.get(textOf(event["callId"]) ?? "");
  if (call === undefined) return;
  call.end = numberOf(event["endTime"]) ?? null;
  const error = fieldsOf(event["error"]);
  call.error = textOf(error["message"]) ?? textOf(fieldsOf(error["error"])["message"]) ?? null;
}

/** A snapshot holds a whole page: the few fields that matter are taken out of its text. */
function pageView(text: string): PageView | null {
  if (!text.includes('"isMainFrame":true')) return null;
  const field = (name: string) => new RegExp(`"${name}":"((?:[^"\\\\]|\\\\.)*)"`).exec(text)?.[1];
  const url = field("frameUrl");
  const at = Number(
    /"timestamp":([\d.]+)/.exec(text.slice(-400))?.[1] ?? /"timestamp":([\d.]+)/.exec(text)?.[1],
  );
  if (url === undefined || !Number.isFinite(at)) return null;
  return { callId: field("callId") ?? "", phase: field("phase") ?? "", url, at };
}

function consoleLine(type: string, event: Fields): ConsoleLine[] {
  if (type === "console") {
    const kind = textOf(event["messageType"]);
    const text = textOf(event["text"]) ?? "";
    return [{ kind: kind === "error" || kind === "warning" ? kind : "other", text }];
  }
  if (textOf(event["method"]) !== "pageError") return [];
  const error = fieldsOf(fieldsOf(fieldsOf(event["params"])["error"])["error"]);
  const message = textOf(error["message"]);
  return message === undefined
    ? []
    : [{ kind: "page-error", text: `${textOf(error["name"]) ?? "Error"}: ${message}` }];
}
