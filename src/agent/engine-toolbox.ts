import { Emitter } from "../base/emitter.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import type { ExecutionBackend } from "../contracts/execution-backend.ts";
import type { RunId } from "../contracts/run-view.ts";
import { buildTools } from "../tools/build-tools.ts";
import { BackgroundTasks } from "../tools/commands/background-tasks.ts";
import type { WorkingDirectory } from "../tools/paths/project-paths.ts";
import { ReadFileState } from "../tools/state/read-file-state.ts";
import { TOOL_NAMES, TOOL_SCHEMAS } from "../tools/tool-schemas.ts";
import type { LoopState } from "./history/loop-state.ts";
import type { AgentTool, ReadyTools, Toolbox } from "./loop/agent-tool.ts";
import { pause } from "./loop/wait.ts";
import { recall } from "./recall-files.ts";

/** A call waits this long for an engine that starts or restarts. */
const ENGINE_PATIENCE_MS = 45_000;

const NOT_READY =
  "The engine is not ready, so nothing can be read, changed or run now. Say so to the person; they see the engine's state and can restart it.";

interface RunTools {
  readonly readState: ReadFileState;
  /** A server that one turn started is known in the next; a task of an engine that is gone answers that it is lost. */
  readonly backgroundTasks: BackgroundTasks;
  workingDirectory: WorkingDirectory | undefined;
  backend: ExecutionBackend | undefined;
  tools: ReadonlyMap<string, AgentTool>;
}

/** The tools of every run over the engine of the moment. What a run has read outlives a restart of the engine. */
export class EngineToolbox implements Toolbox {
  readonly offered = TOOL_NAMES.map((name) => TOOL_SCHEMAS[name]);
  readonly #runs = new Map<RunId, RunTools>();
  readonly #changed = new Emitter<undefined>();
  readonly #patienceMs: number;
  #backend: ExecutionBackend | undefined;

  constructor(patienceMs = ENGINE_PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  get backend(): ExecutionBackend | undefined {
    return this.#backend;
  }

  setBackend(backend: ExecutionBackend | undefined): void {
    this.#backend = backend;
    this.#changed.emit(undefined);
  }

  async ready(
    { run, recollections }: Pick<LoopState, "run" | "recollections">,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<Result<ReadyTools, string>> {
    if (this.#backend === undefined) {
      onWait();
      await this.#waitForBackend(signal);
    }
    const backend = this.#backend;
    if (backend === undefined) return fail(NOT_READY);
    const isNew = !this.#runs.has(run);
    const tools = this.#toolsOf(run, backend);
    if (isNew && recollections.length > 0) await recall(tools, backend, recollections, signal);
    return succeed({ tools, capabilities: backend.capabilities });
  }

  async #waitForBackend(signal: AbortSignal): Promise<void> {
    const arrived = new AbortController();
    const listening = this.#changed.subscribe(() => {
      if (this.#backend !== undefined) arrived.abort();
    });
    await pause(this.#patienceMs, AbortSignal.any([signal, arrived.signal]));
    listening.dispose();
  }

  #toolsOf(run: RunId, backend: ExecutionBackend): ReadonlyMap<string, AgentTool> {
    const known: RunTools = this.#runs.get(run) ?? {
      readState: new ReadFileState(),
      backgroundTasks: new BackgroundTasks(),
      workingDirectory: undefined,
      backend: undefined,
      tools: new Map(),
    };
    if (known.backend !== backend) {
      // A restarted engine may have its project elsewhere.
      const moved = known.backend?.projectRoot !== backend.projectRoot;
      if (moved || known.workingDirectory === undefined)
        known.workingDirectory = { current: backend.projectRoot };
      const { readState, workingDirectory, backgroundTasks } = known;
      const tools = buildTools(backend, { readState, workingDirectory, backgroundTasks });
      known.tools = new Map(tools.map((tool) => [tool.name, tool]));
      known.backend = backend;
      this.#runs.set(run, known);
    }
    return known.tools;
  }
}
