import { MAX_TRACED_BODY_CHARS } from "../limits.ts";
import { redactedText } from "./redacted-text.ts";
import { fieldsOf, jsonOf, numberOf, originOf, textOf, type Fields } from "./trace-events.ts";
import type { TraceRequest } from "./trace-artifact.ts";

/** Gives the text of a member of the trace, or `null`. */
export type MemberText = (name: string) => string | null;

/** The requests of the `N-trace.network` members, in the order in which they were started where that is known. */
export function traceRequests(
  texts: readonly string[],
  pageOrigin: string | null,
  member: MemberText,
): TraceRequest[] {
  const snapshots = texts
    .flatMap((text) => text.split("\n"))
    .filter((line) => line !== "")
    .map(jsonOf);
  const entries = snapshots.map((event) => fieldsOf(event["snapshot"])).filter((entry) => "request" in entry);
  const origin = pageOrigin ?? documentOrigin(entries);
  const requests = entries.map((entry) => requestOf(entry, origin, member));
  // Entries stand in the order in which they ended, and those that never ended come last.
  return requests.toSorted((left, right) => (left.startedAt ?? 0) - (right.startedAt ?? 0));
}

function documentOrigin(entries: readonly Fields[]): string | null {
  const document = entries.find((entry) => entry["_resourceType"] === "document");
  return originOf(textOf(fieldsOf(document?.["request"])["url"]) ?? "");
}

function requestOf(entry: Fields, origin: string | null, member: MemberText): TraceRequest {
  const request = fieldsOf(entry["request"]);
  const response = fieldsOf(entry["response"]);
  const url = textOf(request["url"]) ?? "";
  const own = origin !== null && url.startsWith(`${origin}/`);
  const type = textOf(entry["_resourceType"]);
  const status = numberOf(response["status"]) ?? 0;
  const failure = textOf(response["_failureText"]);
  const startedAt = numberOf(entry["_monotonicTime"]);
  return {
    method: textOf(request["method"]) ?? "GET",
    path: own ? url.slice(origin.length) : url,
    status,
    ...(failure === undefined || failure === "" ? {} : { failure }),
    ...(own && isRefused(status) && isApiCall(type) ? bodies(request, response, member) : {}),
    ...(type === undefined ? {} : { type }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...credentials(request),
  };
}

function isRefused(status: number): boolean {
  return status >= 400 && status < 500;
}

/** A request of the test's own API client has no type. */
function isApiCall(type: string | undefined): boolean {
  return type === undefined || type === "fetch" || type === "xhr";
}

function bodies(request: Fields, response: Fields, member: MemberText): Pick<TraceRequest, "sent" | "got"> {
  const sent = bodyText(fieldsOf(request["postData"]), member);
  const got = bodyText(fieldsOf(response["content"]), member);
  return {
    ...(sent === null ? {} : { sent: redactedText(sent, MAX_TRACED_BODY_CHARS) }),
    ...(got === null ? {} : { got: redactedText(got, MAX_TRACED_BODY_CHARS) }),
  };
}

/** Inline text may be empty although the body stands in a member of its own. */
function bodyText(body: Fields, member: MemberText): string | null {
  const inline = textOf(body["text"]);
  if (inline !== undefined && inline !== "") return inline;
  const file = textOf(body["_file"]);
  const hash = textOf(body["_sha1"]);
  const name = file ?? (hash === undefined ? undefined : `resources/${hash}`);
  return name === undefined ? null : member(name);
}

function credentials(
  request: Fields,
): Pick<TraceRequest, "sentAuthorization" | "authorization" | "sentCookie"> {
  const headers = Array.isArray(request["headers"]) ? request["headers"].map(fieldsOf) : [];
  const value = (name: string) =>
    textOf(headers.find((header) => textOf(header["name"])?.toLowerCase() === name)?.["value"]);
  const authorization = value("authorization");
  const scheme = /^([A-Za-z][\w-]{0,20}) +\S/.exec(authorization ?? "")?.[1];
  const cookie = value("cookie");
  return {
    ...(authorization === undefined ? {} : { sentAuthorization: true }),
    ...(scheme === undefined ? {} : { authorization: scheme }),
    ...(cookie === undefined || cookie === "" ? {} : { sentCookie: true }),
  };
}
