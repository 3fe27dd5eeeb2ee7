import { plainText } from "../plain-text.ts";

/** Which layer a failure came from: no answer arrived, its status was wrong, or its content was. */
export type RunFailureKind = "connection" | "status" | "assertion";
export type ConnectionFailureKind = "timeout" | "refused" | "reset" | "dns" | "tls" | "empty";

export interface RunFailureClass {
  kind: RunFailureKind;
  /** What the transport did, for a `connection` failure. */
  connection?: ConnectionFailureKind;
  /** How long it was waited for, in seconds, when the text says. */
  seconds?: number;
  /** `file:line`, or `file:line:column` where the text has a column, when the text says. */
  at?: string;
}

const CONNECTION: readonly (readonly [ConnectionFailureKind, RegExp])[] = [
  ["dns", /net::ERR_NAME_NOT_RESOLVED|\bENOTFOUND\b|\bEAI_AGAIN\b|\(6\) Could not resolve host/],
  [
    "refused",
    /net::ERR_CONNECTION_REFUSED|NS_ERROR_CONNECTION_REFUSED|\bECONNREFUSED\b|\(7\) Failed to connect/,
  ],
  ["tls", /net::ERR_(?:CERT|SSL)_\w+|\((?:35|60)\) \w|\bERR_TLS_\w+|\bCERT_HAS_EXPIRED\b|SELF_SIGNED_CERT/],
  ["empty", /net::ERR_EMPTY_RESPONSE|\(52\) \w/],
  ["reset", /net::ERR_CONNECTION_RESET|\bECONNRESET\b|socket hang up|other side closed|\(56\) \w/],
  [
    "timeout",
    /net::ERR_(?:CONNECTION_)?TIMED_OUT|\bETIMEDOUT\b|\bUND_ERR_CONNECT_TIMEOUT\b|\(28\) (?:Operation|Connection) timed out|apiRequestContext\.\w+: Timeout \d+ms|page\.goto: Timeout \d+ms/,
  ],
];
const BARE_STATUS = /^\s*(?:Expected|Received):? +[1-5]\d\d\s*$/;
const ASSERTION =
  /\b\w*(?:Error|Exception)\b(?: \[\w+\])?:|Test timeout of \d+ms exceeded|Test timed out in \d+|Exceeded timeout of \d+|test timed out after \d+|^error: Assert |^[ \t]*expect\(.+\)\./m;

/** What kind of failure `text` tells. The transport is asked first. `null` when the text has no sign of a failure. */
export function classifyRunFailure(text: string): RunFailureClass | null {
  return classifyPlain(plainText(text));
}

/** `classifyRunFailure` for a text that has no colour codes. */
export function classifyPlain(text: string): RunFailureClass | null {
  const at = placeTold(text);
  const place = at === undefined ? {} : { at };
  const connection = CONNECTION.find(([, pattern]) => pattern.test(text))?.[0];
  if (connection !== undefined) {
    const seconds = waited(text);
    return { kind: "connection", connection, ...(seconds === undefined ? {} : { seconds }), ...place };
  }
  if (isWrongStatus(text)) return { kind: "status", ...place };
  return ASSERTION.test(text) ? { kind: "assertion", ...place } : null;
}

/** Whether there is a failure and none of them reached the app. */
export function allConnectionFailures(failures: readonly (RunFailureClass | null)[]): boolean {
  return failures.length > 0 && failures.every((failure) => failure?.kind === "connection");
}

function isWrongStatus(text: string): boolean {
  if (/^error: Assert status code/m.test(text)) return true;
  if (!/^[ \t]*Expected:? +[1-5]\d\d[ \t]*$/m.test(text)) return false;
  return text.split("\n").filter((line) => BARE_STATUS.test(line)).length >= 2;
}

function waited(text: string): number | undefined {
  const ms = /timed out after (\d+) milliseconds|Timeout (\d+)ms/.exec(text);
  const amount = Number(ms?.[1] ?? ms?.[2]);
  return ms === null || !Number.isFinite(amount) ? undefined : amount / 1000;
}

function placeTold(text: string): string | undefined {
  const hurl = /^ *--> (.+:\d+):\d+$/m.exec(text)?.[1];
  if (hurl !== undefined) return hurl;
  return /^ *at (?:.*\()?((?:[A-Za-z]:)?[^():\n]+:\d+:\d+)\)?$/m.exec(text)?.[1];
}
