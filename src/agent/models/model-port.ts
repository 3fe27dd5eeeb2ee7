import type { ModelFailure, ModelLabel, TokenUse } from "../../contracts/run-view.ts";
import type { HistoryMessage } from "../history/history-message.ts";

/** What a model is told about a tool; `parameters` is a JSON Schema of an object. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly HistoryMessage[];
  readonly tools: readonly OfferedTool[];
  readonly signal: AbortSignal;
}

export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly {
    readonly providerCallId: string;
    readonly tool: string;
    readonly input: unknown;
    readonly invalid?: string;
  }[];
  readonly use: TokenUse;
  /** JSON that the same model wants back with the next request. */
  readonly providerContent?: unknown;
}

export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  /** Something arrived that is not text for the person, such as reasoning or a call in the making. */
  | { readonly type: "progress" }
  | { readonly type: "completed"; readonly answer: ModelAnswer }
  | {
      readonly type: "failed";
      readonly failure: ModelFailure;
      readonly retryable: boolean;
      /** How long the provider asks to wait. */
      readonly retryAfterMs?: number;
    };

/** One model. The stream ends after `completed` or `failed`, or without either when the signal aborts. It never throws for what a provider does. */
export interface ModelPort {
  readonly label: ModelLabel;
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}
