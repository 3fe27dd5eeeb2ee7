import type { AssistantModelMessage, ModelMessage } from "ai";
import type { ModelLabel } from "../../contracts/run-view.ts";
import type { HistoryMessage } from "../history/history-message.ts";

/** An answer as the model wants it back, and whose it is: another model must not be shown it. */
export interface StoredContent {
  readonly provider: string;
  readonly model: string;
  readonly content: AssistantModelMessage["content"];
}

type AssistantPart = Exclude<AssistantModelMessage["content"], string>[number];

/** The conversation in the words of the SDK. */
export function historyToPrompt(
  messages: readonly HistoryMessage[],
  system: string,
  label: ModelLabel,
): ModelMessage[] {
  const cached = label.provider === "anthropic" ? cacheHere : {};
  const prompt = messages.map((message) => promptMessage(message, label));
  const last = prompt.at(-1);
  const marked = last === undefined ? [] : [...prompt.slice(0, -1), { ...last, ...cached }];
  return [{ role: "system", content: system, ...cached }, ...marked];
}

/** Anthropic keeps what stands before such a mark, which makes the next request cheaper. */
const cacheHere = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };

function promptMessage(message: HistoryMessage, label: ModelLabel): ModelMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.parts.map((text) => ({ type: "text", text })) };
    case "assistant":
      return { role: "assistant", content: storedContent(message, label) ?? plainContent(message) };
    case "tool":
      return {
        role: "tool",
        content: message.results.map((result) => ({
          type: "tool-result",
          toolCallId: result.providerCallId,
          toolName: result.tool,
          output: { type: result.failed ? "error-text" : "text", value: result.text },
        })),
      };
  }
}

type AssistantMessage = Extract<HistoryMessage, { role: "assistant" }>;

function storedContent(
  message: AssistantMessage,
  label: ModelLabel,
): AssistantModelMessage["content"] | undefined {
  const stored = message.providerContent as StoredContent | undefined;
  return stored?.provider === label.provider && stored.model === label.model ? stored.content : undefined;
}

function plainContent({ text, calls }: AssistantMessage): AssistantPart[] {
  return [
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map((call): AssistantPart => {
      return {
        type: "tool-call",
        toolCallId: call.providerCallId,
        toolName: call.tool,
        input: asArguments(call.input),
      };
    }),
  ];
}

/** Providers take nothing but an object as arguments, even where the model sent something else. */
export function asArguments(input: unknown): unknown {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { unreadable: input };
}
