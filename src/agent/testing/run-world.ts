import { disposable } from "../../base/disposable.ts";
import { Emitter } from "../../base/emitter.ts";
import { succeed } from "../../base/result.ts";
import type { AgentNotice } from "../../contracts/agent-link.ts";
import type { EditProposal } from "../../contracts/approval.ts";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import { foldRun } from "../../contracts/fold-run.ts";
import type { RunRow } from "../../contracts/run-rows.ts";
import type { RunId, RunState, RunView } from "../../contracts/run-view.ts";
import { Agent } from "../agent.ts";
import { memoryLocks, type RunLocks } from "../history/run-locks.ts";
import { RunStore } from "../history/run-store.ts";
import type { AgentTool, CallContext } from "../loop/agent-tool.ts";
import type { LoopSurroundings } from "../loop/loop-context.ts";
import type { ModelPort } from "../models/model-port.ts";

const sandbox: EngineCapabilities = {
  node: "full",
  packageInstall: true,
  git: true,
  shell: "bash",
  terminal: true,
  separateErrorOutput: true,
  backgroundProcesses: true,
  servers: true,
  memoryReport: false,
  nativePrograms: true,
  isolation: "container",
  keepsFiles: true,
  servesOwnDisk: false,
};

/** A project of a few files with the tools that a loop needs to show what it does; it outlives workers. */
export class ToyProject {
  readonly files = new Map<string, string>([["a.txt", "one"]]);
  /** What bodies did, in order: only what has an effect or was read. */
  readonly done: string[] = [];
  /** How long `exec_command` runs. */
  commandMs = 0;

  readonly tools: readonly AgentTool[] = [
    tool("read_file", async (input) => {
      const content = this.files.get(input.path);
      this.done.push(`read ${input.path}`);
      return content === undefined ? { error: `${input.path} does not exist.` } : { content };
    }),
    tool("edit_file", async (input, context) => {
      const original = this.files.get(input.path) ?? null;
      const answer = await context.approve(editOf(input.path, original, input.content));
      if (answer.kind === "refuse") return { error: answer.text };
      this.files.set(input.path, answer.content ?? input.content);
      this.done.push(`edit ${input.path}`);
      context.onFileEffect({ path: input.path, change: "modified", addedLines: 1, removedLines: 1 });
      return { ok: true };
    }),
    tool("exec_command", async (input, context) => {
      const { command } = input;
      const answer = await context.approve({
        kind: "command",
        tool: "exec_command",
        command,
        cwd: "",
        background: false,
      });
      if (answer.kind === "refuse") return { error: answer.text };
      this.done.push(`start ${command}`);
      context.onOutput({ stream: "stdout", text: `running ${command}\n` });
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.commandMs);
        context.signal.addEventListener("abort", () => (clearTimeout(timer), resolve()));
      });
      if (context.signal.aborted) return { error: "The command was stopped." };
      this.done.push(`run ${command}`);
      return { stdout: `ran ${command}`, exitCode: 0 };
    }),
  ];
}

interface ToyInput {
  readonly path: string;
  readonly content: string;
  readonly command: string;
}

function tool(
  name: string,
  execute: (input: ToyInput, context: CallContext) => Promise<Readonly<Record<string, unknown>>>,
): AgentTool {
  return {
    name,
    description: name,
    parameters: { type: "object", properties: {} },
    execute: (input, context) => execute(input as ToyInput, context),
  };
}

function editOf(path: string, original: string | null, proposed: string): EditProposal {
  return { kind: "edit", tool: "edit_file", path, original, proposed, addedLines: 1, removedLines: 1 };
}

let databases = 0;

export interface WorldOptions {
  readonly model: ModelPort;
  readonly project?: ToyProject;
  readonly database?: string;
  readonly locks?: RunLocks;
  readonly surroundings?: Partial<LoopSurroundings>;
}

/** One worker's agent over a real store. Closing it is what a reload does: nothing more is written. */
export class RunWorld {
  readonly agent: Agent;
  readonly store: RunStore;
  readonly database: string;
  readonly locks: RunLocks;
  readonly notices: AgentNotice[] = [];
  readonly #changed = new Emitter<undefined>();

  private constructor(store: RunStore, database: string, locks: RunLocks, options: WorldOptions) {
    const project = options.project ?? new ToyProject();
    this.store = store;
    this.database = database;
    this.locks = locks;
    this.agent = new Agent({
      store,
      locks,
      databaseName: database,
      wakes: { stored: () => {}, onStored: () => disposable(() => {}) },
      notify: (notice) => {
        this.notices.push(notice);
        this.#changed.emit(undefined);
      },
      surroundings: {
        chooseModel: async () => succeed(options.model),
        systemPrompt: async () => "You help.",
        toolbox: {
          offered: project.tools,
          ready: async () =>
            succeed({
              tools: new Map(project.tools.map((entry) => [entry.name, entry])),
              capabilities: sandbox,
            }),
        },
        now: Date.now,
        random: () => 0,
        ...options.surroundings,
      },
    });
  }

  static async open(options: WorldOptions): Promise<RunWorld> {
    const database = options.database ?? `world-${(databases += 1)}`;
    const store = await RunStore.open(database);
    if (!store.ok) throw new Error(store.problem.message);
    return new RunWorld(store.value, database, options.locks ?? memoryLocks(), options);
  }

  async rows(run: RunId): Promise<readonly RunRow[]> {
    const rows = await this.store.rows(run);
    if (!rows.ok) throw new Error(rows.problem.message);
    return rows.value;
  }

  async view(run: RunId): Promise<RunView> {
    return foldRun(await this.rows(run));
  }

  /** Resolves with the view once the run stands where it is waited for. */
  async until(run: RunId, at: RunState["at"]): Promise<RunView> {
    for (let waited = 0; waited < 500; waited += 1) {
      const rows = await this.rows(run);
      if (rows.length > 0) {
        const view = foldRun(rows);
        if (view.state.at === at) return view;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const view = await this.view(run);
    throw new Error(`The run never came to "${at}"; it is ${JSON.stringify(view.state)}`);
  }

  /** The request that is open now. */
  async request(run: RunId) {
    const { state } = await this.until(run, "asking");
    const request = state.at === "asking" ? state.requests[0] : undefined;
    if (request === undefined) throw new Error("Nothing is asked.");
    return request;
  }

  close(): void {
    this.agent.dispose();
    this.store.close();
  }
}
