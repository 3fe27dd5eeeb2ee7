import { hostOf } from "../host-of.ts";
import { argumentsOf, type ShellStatement } from "../statement.ts";
import { runStatements, segmentOf } from "./command-segments.ts";
import { isSuiteSegment } from "./suite-runners.ts";

const TARGET_VARIABLES = ["PLAYWRIGHT_BASE_URL", "BASE_URL", "HOST"];
const HURL_VARIABLES = /^(?:host|base_?url|url)=(.*)$/is;

/** The server that a suite run points at, as `host[:port]`; `local` for this machine and for a run that names none. */
export function suiteCommandTarget(command: string): string {
  const persisted = new Map<string, string>();
  for (const statement of runStatements(command)) {
    const segment = segmentOf(statement);
    if (segment !== null && isSuiteSegment(segment)) return targetOf(statement, persisted);
    if (statement.kind === "assignments") remember(statement.assignments, persisted);
    else if (statement.program === "export") remember(argumentsOf(statement), persisted);
  }
  return "local";
}

function remember(words: readonly { readonly text: string }[], into: Map<string, string>): void {
  for (const { text } of words) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
    if (name !== undefined) into.set(name, resolved(unquoted(value ?? ""), into));
  }
}

function targetOf(statement: ShellStatement, persisted: ReadonlyMap<string, string>): string {
  const variables = new Map(persisted);
  for (let at: ShellStatement | null = statement; at !== null; at = at.context.host) {
    const own = new Map(persisted);
    remember(at.assignments, own);
    remember(
      at.wrappers.flatMap(({ assignments }) => assignments.map((text) => ({ text }))),
      own,
    );
    for (const [name, value] of own) if (value !== persisted.get(name)) variables.set(name, value);
  }
  for (const name of TARGET_VARIABLES) {
    const value = variables.get(name);
    if (value) return targetKey(value);
  }
  const args = argumentsOf(statement).map(({ value }) => resolved(value, variables));
  for (const [index, arg] of args.entries()) {
    const given = arg === "--variable" ? args[index + 1] : /^--variable=(.*)$/s.exec(arg)?.[1];
    const value = HURL_VARIABLES.exec(given ?? "")?.[1];
    if (value) return targetKey(value);
  }
  const url = args.find((arg) => /^https?:\/\//i.test(arg));
  return url === undefined ? "local" : targetKey(url);
}

const unquoted = (text: string): string => text.replaceAll(/^(["'])(.*)\1$/gs, "$2");

/** A value that is one variable set in the same command becomes that variable's value. */
function resolved(value: string, variables: ReadonlyMap<string, string>): string {
  return value.replaceAll(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (text, braced: string | undefined, bare: string | undefined) =>
      variables.get(braced ?? bare ?? "") ?? text,
  );
}

function targetKey(value: string): string {
  const host = hostOf(value, true) ?? "";
  if (host === "" || host === "localhost" || host === "::1" || host === "0.0.0.0" || host.startsWith("127."))
    return "local";
  const port = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*):(\d+)/i.exec(value)?.[1];
  return port === undefined ? host : `${host}:${port}`;
}
