import type { ApprovalProposal } from "../contracts/approval.ts";
import type { CommandOutput } from "../contracts/execution-backend.ts";
import type { SuiteNote } from "../contracts/suite-notes.ts";
import type { FileEffect } from "../contracts/run-view.ts";

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly additionalProperties?: boolean;
}

/** What a model is told about a tool. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A plain object that survives `JSON.stringify`. A failure is `{ error, ... }`; its text is written for a model. */
export type ToolResult = Readonly<Record<string, unknown>>;

export interface AITool extends ToolSchema {
  /** Never throws and never rejects: a bug comes back as `{ error }` too. Without a context nothing asks for approval. */
  execute(input: unknown, context?: ToolCallContext): Promise<ToolResult>;
}

/** `content` is the whole text, with LF line ends, as the person left it. */
export type ProposalAnswer =
  | { readonly kind: "approve"; readonly content?: string }
  | { readonly kind: "refuse"; readonly text: string };

/** A text change before it is written. `oldContent` is `null` for a new file. */
export interface FileDiffEvent {
  readonly path: string;
  readonly oldContent: string | null;
  readonly newContent: string;
}

export interface ImageAttachment {
  readonly path: string;
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What surrounds one call. */
export interface ToolCallContext {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Output of a command while it runs: cleaned of our own marks, not yet redacted or clipped. */
  onOutput?(chunk: CommandOutput): void;
  /** Asked before each change and command. A tool that gets no `approve` acts at once. */
  approve?(proposal: ApprovalProposal): Promise<ProposalAnswer>;
  onFileDiff?(event: FileDiffEvent): void;
  /** A change that is on disk now. */
  onFileEffect?(effect: FileEffect): void;
  /** What a command showed when it ran tests. The model gets a short text of it in the result. */
  onSuiteNote?(note: SuiteNote): void;
  /** Takes an image that was read, to show it to the model beside the result. Without it images are only described. */
  attachImage?(image: ImageAttachment): void;
}

/** An argument that the tool cannot use. Thrown by a tool, its message is the whole answer. */
export class ToolInputError extends Error {
  override readonly name = "ToolInputError";
}
