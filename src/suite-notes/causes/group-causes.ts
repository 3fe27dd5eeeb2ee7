import type { SuiteCause } from "../../contracts/suite-notes.ts";
import { cutMiddle } from "../plain-text.ts";
import type { ReadFailure } from "../readers/run-reading.ts";
import { classifyPlain, type ConnectionFailureKind, type RunFailureKind } from "./classify-run-failure.ts";
import { failureFacts, type FailureFacts } from "./failure-message.ts";

export interface CauseGroup {
  /** Equal for the same cause in another run. */
  readonly signature: string;
  readonly kind: SuiteCause["kind"];
  readonly layer: RunFailureKind;
  /** What went wrong at the first failure. `null` when no body was printed. */
  readonly message: string | null;
  /** The duration that failures without a body share. */
  readonly seconds: number | null;
  /** At most two lines: the values that differ, or the element that was waited for. */
  readonly evidence: readonly string[];
  readonly facts: FailureFacts;
  readonly failures: readonly ReadFailure[];
}

const SIGNATURE_CHARS = 400;
const SHARED_SECONDS_MIN = 2;

/** The causes behind `failures`: those with most tests first, then as the log names them. */
export function groupCauses(failures: readonly ReadFailure[]): CauseGroup[] {
  const groups = new Map<string, { first: Signed; failures: ReadFailure[] }>();
  const bare: ReadFailure[] = [];
  for (const failure of failures) {
    if (failure.body === "") {
      bare.push(failure);
      continue;
    }
    const signed = signatureOf(failure);
    const known = groups.get(signed.signature);
    if (known === undefined) groups.set(signed.signature, { first: signed, failures: [failure] });
    else known.failures.push(failure);
  }
  const named = [...groups.values()].map(({ first, failures: members }) => ({
    ...first,
    seconds: null,
    failures: members,
  }));
  return [...named, ...groupsByDuration(bare)].toSorted(
    (left, right) => right.failures.length - left.failures.length || firstLine(left) - firstLine(right),
  );
}

function firstLine(group: CauseGroup): number {
  return group.failures[0]?.at ?? 0;
}

type Signed = Omit<CauseGroup, "failures" | "seconds">;

function signatureOf(failure: ReadFailure): Signed {
  const facts = failureFacts(failure);
  const class_ = classifyPlain(failure.body);
  const layer = class_?.kind ?? "assertion";
  const connection = class_?.connection;
  const evidence = evidenceOf(facts);
  if (connection !== undefined) {
    const target = targetOf(failure.body);
    return {
      signature: `connection ${connection} ${target ?? ""}`,
      kind: "connection",
      layer,
      message: facts.headline,
      evidence,
      facts,
    };
  }
  const kind = kindOf(failure, facts);
  const shared = sharedFault(facts);
  return {
    signature: shared?.signature ?? normalised(`${kind} ${facts.headline}\n${detail(facts)}`),
    kind,
    layer,
    message: facts.headline,
    evidence,
    facts,
  };
}

/** The lines that let a reader see the cause: the values that differ, else the element, after what it was caused by. */
function evidenceOf(facts: FailureFacts): string[] {
  const element = facts.locator === null ? [] : [`waiting for ${facts.locator}`];
  return [
    ...facts.causes,
    ...(facts.values.length >= 2 ? facts.values : [...element, ...facts.values]),
  ].slice(0, 2);
}

/** What tells two failures with one headline apart. */
function detail(facts: FailureFacts): string {
  const last =
    facts.locator === null
      ? facts.values
      : [facts.locator, ...(facts.values.length >= 2 ? facts.values : [])];
  return [...facts.causes, ...last].join("\n");
}

function elementOf(locator: string): string {
  return locator.replace(/ to be \w+$/, "");
}

/** Faults that many messages tell: an address without a host, and a server that is broken whatever was expected. */
function sharedFault(facts: FailureFacts): { signature: string; sentence: string } | null {
  if (NO_BASE_URL.test(facts.headline)) {
    return {
      signature: "no base URL",
      sentence: "The tests ask for addresses without a host: the run had no base URL.",
    };
  }
  const status = serverStatus(facts.values.join("\n"));
  return status === null
    ? null
    : { signature: `server error ${status}`, sentence: `The server answered ${status}.` };
}

/** The message of a page or a request that was given a path alone. */
export const NO_BASE_URL =
  /Cannot navigate to invalid URL|apiRequestContext\.\w+: Invalid URL|Failed to parse URL from (?:\/|$)/;

function serverStatus(values: string): string | null {
  const pair = /^(5\d\d) !==? [1-5]\d\d$/m.exec(values)?.[1];
  if (pair !== undefined) return pair;
  if (!/^expected:? [1-5]\d\d$/im.test(values)) return null;
  return /^received:? (5\d\d)$/im.exec(values)?.[1] ?? null;
}

