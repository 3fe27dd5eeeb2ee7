import type { CallFact } from "../../contracts/run-rows.ts";

/** The conversation as a model reads it, independent of any provider. */
export type HistoryMessage =
  | { readonly role: "user"; readonly parts: readonly string[] }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly CallFact[];
      readonly providerContent?: unknown;
    }
  /** One result per call of the assistant message before it, in its order. */
  | { readonly role: "tool"; readonly results: readonly ToolAnswer[] };

export interface ToolAnswer {
  readonly callId: string;
  readonly providerCallId: string;
  readonly tool: string;
  readonly text: string;
  readonly failed: boolean;
}
