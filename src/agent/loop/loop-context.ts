import type { Result } from "../../base/result.ts";
import type { ApprovalMode } from "../../contracts/approval.ts";
import type { ModelFailure } from "../../contracts/run-view.ts";
import type { RunCell } from "../history/run-cell.ts";
import type { ModelPort } from "../models/model-port.ts";
import type { ApprovalDesk } from "./approval-desk.ts";
import type { Toolbox } from "./agent-tool.ts";

/** Text that is not a row yet, for whoever watches. */
export interface StreamChunk {
  readonly key: string;
  readonly stream: "assistant-text" | "tool-output";
  readonly text: string;
}

/** What the loop needs from outside; the same for every run of a project. */
export interface LoopSurroundings {
  chooseModel(): Promise<Result<ModelPort, ModelFailure>>;
  systemPrompt(signal: AbortSignal): Promise<string>;
  readonly toolbox: Toolbox;
  approvalMode(): ApprovalMode;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to below 1; spreads retries. */
  random(): number;
}

/** One run while it is driven. */
export interface LoopContext {
  readonly cell: RunCell;
  readonly desk: ApprovalDesk;
  readonly surroundings: LoopSurroundings;
  /** Aborts when the person stops the run or the run is lost to another tab. */
  readonly signal: AbortSignal;
  chunk(chunk: StreamChunk): void;
}
