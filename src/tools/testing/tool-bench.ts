import { type BackendInMemory, backendInMemory } from "../../contracts/backend-in-memory.ts";
import type { BackendInMemoryOptions } from "../../contracts/backend-in-memory.ts";
import type { ApprovalProposal } from "../../contracts/approval.ts";
import type { FileEffect } from "../../contracts/run-view.ts";
import { buildTools } from "../build-tools.ts";
import type { ToolBuildConfig } from "../session.ts";
import type { AITool, ProposalAnswer, ToolCallContext, ToolResult } from "../tool.ts";
import type { ToolName } from "../tool-schemas.ts";

export interface ToolBench {
  readonly backend: BackendInMemory;
  readonly tools: readonly AITool[];
  readonly effects: readonly FileEffect[];
  readonly proposals: readonly ApprovalProposal[];
  /** Runs one tool as a run loop would. */
  call(tool: ToolName, input: unknown, context?: Partial<ToolCallContext>): Promise<ToolResult>;
  bytes(path: string): Promise<Uint8Array>;
}

export interface ToolBenchOptions {
  readonly config?: ToolBuildConfig;
  readonly backend?: BackendInMemoryOptions;
  readonly approve?: (proposal: ApprovalProposal) => ProposalAnswer | Promise<ProposalAnswer>;
}

/** The tools over files in memory, with everything they tell written down. */
export function toolBench(
  files: Readonly<Record<string, string | Uint8Array>>,
  { config = {}, backend: options = {}, approve }: ToolBenchOptions = {},
): ToolBench {
  const backend = backendInMemory(files, options);
  const tools = buildTools(backend, config);
  const effects: FileEffect[] = [];
  const proposals: ApprovalProposal[] = [];
  let calls = 0;
  return {
    backend,
    tools,
    effects,
    proposals,
    call(name, input, context = {}) {
      calls += 1;
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      return tool.execute(input, {
        callId: `call-${calls}`,
        signal: new AbortController().signal,
        onFileEffect: (effect) => void effects.push(effect),
        ...(approve === undefined
          ? {}
          : {
              approve: async (proposal) => {
                proposals.push(proposal);
                return approve(proposal);
              },
            }),
        ...context,
      });
    },
    async bytes(path) {
      const read = await backend.readFile(path);
      if (!read.ok) throw new Error(read.problem.message);
      return read.value;
    },
  };
}

/** Bytes written as hex pairs. */
export function hex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.trim().split(/\s+/), (pair) => Number.parseInt(pair, 16));
}
