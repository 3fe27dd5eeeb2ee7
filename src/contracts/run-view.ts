import type { ApprovalRequest, Resolution } from "./approval.ts";
import type { SuiteNote } from "./suite-notes.ts";

export type RunId = string & { readonly __brand: "RunId" };

/** Where a run stands. `waiting` means: the person may write the next message. */
export type RunState =
  | { readonly at: "thinking" }
  | { readonly at: "running-tools" }
  | { readonly at: "asking"; readonly requests: readonly ApprovalRequest[] }
  | {
      readonly at: "retrying";
      readonly attempt: number;
      readonly retryAt: number;
      readonly reason: ModelFailure;
    }
  | { readonly at: "waiting" }
  | { readonly at: "interrupted"; readonly reason: string }
  | { readonly at: "stopped" }
  | { readonly at: "failed"; readonly failure: ModelFailure };

/** Why a model call failed, in the provider's own words where there are any. It never holds a key. */
export interface ModelFailure {
  readonly kind:
    | "no-key"
    | "refused-key"
    | "rate-limited"
    | "overloaded"
    | "context-too-long"
    | "cannot-connect"
    | "stream-cut"
    | "bad-response"
    | "spending-cap"
    | "unknown";
  /** What happened, what it means, what to do. */
  readonly message: string;
  readonly status?: number;
  /** At most 2,000 characters of the answer's body, with secrets masked. */
  readonly body?: string;
  readonly requestId?: string;
}

export interface FileEffect {
  readonly path: string;
  readonly change: "created" | "modified" | "deleted" | "renamed";
  readonly newPath?: string;
  readonly addedLines: number;
  readonly removedLines: number;
}

export type ToolCallState =
  | "waiting" // its turn has not come
  | "asking"
  | "running"
  | "done"
  | "failed"
  | "rejected"
  | "stopped"
  | "outcome-unknown"
  | "not-started";

export interface ToolCallView {
  readonly kind: "tool-call";
  readonly key: string;
  readonly callId: string;
  readonly tool: string;
  /** As the model sent it; hostile. */
  readonly input: unknown;
  readonly state: ToolCallState;
  readonly startedAt?: number;
  readonly durationMs?: number;
  /** The serialised result that the model read. */
  readonly resultText?: string;
  readonly errorText?: string;
  readonly files: readonly FileEffect[];
  readonly request?: ApprovalRequest;
  readonly resolution?: Resolution;
  readonly suiteNote?: SuiteNote;
}

export type TranscriptItem =
  | {
      readonly kind: "user-message";
      readonly key: string;
      readonly text: string;
      readonly at: number;
      readonly state: "queued" | "read";
    }
  | {
      readonly kind: "assistant-text";
      readonly key: string;
      readonly text: string;
      /** More text will follow on the stream of this key. */
      readonly streaming: boolean;
    }
  | ToolCallView
  | {
      readonly kind: "model-failure";
      readonly key: string;
      readonly failure: ModelFailure;
      readonly willRetryAt?: number;
    }
  /** Something the runtime did that the person should know, such as a limit that ended a turn. */
  | {
      readonly kind: "notice";
      readonly key: string;
      readonly level: "info" | "warning";
      readonly text: string;
    }
  | {
      readonly kind: "turn-end";
      readonly key: string;
      readonly turn: number;
      readonly outcome: "finished" | "stopped" | "failed" | "interrupted";
      readonly durationMs: number;
      readonly files: readonly FileEffect[];
    };

export interface TokenUse {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
  /** US dollars; `undefined` when the price is not known. */
  readonly cost?: number;
}

/** The display of one run: a pure fold of its rows. */
export interface RunView {
  readonly run: RunId;
  readonly title: string;
  readonly createdAt: number;
  readonly state: RunState;
  readonly model: ModelLabel;
  readonly items: readonly TranscriptItem[];
  readonly use: TokenUse;
  readonly turn: number;
}

export interface ModelLabel {
  readonly provider: string;
  readonly model: string;
  /** A scripted model that needs no key: shown as such everywhere. */
  readonly demo: boolean;
}

export interface RunSummary {
  readonly run: RunId;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: RunState["at"];
  readonly cost?: number;
}
