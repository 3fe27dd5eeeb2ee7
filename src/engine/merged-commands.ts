import { deferred } from "../base/deferred.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import type {
  CommandOptions,
  CommandProblem,
  CommandResult,
  RunningCommand,
} from "../contracts/execution-backend.ts";
import { pathInProject } from "../contracts/path-in-project.ts";
import type { EngineClient, EngineProcess } from "./engine-client.ts";
import type { Liveness } from "./liveness.ts";
import { PlainOutput } from "./plain-output.ts";
import { CommandRecord } from "./command-record.ts";
import { STOPPED_BY_CLOCK, UNATTENDED_ENVIRONMENT } from "./runner-wire.ts";

const TERMINAL = { cols: 500, rows: 50 };
/** How long a killed process may take to say that it ended. */
const KILL_GRACE_MS = 2_000;
const END_OF_INPUT = "\u0004";

/**
 * Runs commands where no runner can be had: the shell sits on a terminal, both streams arrive as one, and clocks run in the page.
 */
export class MergedCommands {
  readonly #client: EngineClient;
  readonly #shell: string;
  readonly #root: string;
  readonly #liveness: Liveness;

  constructor(client: EngineClient, shell: string, root: string, liveness: Liveness) {
    this.#client = client;
    this.#shell = shell;
    this.#root = root;
    this.#liveness = liveness;
  }

  async run(command: string, options: CommandOptions = {}): Promise<Result<CommandResult, CommandProblem>> {
    const begun = await this.#begin(command, options);
    if (!begun.ok) return begun;
    const end = await begun.value.result;
    return end ? succeed(end) : fail(LOST);
  }

  async start(
    command: string,
    options: CommandOptions = {},
  ): Promise<Result<RunningCommand, CommandProblem>> {
    const begun = await this.#begin(command, options);
    if (!begun.ok) return begun;
    const { process, input, record, result } = begun.value;
    return succeed({
      id: `command-${crypto.randomUUID()}`,
      result: result.then((end) => end ?? record.result({ exitCode: 137, merged: true, durationMs: 0 })),
      write: (text) => void input.write(text).catch(() => {}),
      async stop() {
        process.kill();
        const ended = await Promise.race([result.then(() => true), after(KILL_GRACE_MS)]);
        return ended ? [] : [command.slice(0, 80)];
      },
    });
  }

  async #begin(command: string, options: CommandOptions): Promise<Result<BegunProcess, CommandProblem>> {
    const folder = pathInProject(this.#root, options.cwd ?? "");
    if (!folder.ok) return fail({ kind: "outside-project", message: folder.problem.message });
    const spawned = await this.#spawn(command, folder.value, options);
    if (!spawned.ok) return spawned;
    const process = spawned.value;
    const input = process.input.getWriter();
    if (options.stdin !== undefined) input.write(options.stdin + END_OF_INPUT).catch(() => {});
    const record = new CommandRecord(options);
    return succeed({ process, input, record, result: this.#finish(process, record, options) });
  }

  async #spawn(
    command: string,
    cwd: string,
    options: CommandOptions,
  ): Promise<Result<EngineProcess, CommandProblem>> {
    try {
      // Not every host tells a missing folder from a program that fails at once.
      const listed = await this.#liveness.unlessLost(
        this.#client.fs.readdir(cwd === "" ? "." : cwd, { withFileTypes: true }).then(
          () => true,
          () => false,
        ),
      );
      if (listed === "lost") return fail(LOST);
      if (!listed.value)
        return fail({ kind: "cannot-start", message: `The folder "${cwd}" does not exist.` });
      const env = { ...UNATTENDED_ENVIRONMENT, ...options.env };
      const spawned = await this.#liveness.unlessLost(
        this.#client.spawn(this.#shell, ["-c", command], {
          cwd: cwd === "" ? "." : cwd,
          env,
          terminal: TERMINAL,
        }),
      );
      return spawned === "lost" ? fail(LOST) : succeed(spawned.value);
    } catch (error) {
      return fail({ kind: "cannot-start", message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** `undefined` when the engine was lost. */
  async #finish(
    process: EngineProcess,
    record: CommandRecord,
    options: CommandOptions,
  ): Promise<CommandResult | undefined> {
    const startedAt = performance.now();
    const stop = deferred<NonNullable<CommandResult["stoppedBy"]>>();
    const clocks = [
      options.budgetMs !== undefined && setTimeout(() => stop.resolve("budget"), options.budgetMs),
      options.timeoutMs !== undefined && setTimeout(() => stop.resolve("timeout"), options.timeoutMs),
    ];
    const abort = (): void => stop.resolve("signal");
    options.signal?.addEventListener("abort", abort, { once: true });
    if (options.signal?.aborted) abort();
    const read = readAll(process, record);
    const exit = this.#liveness.unlessLost(process.exit);
    const first = await Promise.race([exit, stop.promise]);
    const stoppedBy = typeof first === "string" && first !== "lost" ? first : undefined;
    if (stoppedBy) process.kill();
    const end = stoppedBy ? await Promise.race([exit, after(KILL_GRACE_MS)]) : await exit;
    await Promise.race([read, after(KILL_GRACE_MS)]);
    for (const clock of clocks) if (clock !== false) clearTimeout(clock);
    options.signal?.removeEventListener("abort", abort);
    if (end === "lost") return undefined;
    const byClock = stoppedBy === "budget" || stoppedBy === "timeout";
    return record.result({
      exitCode: byClock ? STOPPED_BY_CLOCK : (end?.value ?? 137),
      merged: true,
      durationMs: Math.round(performance.now() - startedAt),
      ...(stoppedBy && { stoppedBy }),
    });
  }
}

interface BegunProcess {
  readonly process: EngineProcess;
  readonly input: WritableStreamDefaultWriter<string>;
  readonly record: CommandRecord;
  readonly result: Promise<CommandResult | undefined>;
}

const LOST: CommandProblem = { kind: "engine-lost", message: "The engine was lost while the command ran." };

async function readAll(process: EngineProcess, record: CommandRecord): Promise<void> {
  const plain = new PlainOutput();
  const reader = process.output.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    record.add("stdout", done ? plain.end() : plain.add(value));
    if (done) return;
  }
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}
