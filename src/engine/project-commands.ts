import { deferred } from "../base/deferred.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import type {
  CommandOptions,
  CommandProblem,
  CommandResult,
  RunningCommand,
} from "../contracts/execution-backend.ts";
import { pathInProject } from "../contracts/path-in-project.ts";
import { CommandRecord } from "./command-record.ts";
import type { Liveness } from "./liveness.ts";
import type { OpenRequest, ResidentRunner } from "./resident-runner.ts";
import type { RunnerRefusal } from "./runner-connection.ts";
import { type ExitFrame, namesSchema } from "./runner-frames.ts";
import type { StartCommand } from "./runner-wire.ts";

/** Runs commands through the runner: apart streams, no terminal, budgets kept inside the engine. */
export class ProjectCommands {
  readonly #root: string;
  readonly #runner: ResidentRunner;
  readonly #liveness: Liveness;

  constructor(root: string, runner: ResidentRunner, liveness: Liveness) {
    this.#root = root;
    this.#runner = runner;
    this.#liveness = liveness;
  }

  async run(command: string, options: CommandOptions = {}): Promise<Result<CommandResult, CommandProblem>> {
    const started = await this.#begin(command, options, false);
    if (!started.ok) return started;
    const { record, exit } = started.value;
    const end = await exit;
    return end ? succeed(end) : fail(this.#lostDuring(record));
  }

  async start(
    command: string,
    options: CommandOptions = {},
  ): Promise<Result<RunningCommand, CommandProblem>> {
    const started = await this.#begin(command, options, true);
    if (!started.ok) return started;
    const { record, exit, request } = started.value;
    const result = exit.then((end) => end ?? killedWithItsRunner(record, this.#lostDuring(record).message));
    return succeed({
      id: `command-${crypto.randomUUID()}`,
      result,
      write: (text) => {
        void request.connection?.request({ op: "input", command: request.id, text }).answer;
      },
      stop: () => this.#stop(request, "asked"),
    });
  }

  async #begin(
    command: string,
    options: CommandOptions,
    keepInput: boolean,
  ): Promise<Result<BegunCommand, CommandProblem>> {
    const folder = pathInProject(this.#root, options.cwd ?? "");
    if (!folder.ok) return fail({ kind: "outside-project", message: folder.problem.message });
    const record = new CommandRecord(options);
    if (options.signal?.aborted) return succeed(neverStarted(record));
    if (command.includes("\0"))
      return fail({
        kind: "cannot-start",
        message: "The command holds a zero character, which no shell accepts.",
      });
    const exited = deferred<ExitFrame | undefined>();
    const request = await this.#runner.request(
      { op: "start", ...startOf(command, folder.value, options, keepInput) },
      { onOutput: (stream, text) => record.add(stream, text), onExit: exited.resolve },
    );
    const answer = await this.#liveness.unlessLost(request.answer);
    if (answer === "lost") return fail(this.#lostDuring(record));
    if (!answer.value.ok) return fail(this.#refusalToStart(answer.value.problem));
    const abort = (): void => void this.#stop(request, "signal");
    options.signal?.addEventListener("abort", abort, { once: true });
    if (options.signal?.aborted) abort();
    const exit = this.#liveness.unlessLost(exited.promise).then((end) => {
      options.signal?.removeEventListener("abort", abort);
      return end === "lost" || end.value === undefined ? undefined : resultOf(record, end.value);
    });
    return succeed({ record, exit, request });
  }

  async #stop(request: OpenRequest, reason: "signal" | "asked"): Promise<readonly string[]> {
    const { connection } = request;
    if (connection === undefined) return [];
    const answer = await this.#liveness.unlessLost(
      connection.ask({ op: "stop", command: request.id, reason }, namesSchema),
    );
    return answer === "lost" || !answer.value.ok ? [] : answer.value.value;
  }

  #lostDuring(record: CommandRecord): CommandProblem {
    const what = this.#liveness.problem
      ? "The engine was lost while the command ran."
      : "The process that runs commands in the engine ended while the command ran, which was stopped with it. It is started again for the next command.";
    return { kind: "engine-lost", message: what + record.lastWords() };
  }

  #refusalToStart(refusal: RunnerRefusal): CommandProblem {
    const lost = refusal.code === "GONE" || refusal.code === "SILENT";
    return { kind: lost ? "engine-lost" : "cannot-start", message: refusal.message };
  }
}

interface BegunCommand {
  readonly record: CommandRecord;
  readonly request: OpenRequest;
  /** `undefined` when the runner or the engine ended first. */
  readonly exit: Promise<CommandResult | undefined>;
}

const TERMINATED = { exitCode: 143, killedBy: "SIGTERM" };

function neverStarted(record: CommandRecord): BegunCommand {
  const end = record.result({ ...TERMINATED, stoppedBy: "signal", merged: false, durationMs: 0 });
  const request = { id: 0, answer: Promise.resolve(succeed(null)), connection: undefined };
  return { record, request, exit: Promise.resolve(end) };
}

function killedWithItsRunner(record: CommandRecord, message: string): CommandResult {
  record.add("stderr", `\n${message}\n`);
  return record.result({ exitCode: 137, killedBy: "SIGKILL", merged: false, durationMs: 0 });
}

function startOf(command: string, cwd: string, options: CommandOptions, keepInput: boolean): StartCommand {
  const { budgetMs, timeoutMs, stdin } = options;
  return {
    command,
    cwd,
    keepInput,
    env: options.env ?? {},
    ...(stdin !== undefined && { stdin }),
    ...(budgetMs !== undefined && { budgetMs }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

function resultOf(record: CommandRecord, end: ExitFrame): CommandResult {
  return record.result({
    exitCode: end.exitCode,
    merged: false,
    durationMs: end.durationMs,
    ...(end.killedBy !== undefined && { killedBy: end.killedBy }),
    ...(end.stoppedBy !== undefined && { stoppedBy: end.stoppedBy }),
  });
}