/** A text in which only what may differ between two failures of one cause is taken away. */
function normalised(text: string): string {
  return cutMiddle(
    text
      .replaceAll(/\b\d+(?:\.\d+)?(?= ?(?:ms|s|seconds?|milliseconds?|m)\b)/g, "N")
      .replaceAll(/[ \t]+/g, " ")
      .trim(),
    SIGNATURE_CHARS,
  );
}

function kindOf(failure: ReadFailure, facts: FailureFacts): SuiteCause["kind"] {
  const { body } = failure;
  if (failure.kind === "suite" && failure.titlePath.length === 0) return "suite-cannot-load";
  if (/\bTypeError(?: \[\w+\])?: (?:fetch failed|Failed to fetch)$/m.test(facts.headline))
    return "connection";
  if (isMissingElement(body)) return "missing-element";
  if (
    facts.budgetMs !== undefined ||
    /\bTimeoutError:|Error: Test timed out\.|: Timeout \d+ms exceeded/.test(body)
  )
    return "timeout";
  if (
    /\bAssertionError\b|^[ \t]*expect\(|Error: expect\(|^error: Assert |^(?:AssertionError: )?[Ee]xpected\b.*\bto\b/m.test(
      facts.message,
    )
  ) {
    return "assertion";
  }
  return /\b\w*(?:Error|Exception)\b(?: \[\w+\])?:/.test(body) || facts.headline !== "" ? "error" : "unknown";
}

/** Whether `body` is a wait for an element that never appeared. */
export function isMissingElement(body: string): boolean {
  if (
    /element\(s\) not found|Unable to find an? (?:accessible )?element|No element found|TestingLibraryElementError/.test(
      body,
    )
  ) {
    return true;
  }
  if (!/^[ \t]*- waiting for (?:locator|getBy|selector|element|frameLocator)/m.test(body)) return false;
  return !/locator resolved to|unexpected value/.test(body);
}

/** The origin or `host:port` that a connection failure was about. */
function targetOf(body: string): string | null {
  const url = /(?:net::ERR_\w+ at |NS_ERROR_\w+ at |navigating to ")https?:\/\/([^\s/"]+)/.exec(body)?.[1];
  const address = /\b(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH) ([\w.:[\]-]+:\d+)/.exec(body)?.[1];
  const name = /\b(?:ENOTFOUND|EAI_AGAIN|Could not resolve host:) ?([\w.-]+)/.exec(body)?.[1];
  return address ?? name ?? url ?? null;
}

/** One sentence for a cause. */
export function causeSentence(group: CauseGroup): string {
  const { facts } = group;
  const shared = sharedFault(facts);
  if (shared !== null) return shared.sentence;
  if (group.kind === "connection") {
    const class_ = classifyPlain(group.failures[0]?.body ?? "");
    const target = targetOf(group.failures[0]?.body ?? "");
    if (class_?.connection === undefined) return "The request got no answer; the log does not say why.";
    return `${CONNECTION_WORDS[class_.connection]}${target === null ? "" : ` (${target})`}.`;
  }
  if (group.message === null) {
    return group.seconds === null
      ? "The log shows that it failed, not why."
      : `They failed after about ${group.seconds} s each: a shared duration, not a proven cause.`;
  }
  if (group.kind === "missing-element" && facts.locator !== null) {
    return `${cutMiddle(elementOf(facts.locator), 160)} never appeared.`;
  }
  return cutMiddle(facts.headline.replaceAll(/\s+/g, " "), 240);
}

const CONNECTION_WORDS: Readonly<Record<ConnectionFailureKind, string>> = {
  timeout: "The connection was not answered in time",
  refused: "The connection was refused: nothing listens there",
  reset: "The connection was closed before it was answered",
  dns: "The host name could not be resolved",
  tls: "The secure connection could not be made",
  empty: "The server closed the connection without an answer",
};

const NO_FACTS: FailureFacts = { headline: "", causes: [], locator: null, values: [], message: "" };

function groupsByDuration(failures: readonly ReadFailure[]): CauseGroup[] {
  const groups: { seconds: number | null; failures: ReadFailure[] }[] = [];
  for (const failure of failures) {
    const { seconds } = failure;
    const long = seconds !== null && seconds >= SHARED_SECONDS_MIN ? seconds : null;
    const near = groups.find((group) =>
      group.seconds === null || long === null
        ? group.seconds === long
        : Math.abs(group.seconds - long) <= Math.max(0.5, group.seconds * 0.05),
    );
    if (near === undefined) groups.push({ seconds: long, failures: [failure] });
    else near.failures.push(failure);
  }
  return groups.map(({ seconds, failures: members }) => ({
    signature: `no body ${seconds ?? "short"}`,
    kind: "unknown",
    layer: "assertion",
    message: null,
    seconds: members.length > 1 ? seconds : null,
    evidence: [],
    facts: NO_FACTS,
    failures: members,
  }));
}
