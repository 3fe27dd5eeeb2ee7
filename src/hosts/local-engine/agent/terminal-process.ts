import { accessSync, constants, readSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import { endProcesses, PROCESS_MARKER } from "../processes/process-tree.ts";
import type { RunRequest } from "../wire/engine-link.ts";
import { engineError } from "./engine-error.ts";
import { OutputPump } from "./output-pump.ts";
import type { ProjectPaths } from "./project-paths.ts";

const SIGNAL_EXIT = 128;
const ALIVE_CHECK_MS = 50;
const IDLE_MS = 100;
/** A background program that keeps the terminal busy does not put off the exit for ever. */
const MOST_READ_ON_MS = 2000;
const LOOK_AGAIN_MS = 5;
const REST_BYTES = 64 * 1024;

export interface ProcessReader {
  output(bytes: Uint8Array): Promise<void>;
  /** After the last output was taken. */
  exited(code: number): void;
}

/** One program in a terminal of its own. */
export class TerminalProcess {
  readonly #pty: IPty;
  readonly #mark: string;
  readonly #pump: OutputPump | undefined;
  #ended = false;

  /** Throws an `EngineError` when there is no such program or folder. */
  constructor(paths: ProjectPaths, request: RunRequest, mark: string, reader: ProcessReader) {
    this.#mark = mark;
    const cwd = workingDirectory(paths, request.cwd);
    const env = environment(request.env, mark);
    const file = findProgram(request.command, cwd, env["PATH"] ?? "");
    if (request.args.some((argument) => argument.includes("\0")))
      throw engineError("EINVAL", "spawn", request.command, "an argument contains a zero byte");
    this.#pty = spawn(file, [...request.args], {
      name: env["TERM"] ?? "xterm-256color",
      cols: request.columns,
      rows: request.rows,
      cwd,
      env,
      encoding: null,
    });
    this.#pump = request.wantsOutput ? this.#pumpTo(reader) : undefined;
    readToTheEnd(this.#pty, (rest) => this.#pump?.push(rest));
    // With `encoding: null` the data is bytes, which the types do not know.
    this.#pty.onData((data) => this.#pump?.push(data as unknown as Buffer));
    this.#pty.onExit(({ exitCode, signal }) => void this.#finish(reader, exitCode, signal));
  }

  write(input: string): void {
    if (!this.#ended) this.#pty.write(input);
  }

  resize(columns: number, rows: number): void {
    if (!this.#ended) this.#pty.resize(clampSize(columns, 80), clampSize(rows, 24));
  }

  /** Ends the whole tree, and answers when nothing of it is left. */
  kill(): Promise<void> {
    return endProcesses(this.#mark, this.#ended ? undefined : this.#pty.pid);
  }

  #pumpTo(reader: ProcessReader): OutputPump {
    let check: NodeJS.Timeout | undefined;
    const source = {
      pause: () => {
        this.#pty.pause();
        // The terminal of a program that has ended is closed after a moment: what it still holds is read at once.
        check = setInterval(() => {
          if (isAlive(this.#pty.pid)) return;
          clearInterval(check);
          this.#pty.resume();
        }, ALIVE_CHECK_MS);
      },
      resume: () => {
        clearInterval(check);
        this.#pty.resume();
      },
    };
    return new OutputPump(source, (bytes) => reader.output(bytes));
  }

  async #finish(reader: ProcessReader, exitCode: number, signal: number | undefined): Promise<void> {
    this.#ended = true;
    await this.#pump?.end();
    reader.exited(signal !== undefined && signal > 0 ? SIGNAL_EXIT + signal : exitCode);
  }
}

/**
 * Hands over what a terminal still holds before it is destroyed. node-pty destroys it 200 ms after the program ended, and libuv takes a hang-up
 * after a short read for the end although the kernel has more: both lose the last kilobytes of a fast program.
 */
function readToTheEnd(pty: IPty, take: (rest: Buffer) => void): void {
  const { _socket: socket, fd } = pty as unknown as { _socket: NodeJS.ReadStream; fd: number };
  const destroy = socket.destroy.bind(socket);
  let lastRead = 0;
  let first: number | undefined;
  socket.on("data", () => (lastRead = performance.now()));
  socket.destroy = (error?: Error) => {
    const now = performance.now();
    first ??= now;
    const isTaken = socket.readableLength === 0 && !socket.isPaused();
    const isLate = now - lastRead > IDLE_MS || now - first > MOST_READ_ON_MS;
    if (isTaken && (readRest(fd, take) === "ended" || isLate)) destroy(error);
    else setTimeout(() => socket.destroy(error), LOOK_AGAIN_MS);
    return socket;
  };
}

/** Reads what is there without waiting. `open` means that a program still holds the terminal. */
function readRest(fd: number, take: (rest: Buffer) => void): "ended" | "open" {
  for (;;) {
    const buffer = Buffer.allocUnsafe(REST_BYTES);
    let length: number;
    try {
      length = readSync(fd, buffer);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EAGAIN" ? "open" : "ended";
    }
    if (length === 0) return "ended";
    take(buffer.subarray(0, length));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function clampSize(size: unknown, fallback: number): number {
  const whole = Math.floor(Number(size));
  return Number.isFinite(whole) && whole >= 1 ? Math.min(whole, 2000) : fallback;
}

function workingDirectory(paths: ProjectPaths, cwd: string | null): string {
  const isRealPlace = cwd !== null && isAbsolute(cwd) && paths.contains(cwd);
  const named = isRealPlace ? paths.name(cwd) : (cwd ?? "");
  const place = paths.resolve(named === "" ? "." : named, "chdir");
  const stat = statSync(place, { throwIfNoEntry: false });
  if (stat === undefined) throw engineError("ENOENT", "chdir", named);
  if (!stat.isDirectory()) throw engineError("ENOTDIR", "chdir", named, "not a directory");
  return place;
}

function environment(wanted: Readonly<Record<string, string>>, mark: string): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, ...wanted })) {
    if (value === undefined) continue;
    if (name === "" || /[=\0]/.test(name) || value.includes("\0"))
      throw engineError("EINVAL", "spawn", name, "not a variable that a process can have");
    env[name] = value;
  }
  env[PROCESS_MARKER] = mark;
  return env;
}

function findProgram(command: string, cwd: string, path: string): string {
  if (typeof command !== "string" || command === "" || command.includes("\0"))
    throw engineError("EINVAL", "spawn", command, "a command is the name of a program");
  if (command.includes("/")) {
    const place = isAbsolute(command) ? command : join(cwd, command);
    if (isProgram(place)) return place;
    const exists = statSync(place, { throwIfNoEntry: false }) !== undefined;
    if (exists) throw engineError("EACCES", "spawn", command, "not a program that may be run");
    throw engineError("ENOENT", "spawn", command);
  }
  for (const folder of path.split(delimiter)) {
    const place = join(folder === "" ? cwd : folder, command);
    if (isProgram(place)) return place;
  }
  throw engineError("ENOENT", "spawn", command, "command not found");
}

function isProgram(place: string): boolean {
  try {
    accessSync(place, constants.X_OK);
    return statSync(realpathSync(place)).isFile();
  } catch {
    return false;
  }
}
