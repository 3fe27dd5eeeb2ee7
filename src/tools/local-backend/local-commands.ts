import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { StringDecoder } from "node:string_decoder";
import { fail, type Result, succeed } from "../../base/result.ts";
import type {
  CommandOptions,
  CommandOutput,
  CommandProblem,
  CommandResult,
  RunningCommand,
} from "../../contracts/execution-backend.ts";
import { KeptOutput } from "./kept-output.ts";
import type { LocalPaths } from "./local-paths.ts";

/** After the command's own process is gone, what others still print is heard for this long. */
const DRAIN_MS = 250;
/** A tree that was asked to end is killed after this. */
const TERMINATION_MS = 2_000;

export async function runLocally(
  paths: LocalPaths,
  shell: string,
  command: string,
  options: CommandOptions = {},
): Promise<Result<CommandResult, CommandProblem>> {
  // Nobody can answer: a program that asks must see the end of its input.
  const started = await startLocally(paths, shell, command, { ...options, stdin: options.stdin ?? "" });
  return started.ok ? succeed(await started.value.result) : started;
}

export async function startLocally(
  paths: LocalPaths,
  shell: string,
  command: string,
  options: CommandOptions = {},
): Promise<Result<RunningCommand, CommandProblem>> {
  const cwd = await paths.real(options.cwd ?? paths.root);
  if (!cwd.ok) return fail({ kind: "outside-project", message: cwd.problem.message });
  const child = spawn(shell, ["-c", command], {
    cwd: cwd.value,
    env: { ...process.env, ...options.env },
    detached: true,
    stdio: "pipe",
  });
  const failure = await new Promise<Error | undefined>((resolve) => {
    child.once("spawn", () => resolve(undefined));
    child.once("error", resolve);
  });
  if (failure !== undefined) return fail({ kind: "cannot-start", message: failure.message });
  return succeed(new LocalCommand(child, options));
}

class LocalCommand implements RunningCommand {
  readonly id: string;
  readonly result: Promise<CommandResult>;
  readonly #child: ChildProcess;
  readonly #started = performance.now();
  readonly #kept: Readonly<Record<CommandOutput["stream"], KeptOutput>> = {
    stdout: new KeptOutput(),
    stderr: new KeptOutput(),
  };
  #stoppedBy: CommandResult["stoppedBy"];

  constructor(child: ChildProcess, options: CommandOptions) {
    this.#child = child;
    this.id = String(child.pid);
    const ended = [this.#collect("stdout", options), this.#collect("stderr", options)];
    child.stdin?.on("error", () => {});
    if (options.stdin !== undefined) child.stdin?.end(options.stdin);
    const limits = this.#limit(options);
    this.result = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        void Promise.race([Promise.all(ended), delay(DRAIN_MS)]).then(() => {
          limits.stop();
          child.stdout?.destroy();
          child.stderr?.destroy();
          resolve(this.#outcome(code, signal));
        });
      });
    });
  }

  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  async stop(): Promise<readonly string[]> {
    this.#kill("SIGTERM");
    const gone = await Promise.race([this.result.then(() => true), delay(TERMINATION_MS).then(() => false)]);
    this.#kill("SIGKILL");
    if (!gone) await this.result;
    return [];
  }

  #collect(stream: CommandOutput["stream"], { onOutput }: CommandOptions): Promise<void> {
    const source = this.#child[stream];
    const decoder = new StringDecoder("utf8");
    const take = (text: string): void => {
      if (text === "") return;
      this.#kept[stream].add(text);
      onOutput?.({ stream, text });
    };
    source?.on("data", (bytes: Buffer) => take(decoder.write(bytes)));
    return new Promise((resolve) => {
      source?.once("close", () => {
        take(decoder.end());
        resolve();
      });
    });
  }

  #limit({ timeoutMs, budgetMs, signal }: CommandOptions): { stop(): void } {
    const end = (why: NonNullable<CommandResult["stoppedBy"]>) => (): void => {
      this.#stoppedBy ??= why;
      void this.stop();
    };
    const timers = [
      timeoutMs === undefined ? undefined : setTimeout(end("timeout"), timeoutMs),
      budgetMs === undefined ? undefined : setTimeout(end("budget"), budgetMs),
    ];
    const onAbort = end("signal");
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    return {
      stop() {
        for (const timer of timers) clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      },
    };
  }

  #outcome(code: number | null, signal: NodeJS.Signals | null): CommandResult {
    const { stdout, stderr } = this.#kept;
    const dropped = stdout.dropped + stderr.dropped;
    const ownCode = code ?? 128 + (signal === null ? 0 : (constants.signals[signal] ?? 0));
    return {
      stdout: stdout.text,
      stderr: stderr.text,
      exitCode: this.#stoppedBy === "budget" || this.#stoppedBy === "timeout" ? 124 : ownCode,
      merged: false,
      durationMs: performance.now() - this.#started,
      ...(signal === null ? {} : { killedBy: signal }),
      ...(this.#stoppedBy === undefined ? {} : { stoppedBy: this.#stoppedBy }),
      ...(dropped > 0 ? { droppedCharacters: dropped } : {}),
    };
  }

  /** The child leads its own group, which holds everything it started that did not leave it. */
  #kill(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM")))
        throw error;
    }
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
