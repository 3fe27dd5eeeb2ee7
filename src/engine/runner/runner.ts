import type { ReadStream, WriteStream } from "node:tty";
import {
  frameLine,
  LineSplitter,
  OUTPUT_WINDOW,
  RequestAssembly,
  type RunnerRequest,
} from "../runner-wire.ts";
import { Command } from "./command.ts";
import { askAboutEngine, type Shell, shellsOf } from "./facts.ts";
import { FilesOfProject } from "./files.ts";
import { killMarkedAtOnce, stopLeftBehind, stopMarked } from "./process-tree.ts";
import { RunnerFailure } from "./runner-failure.ts";

const LONGEST_REQUEST_LINE = 4_096;

/** Answers requests until the input ends; then everything that it started is stopped. */
export function runnerOver(input: ReadStream, output: WriteStream): void {
  const runner = new Runner((frame) => output.write(frameLine(frame)));
  const assembly = new RequestAssembly();
  const lines = new LineSplitter(LONGEST_REQUEST_LINE);
  try {
    input.setRawMode?.(true);
  } catch {
    // Without raw mode the terminal echoes, which the other side ignores.
  }
  input.setEncoding("latin1");
  input.on("data", (chunk) => {
    for (const line of lines.add(String(chunk))) {
      const complete = assembly.add(line);
      if (complete) void runner.receive(complete.id, complete.base64);
    }
  });
  const end = (): void => {
    runner.dispose();
    process.exit(0);
  };
  input.on("end", end);
  input.on("error", end);
  output.on("error", end);
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.on(signal, end);
  output.write(frameLine({ type: "ready" }));
  // One command's trouble must not end the others.
  process.on("uncaughtException", (error) =>
    output.write(frameLine({ type: "trouble", message: String(error) })),
  );
  process.on("unhandledRejection", (error) =>
    output.write(frameLine({ type: "trouble", message: String(error) })),
  );
}

class Runner {
  readonly #send: (frame: object) => void;
  readonly #commands = new Map<number, Command>();
  readonly #files = new FilesOfProject(process.cwd());
  #marker = "";
  #shell: Shell | undefined;
  #ahead = 0;

  constructor(send: (frame: object) => void) {
    this.#send = send;
  }

  async receive(id: number, base64: string): Promise<void> {
    try {
      const request = JSON.parse(Buffer.from(base64, "base64").toString("utf8")) as RunnerRequest;
      const value = await this.#answer(id, request);
      if (request.op !== "taken") this.#send({ type: "answer", id, value });
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      this.#send({
        type: "failure",
        id,
        code,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  dispose(): void {
    for (const command of this.#commands.values()) command.killAtOnce();
    if (this.#marker !== "") killMarkedAtOnce(this.#marker);
  }

  async #answer(id: number, request: RunnerRequest): Promise<unknown> {
    switch (request.op) {
      case "hello":
        return this.#hello(request);
      case "start":
        return this.#start(id, request);
      case "input":
        this.#commands.get(request.command)?.write(request.text);
        return null;
      case "stop":
        return (
          this.#commands.get(request.command)?.stop(request.reason) ??
          stopLeftBehind(`${this.#marker}.${request.command}`)
        );
      case "taken":
        return this.#taken(request.characters);
      case "stats":
        return this.#files.stats(request.paths);
      case "realPath":
        return this.#files.realPath(request.path);
      case "readFiles":
        return this.#files.readAll(request.paths, request.maxBytes, (index, part) =>
          this.#send({ type: "part", id, index, ...part }),
        );
      case "ping":
        return null;
    }
  }

  async #hello(request: { readonly runner: string; readonly previous?: string }): Promise<unknown> {
    this.#marker = request.runner;
    if (request.previous !== undefined) await stopMarked(request.previous);
    const shells = await shellsOf();
    this.#shell = shells[0];
    return askAboutEngine(this.#shell);
  }

  #start(id: number, request: Extract<RunnerRequest, { op: "start" }>): unknown {
    const shell = this.#shell;
    if (shell === undefined)
      throw new RunnerFailure("NOSHELL", "The engine has no shell that runs commands.");
    const command = new Command(request, {
      shell,
      marker: `${this.#marker}.${id}`,
      root: process.cwd(),
      onOutput: (stream, text) => {
        this.#ahead += text.length;
        this.#send({ type: "output", id, stream, text });
        this.#pace();
      },
      onExit: (exit) => {
        this.#commands.delete(id);
        this.#send({ type: "exit", id, ...exit });
      },
    });
    this.#commands.set(id, command);
    this.#pace();
    return { pid: command.pid };
  }

  #taken(characters: number): void {
    this.#ahead = Math.max(0, this.#ahead - characters);
    this.#pace();
  }

  #pace(): void {
    const paused = this.#ahead >= OUTPUT_WINDOW;
    for (const command of this.#commands.values()) command.pause(paused);
  }
}
