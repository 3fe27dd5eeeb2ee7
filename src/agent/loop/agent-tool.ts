import type { Result } from "../../base/result.ts";
import type { ApprovalProposal } from "../../contracts/approval.ts";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import type { CommandOutput } from "../../contracts/execution-backend.ts";
import type { FileEffect } from "../../contracts/run-view.ts";
import type { SuiteNote } from "../../contracts/suite-notes.ts";
import type { LoopState } from "../history/loop-state.ts";
import type { OfferedTool } from "../models/model-port.ts";

export type ProposalAnswer =
  | { readonly kind: "approve"; readonly content?: string }
  | { readonly kind: "refuse"; readonly text: string };

/** What surrounds one call of a tool. */
export interface CallContext {
  readonly callId: string;
  readonly signal: AbortSignal;
  onOutput(chunk: CommandOutput): void;
  approve(proposal: ApprovalProposal): Promise<ProposalAnswer>;
  onFileEffect(effect: FileEffect): void;
  /** What the command showed, when it ran tests. */
  onSuiteNote(note: SuiteNote): void;
}

export interface AgentTool extends OfferedTool {
  /** Answers with an object that holds `error` when it failed; never rejects. */
  execute(input: unknown, context: CallContext): Promise<Readonly<Record<string, unknown>>>;
}

/** The tools over the engine that is ready now. */
export interface ReadyTools {
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly capabilities: EngineCapabilities;
}

export interface Toolbox {
  /** Known without an engine. */
  readonly offered: readonly OfferedTool[];
  /** The tools of one run. Waits until an engine is ready, for a while; the problem is a sentence for the model. `onWait` hears when it has to wait. */
  ready(
    run: Pick<LoopState, "run" | "recollections">,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<Result<ReadyTools, string>>;
}

/** Tools that change nothing: they ask nobody, may run beside each other and may run again. */
const READING_TOOLS: ReadonlySet<string> = new Set([
  "list_files",
  "read_file",
  "search_files",
  "find_files",
  "load_skill",
  "wait_for_task",
]);

/** Tools whose whole effect is asked for again before it happens. */
const ASKING_FILE_TOOLS: ReadonlySet<string> = new Set([
  "write_file",
  "edit_file",
  "create_directory",
  "rename_file",
  "delete_file",
  "save_plan",
]);

export function mayRunBeside(tool: string): boolean {
  return READING_TOOLS.has(tool);
}

/** Whether a call that was cut may simply be made again. */
export function mayRunAgain(tool: string): boolean {
  return READING_TOOLS.has(tool) || ASKING_FILE_TOOLS.has(tool);
}
