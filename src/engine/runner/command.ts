import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { type StartCommand, STOPPED_BY_CLOCK, UNATTENDED_ENVIRONMENT } from "../runner-wire.ts";
import type { Shell } from "./facts.ts";
import { OutputBatch } from "./output-batch.ts";
import { MARKER_VARIABLE, stopTree } from "./process-tree.ts";
import { RunnerFailure } from "./runner-failure.ts";

/** How long output is still taken after the shell ended, while what it left in the background holds the pipe. */
const DRAIN_MS = 250;

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Below the longest single argument that Linux accepts. */
const LONGEST_ARGUMENT_BYTES = 100_000;

/** Reads the script from file descriptor 3 and closes that before the script sees it. */
const SCRIPT_FROM_PIPE = 'tabwright_script=$(cat <&3; printf x); exec 3<&-; eval "${tabwright_script%x}"';

export interface CommandExit {
  readonly exitCode: number;
  readonly killedBy?: string;
  readonly stoppedBy?: StopReason;
  readonly durationMs: number;
}

type StopReason = "timeout" | "budget" | "signal";

interface CommandSurroundings {
  readonly shell: Shell;
  readonly marker: string;
  readonly root: string;
  onOutput(stream: "stdout" | "stderr", text: string): void;
  onExit(exit: CommandExit): void;
}

/** One shell command with all that it starts. */
export class Command {
  readonly #child: ChildProcess;
  readonly #surroundings: CommandSurroundings;
  readonly #startedAt = performance.now();
  readonly #clocks: NodeJS.Timeout[] = [];
  readonly #output: OutputBatch;
  #stoppedBy: StopReason | undefined;
  #stopping: Promise<string[]> | undefined;
  #ended: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined;
  #openPipes = 2;
  #paused = false;
  #reported = false;
  #drainLeftMs = DRAIN_MS;

  /** Throws a `RunnerFailure` when the folder is missing. */
  constructor(request: StartCommand, surroundings: CommandSurroundings) {
    this.#surroundings = surroundings;
    this.#output = new OutputBatch((stream, text) => surroundings.onOutput(stream, text));
    const viaPipe = Buffer.byteLength(request.command) > LONGEST_ARGUMENT_BYTES;
    this.#child = spawn(
      surroundings.shell.program,
      ["-c", viaPipe ? SCRIPT_FROM_PIPE : notAnOption(request.command)],
      {
        cwd: folderOf(request.cwd, surroundings.root),
        env: {
          ...process.env,
          ...UNATTENDED_ENVIRONMENT,
          ...request.env,
          [MARKER_VARIABLE]: surroundings.marker,
        },
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: [
          request.keepInput || request.stdin !== undefined ? "pipe" : "ignore",
          "pipe",
          "pipe",
          viaPipe ? "pipe" : "ignore",
        ],
      },
    );
    if (viaPipe) this.#feedScript(request.command);
    this.#feedInput(request);
    this.#takeOutput("stdout");
    this.#takeOutput("stderr");
    this.#child.on("exit", (code, signal) => this.#onExit(code, signal));
    this.#child.on("error", (error) => this.#onFailedStart(error));
    this.#stopAfter(request.budgetMs, "budget");
    this.#stopAfter(request.timeoutMs, "timeout");
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  write(text: string): void {
    if (this.#child.stdin?.writable) this.#child.stdin.write(text);
  }

  /** Resolves with the names of what could not be stopped. */
  stop(reason: StopReason | "asked"): Promise<string[]> {
    if (reason !== "asked" && this.#ended === undefined) this.#stoppedBy ??= reason;
    const { pid } = this.#child;
    if (pid === undefined) return Promise.resolve([]);
    this.#stopping ??= stopTree(pid, this.#surroundings.marker);
    return this.#stopping;
  }

  killAtOnce(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL");
    }
  }

  pause(paused: boolean): void {
    if (paused === this.#paused || this.#reported) return;
    this.#paused = paused;
    for (const pipe of [this.#child.stdout, this.#child.stderr]) {
      if (paused) pipe?.pause();
      else pipe?.resume();
    }
  }

  #feedScript(script: string): void {
    const pipe = this.#child.stdio[3];
    if (pipe === null || pipe === undefined || !("end" in pipe)) return;
    pipe.on("error", () => {});
    pipe.end(script);
  }

  #feedInput(request: StartCommand): void {
    const { stdin } = this.#child;
    if (stdin === null) return;
    // A program that does not read its input closes the pipe, which is its right.
    stdin.on("error", () => {});
    if (request.stdin !== undefined) stdin.write(request.stdin);
    if (!request.keepInput) stdin.end();
  }

  #takeOutput(name: "stdout" | "stderr"): void {
    const pipe = this.#child[name];
    if (pipe === null) return;
    const decoder = new StringDecoder("utf8");
    pipe.on("data", (bytes: Buffer) => {
      if (!this.#reported) this.#output.add(name, decoder.write(bytes));
    });
    pipe.on("error", () => {});
    pipe.on("close", () => {
      if (!this.#reported) this.#output.add(name, decoder.end());
      this.#openPipes -= 1;
      this.#reportWhenDone();
    });
  }

  #stopAfter(milliseconds: number | undefined, reason: StopReason): void {
    if (milliseconds === undefined) return;
    this.#clocks.push(setTimeout(() => void this.stop(reason), Math.min(milliseconds, LONGEST_TIMER_MS)));
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#ended = { code, signal };
    for (const clock of this.#clocks) clearTimeout(clock);
    this.#reportWhenDone();
    this.#drain();
  }

  /** Waiting for a reader that lags does not count as draining. */
  #drain(): void {
    if (this.#reported) return;
    if (this.#drainLeftMs <= 0) return this.#report();
    if (!this.#paused) this.#drainLeftMs -= 25;
    setTimeout(() => this.#drain(), 25);
  }

  #onFailedStart(error: Error): void {
    if (this.#ended !== undefined || this.#child.pid !== undefined) return;
    this.#output.add("stderr", `${error.message}\n`);
    this.#openPipes = 0;
    this.#onExit(127, null);
  }

  #reportWhenDone(): void {
    if (this.#ended !== undefined && this.#openPipes <= 0) this.#report();
  }

  #report(): void {
    if (this.#reported || this.#ended === undefined) return;
    this.#output.flush();
    this.pause(false);
    this.#reported = true;
    const { code, signal } = this.#ended;
    const stoppedBy = this.#stoppedBy;
    const byClock = stoppedBy === "budget" || stoppedBy === "timeout";
    const exit: CommandExit = {
      exitCode: byClock ? STOPPED_BY_CLOCK : (code ?? 128 + (signal ? constants.signals[signal] : 0)),
      ...(signal && { killedBy: signal }),
      ...(stoppedBy && { stoppedBy }),
      durationMs: Math.round(performance.now() - this.#startedAt),
    };
    // A stopped command is over when its whole tree is.
    if (this.#stopping) void this.#stopping.finally(() => this.#surroundings.onExit(exit));
    else this.#surroundings.onExit(exit);
    this.#child.unref();
  }
}

/** A shell reads a script that starts like an option as one. */
function notAnOption(script: string): string {
  return /^[-+]/.test(script) ? ` ${script}` : script;
}

function folderOf(cwd: string, root: string): string {
  const folder = resolve(root, cwd === "" ? "." : cwd);
  let found;
  try {
    found = statSync(folder);
  } catch {
    throw new RunnerFailure("NOFOLDER", `The folder "${cwd}" does not exist.`);
  }
  if (!found.isDirectory()) throw new RunnerFailure("NOFOLDER", `"${cwd}" is a file, not a folder.`);
  return folder;
}
