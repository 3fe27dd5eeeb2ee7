import stripAnsi from "strip-ansi";
import type { HistoryMessage, ToolAnswer } from "../history/history-message.ts";

/** A call of this turn and what came back. */
export interface DemoStep {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  /** What went wrong, in the tool's own words. */
  readonly error: string | undefined;
}

export interface TurnRecord {
  readonly request: string;
  readonly steps: readonly DemoStep[];
}

/** What was asked last and what was done about it since. */
export function recordTurn(messages: readonly HistoryMessage[]): TurnRecord {
  const start = messages.findLastIndex(({ role }) => role === "user");
  const message = messages[start];
  const answers = new Map<string, ToolAnswer>();
  for (const entry of messages.slice(start + 1))
    if (entry.role === "tool") for (const result of entry.results) answers.set(result.callId, result);
  const steps = messages.slice(start + 1).flatMap((entry) =>
    entry.role === "assistant"
      ? entry.calls.flatMap((call) => {
          const answer = answers.get(call.callId);
          return answer === undefined ? [] : [stepOf(call.tool, call.input, answer)];
        })
      : [],
  );
  return { request: message?.role === "user" ? message.parts.join("\n") : "", steps };
}

function stepOf(tool: string, input: unknown, answer: ToolAnswer): DemoStep {
  const output = asRecord(parseJson(answer.text));
  const error = answer.failed ? textOf(output["error"] ?? output["stopped"] ?? answer.text) : undefined;
  return { tool, input: asRecord(input), output, error };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

/** Both streams of a command without colours. */
export function printed({ output }: DemoStep): string {
  return stripAnsi(
    [output["stdout"], output["stderr"]].filter((part) => typeof part === "string").join("\n"),
  );
}

/** Names in the listing that a tool gave. */
export function listedNames({ output }: DemoStep): readonly string[] {
  const entries = Array.isArray(output["entries"]) ? (output["entries"] as unknown[]) : [];
  return entries
    .map((entry) => textOf(typeof entry === "string" ? entry : asRecord(entry)["name"]))
    .map(plain);
}

function plain(name: string): string {
  return name.replace(/\/$/, "");
}
