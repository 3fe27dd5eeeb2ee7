import type { Disposable } from "../../base/disposable.ts";
import { fail, type Result, succeed } from "../../base/result.ts";
import type {
  CommandProblem,
  CommandResult,
  ExecutionBackend,
  RunningCommand,
} from "../../contracts/execution-backend.ts";
import { AGENT_FOLDER } from "../limits.ts";
import { CwdRecordFilter } from "./cwd-record.ts";
import { TaskLog } from "./task-log.ts";

export type TaskState =
  | { readonly at: "running" }
  | { readonly at: "ended"; readonly result: CommandResult }
  | { readonly at: "stopped"; readonly left: readonly string[] }
  /** The engine that ran it is gone; how it ended cannot be told. */
  | { readonly at: "lost" };

/** One command that runs on while the model does other things. */
export interface BackgroundTask {
  readonly id: string;
  readonly command: string;
  /** Absolute, and as it is shown. */
  readonly cwd: string;
  readonly shownCwd: string;
  readonly log: TaskLog;
  /** Path from the project root under which read_file serves the log. */
  readonly logPath: string;
  readonly state: () => TaskState;
  /** Settles when the task is over; never rejects. */
  readonly over: Promise<void>;
  stop(): Promise<TaskState>;
  /** How far the model has seen the log, and how long it has waited without any growth of it. */
  seen: number;
  silentWaitMs: number;
}

const LOG_FOLDER = `${AGENT_FOLDER}/tasks`;
const TASK_ID = /^task-[a-z0-9]+-[a-z0-9]+$/;

export function isTaskId(text: string): boolean {
  return TASK_ID.test(text);
}

export interface TaskStart {
  readonly command: string;
  readonly cwd: string;
  readonly shownCwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The background tasks of one run. Disposing stops all of them. */
export class BackgroundTasks implements Disposable {
  readonly #tasks = new Map<string, BackgroundTask>();

  get(id: string): BackgroundTask | undefined {
    return this.#tasks.get(id);
  }

  running(): BackgroundTask[] {
    return [...this.#tasks.values()].filter((task) => task.state().at === "running");
  }

  /** The log that a path names, or `undefined` when it names none. */
  logAt(path: string): string | undefined {
    const id = path.startsWith(`${LOG_FOLDER}/`) ? path.slice(LOG_FOLDER.length + 1, -".log".length) : "";
    return this.#tasks.get(id)?.log.text;
  }

  async start(backend: ExecutionBackend, start: TaskStart): Promise<Result<BackgroundTask, CommandProblem>> {
    const log = new TaskLog();
    const filters = { stdout: new CwdRecordFilter(), stderr: new CwdRecordFilter() };
    const started = await backend.start(start.command, {
      cwd: start.cwd,
      env: start.env,
      onOutput: ({ stream, text }) => log.add(filters[stream].push(text)),
    });
    if (!started.ok) return fail(started.problem);
    const task = taskOf(started.value, start, log);
    this.#tasks.set(task.id, task);
    return succeed(task);
  }

  dispose(): void {
    for (const task of this.running()) void task.stop();
  }
}

function taskOf(running: RunningCommand, start: TaskStart, log: TaskLog): BackgroundTask {
  const id = newTaskId();
  let state: TaskState = { at: "running" };
  const over = running.result.then(
    (result) => {
      if (state.at === "running") state = { at: "ended", result };
    },
    () => {
      if (state.at === "running") state = { at: "lost" };
    },
  );
  return {
    id,
    command: start.command,
    cwd: start.cwd,
    shownCwd: start.shownCwd,
    log,
    logPath: `${LOG_FOLDER}/${id}.log`,
    state: () => state,
    over,
    seen: 0,
    silentWaitMs: 0,
    async stop() {
      if (state.at !== "running") return state;
      // Set before the end arrives, so that a stop is never reported as an end of its own.
      state = { at: "stopped", left: [] };
      state = { at: "stopped", left: await running.stop() };
      return state;
    },
  };
}

function newTaskId(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `task-${Date.now().toString(36)}-${random.toString(36)}`;
}
