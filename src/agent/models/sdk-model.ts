import type { JSONSchema7, TextPart, TextStreamPart, ToolSet } from "ai";
import type { ModelLabel } from "../../contracts/run-view.ts";
import { classifyFailure, type FailureContext } from "./classify-failure.ts";
import { asArguments, historyToPrompt, type StoredContent } from "./history-to-prompt.ts";
import type { ModelAnswer, ModelEvent, ModelPort, ModelRequest } from "./model-port.ts";
import { tokenUse } from "./prices.ts";
import { baseUrlOf, languageModel, type ModelAccess, type RemoteChoice } from "./provider-models.ts";

/** Anthropic wants a bound with every request; without one the SDK takes 4,096 for models that it does not know. */
const ANTHROPIC_OUTPUT_TOKENS = 32_000;

export interface SdkModelSettings {
  readonly choice: RemoteChoice;
  readonly access: ModelAccess;
  readonly pageOrigin: string;
}

/** A model of a provider. Tools have no body here and nothing is retried: the run loop stays in charge of both. */
export class SdkModel implements ModelPort {
  readonly label: ModelLabel;
  readonly #settings: SdkModelSettings;

  constructor(settings: SdkModelSettings) {
    this.#settings = settings;
    this.label = { provider: settings.choice.provider, model: settings.choice.model, demo: false };
  }

  async *stream(request: ModelRequest): AsyncIterable<ModelEvent> {
    const answer = new AnswerBuilder(this.label);
    try {
      for await (const part of await this.#parts(request)) {
        const event = answer.take(part);
        if (event !== undefined) yield event;
        if (part.type === "abort" || request.signal.aborted) return;
      }
    } catch (error) {
      if (request.signal.aborted) return;
      yield classifyFailure(error, this.#failureContext(answer.started));
      return;
    }
    if (answer.failure !== undefined) {
      yield classifyFailure(answer.failure.error, this.#failureContext(answer.started));
      return;
    }
    if (answer.complete) yield { type: "completed", answer: answer.finish() };
  }

  async #parts({ messages, system, tools, signal }: ModelRequest): Promise<AsyncIterable<Part>> {
    const { jsonSchema, streamText, tool } = await import("ai");
    const { choice, access } = this.#settings;
    // The SDK would print what it thinks of a request; nobody reads a worker's console.
    globalThis.AI_SDK_LOG_WARNINGS = false;
    const offered: ToolSet = Object.fromEntries(
      tools.map(({ name, description, parameters }) => [
        name,
        tool({ description, inputSchema: jsonSchema(parameters as JSONSchema7) }),
      ]),
    );
    return streamText({
      model: await languageModel(choice, access),
      messages: historyToPrompt(messages, system, this.label),
      allowSystemInMessages: true,
      tools: offered,
      maxRetries: 0,
      ...(choice.provider === "anthropic" ? { maxOutputTokens: ANTHROPIC_OUTPUT_TOKENS } : {}),
      abortSignal: signal,
      // Errors reach us as parts of the stream; the SDK would also print them.
      onError: () => {},
    }).fullStream;
  }

  #failureContext(started: boolean): FailureContext {
    const { choice, access, pageOrigin } = this.#settings;
    return {
      secrets: [access.through === "key" ? access.key : access.proxyKey],
      host: new URL(baseUrlOf(choice, access)).host,
      pageOrigin,
      started,
    };
  }
}

type Part = TextStreamPart<ToolSet>;
type ContentPart = Exclude<StoredContent["content"], string>[number];

/** Collects the parts of one answer. */
class AnswerBuilder {
  started = false;
  complete = false;
  failure: { readonly error: unknown } | undefined;
  readonly #label: ModelLabel;
  readonly #content: ContentPart[] = [];
  readonly #calls: ModelAnswer["calls"][number][] = [];
  readonly #open = new Map<string, { kind: "text" | "reasoning"; text: string }>();
  /** The provider wants more back than text and calls. */
  #opaque = false;
  #use: ModelAnswer["use"] = { input: 0, output: 0 };

  constructor(label: ModelLabel) {
    this.#label = label;
  }

  take(part: Part): ModelEvent | undefined {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#open.set(part.id, { kind: part.type === "text-start" ? "text" : "reasoning", text: "" });
        return undefined;
      case "text-delta":
      case "reasoning-delta":
        return this.#grow(part.id, part.text, part.type === "text-delta");
      case "text-end":
      case "reasoning-end":
        this.#close(part.id, part.providerMetadata);
        return undefined;
      case "tool-input-start":
      case "tool-input-delta":
        this.started = true;
        return { type: "progress" };
      case "tool-call":
        this.#call(part);
        return { type: "progress" };
      case "finish-step":
        // A stream that ends without a word about why has been cut.
        this.complete = part.rawFinishReason !== undefined;
        if (!this.complete) this.failure ??= { error: new TypeError("The stream ended early.") };
        this.#use = tokenUse(this.#label, part.usage);
        return undefined;
      case "error":
        this.failure ??= { error: part.error };
        return undefined;
      default:
        return undefined;
    }
  }

  finish(): ModelAnswer {
    const text = this.#content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
    const { provider, model } = this.#label;
    const stored: StoredContent = { provider, model, content: this.#content };
    return {
      text,
      calls: this.#calls,
      use: this.#use,
      ...(this.#opaque ? { providerContent: JSON.parse(JSON.stringify(stored)) as unknown } : {}),
    };
  }

  #grow(id: string, text: string, shown: boolean): ModelEvent | undefined {
    const open = this.#open.get(id);
    if (open !== undefined) open.text += text;
    if (text === "") return undefined;
    this.started = true;
    return shown ? { type: "text", text } : { type: "progress" };
  }

  #close(id: string, metadata: TextPart["providerOptions"]): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open === undefined || (open.text === "" && metadata === undefined)) return;
    const options = metadata === undefined ? {} : { providerOptions: metadata };
    this.#opaque ||= open.kind === "reasoning" || metadata !== undefined;
    this.#content.push({ type: open.kind, text: open.text, ...options });
  }

  #call(part: Extract<Part, { type: "tool-call" }>): void {
    const unreadable = part.invalid === true && typeof part.input === "string";
    this.#opaque ||= part.providerMetadata !== undefined;
    this.#calls.push({
      providerCallId: part.toolCallId,
      tool: part.toolName,
      input: part.input,
      ...(unreadable ? { invalid: "its arguments are not valid JSON." } : {}),
    });
    this.#content.push({
      type: "tool-call",
      toolCallId: part.toolCallId,
      toolName: part.toolName,
      input: asArguments(part.input),
      ...(part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata }),
    });
  }
}
