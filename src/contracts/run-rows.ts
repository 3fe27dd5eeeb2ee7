import type { ApprovalId, ApprovalRequest, Resolution } from "./approval.ts";
import type { FileEffect, ModelFailure, ModelLabel, RunId, TokenUse } from "./run-view.ts";
import type { SuiteNote } from "./suite-notes.ts";

/** One durable fact of a run. The agent subject appends rows; `RunView` is their fold. */
export type RunRow = RunFact & {
  readonly run: RunId;
  /** Dense from 1 inside the run. */
  readonly seq: number;
  /** Milliseconds since 1970, when the row was stored. */
  readonly at: number;
};

/** What a row says, before the store gives it a place and a time. */
export type RunFact =
  /** Always the first row of a run. */
  | { readonly type: "run.start"; readonly title: string }
  /** A worker begins or continues to drive the run; `worker` is new for every start of a worker. */
  | { readonly type: "run.activate"; readonly worker: string }
  | { readonly type: "run.config"; readonly model: ModelLabel }
  /** The worker that drove the run is gone in the middle of a turn. */
  | { readonly type: "run.interrupted"; readonly reason: string }
  | { readonly type: "followup.queued"; readonly key: string; readonly text: string }
  /** All keys of one row become one message to the model; withdrawn ones never reach it. */
  | {
      readonly type: "followup.consumed";
      readonly keys: readonly string[];
      readonly by: "turn" | "withdrawal";
    }
  | { readonly type: "turn.begin"; readonly turn: number }
  /** Stored before the request leaves. `key` names the stream of its text; `round` counts from 1 in the run. */
  | {
      readonly type: "model.attempt";
      readonly key: string;
      readonly round: number;
      readonly attempt: number;
    }
  /** `retryAt` is there when the same round is tried again by itself. */
  | {
      readonly type: "model.failed";
      readonly key: string;
      readonly attempt: number;
      readonly failure: ModelFailure;
      readonly partialText?: string;
      readonly retryAt?: number;
    }
  | ModelResponseFact
  /** A message of ours that keeps the model going; shown to nobody. */
  | { readonly type: "model.nudge"; readonly text: string }
  /** Stored before the body of a tool starts; once per attempt. */
  | { readonly type: "tool.intent"; readonly callId: string; readonly attempt: number }
  | { readonly type: "request.opened"; readonly request: ApprovalRequest }
  | {
      readonly type: "request.decided";
      readonly approval: ApprovalId;
      readonly callId: string;
      readonly resolution: Resolution;
    }
  | ToolResultFact
  | {
      readonly type: "notice";
      readonly key: string;
      readonly level: "info" | "warning";
      readonly text: string;
    }
  | {
      readonly type: "turn.end";
      readonly turn: number;
      readonly outcome: TurnOutcome;
      readonly durationMs: number;
      /** Only with the outcome `failed`. */
      readonly failure?: ModelFailure;
    };

export type TurnOutcome = "finished" | "stopped" | "failed" | "interrupted";

export interface ModelResponseFact {
  readonly type: "model.response";
  /** The key of the attempt that it answers. */
  readonly key: string;
  readonly text: string;
  /** In the order in which the model made them. */
  readonly calls: readonly CallFact[];
  readonly use: TokenUse;
  /** The answer as the provider wants it back in the next request, JSON; absent when text and calls say it all. */
  readonly providerContent?: unknown;
}

/** One tool call as the model sent it; hostile. */
export interface CallFact {
  /** Unique in the run, ours. */
  readonly callId: string;
  /** The provider's id, which need not be unique. */
  readonly providerCallId: string;
  readonly tool: string;
  /** Parsed arguments, or the raw text when it is not JSON. */
  readonly input: unknown;
  /** Why the arguments could not be read. */
  readonly invalid?: string;
}

export type CallDisposition = "done" | "failed" | "rejected" | "stopped" | "outcome-unknown" | "not-started";

export interface ToolResultFact {
  readonly type: "tool.result";
  readonly callId: string;
  readonly attempt: number;
  readonly disposition: CallDisposition;
  /** What the model reads. */
  readonly text: string;
  /** One sentence for the person; absent after `done`. */
  readonly errorText?: string;
  readonly files: readonly FileEffect[];
  readonly suiteNote?: SuiteNote;
  /** From the start of the body to its end, without the time the person took to decide. */
  readonly durationMs: number;
}
