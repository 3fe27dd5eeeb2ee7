import type { z } from "zod/mini";
import { fail, type Result, succeed } from "../base/result.ts";
import { ENGINE_FOLDER } from "../contracts/project-tree.ts";
import { base64OfText } from "./base64.ts";
import type { EngineClient, EngineProcess } from "./engine-client.ts";
import {
  type ExitFrame,
  parseFacts,
  parseFrame,
  type PartFrame,
  type RunnerFacts,
  type RunnerFrame,
} from "./runner-frames.ts";
import {
  cutIntoLines,
  END_OF_PROGRAM,
  LineSplitter,
  OUTPUT_WINDOW,
  requestLines,
  type RunnerRequest,
  WAITING_FRAME,
} from "./runner-wire.ts";
import runnerProgram from "./runner/main.ts?program=node";

/** Why a request got no answer. `GONE`: the runner ended. */
export interface RunnerRefusal {
  readonly code: string;
  readonly message: string;
}

export type RunnerAnswer = Result<unknown, RunnerRefusal>;

/** What a request may hear before its answer, and a command after it. */
export interface RequestListener {
  onPart?(part: PartFrame): void;
  onOutput?(stream: "stdout" | "stderr", text: string): void;
  onExit?(exit: ExitFrame | undefined): void;
}

const LONGEST_FRAME = 8 * 2 ** 20;
const TAKEN_STEP = OUTPUT_WINDOW / 8;
const START_MS = 10_000;
const SILENT: RunnerRefusal = { code: "SILENT", message: "The engine's node did not answer." };
const GONE: RunnerRefusal = { code: "GONE", message: "The process that runs commands in the engine ended." };

/** A terminal so wide that nothing breaks a line of ours. */
const TERMINAL = { cols: 10_000, rows: 50 };

/**
 * Reads the runner's text from the input and runs it, so that no file is left in the project. It says that it waits
 * only after the echo is off.
 */
const FIRST_PROGRAM = `
const input = process.stdin, lines = [];
let rest = "";
try { input.setRawMode(true); } catch {}
input.setEncoding("latin1");
const take = (chunk) => {
  const parts = (rest + chunk).split(/[\\r\\n]+/);
  rest = parts.pop();
  for (const line of parts) {
    if (line !== ${JSON.stringify(END_OF_PROGRAM)}) { lines.push(line); continue; }
    input.off("data", take);
    import("data:text/javascript;base64," + lines.join("")).catch(() => process.exit(1));
    return;
  }
};
input.on("data", take);
console.log(${JSON.stringify(WAITING_FRAME)});
`;

/** One runner process. */
export class RunnerConnection {
  readonly ended: Promise<void>;
  readonly #process: EngineProcess;
  readonly #input: WritableStreamDefaultWriter<string>;
  readonly #waiting = new Map<number, (answer: RunnerAnswer) => void>();
  readonly #listeners = new Map<number, RequestListener>();
  readonly #lines = new LineSplitter(LONGEST_FRAME);
  readonly #onTrouble: (message: string) => void;
  #nextId = 1;
  #taken = 0;
  #gone = false;
  #onFirst: (type: RunnerFrame["type"]) => void = ignore;
  lastHeardAt = performance.now();

  private constructor(process: EngineProcess, onTrouble: (message: string) => void) {
    this.#process = process;
    this.#onTrouble = onTrouble;
    this.#input = process.input.getWriter();
    this.ended = Promise.race([this.#readAll().catch(ignore), process.exit.then(ignore, ignore)]).then(() =>
      this.#end(),
    );
  }

  /** Starts a runner without touching the project, else from a file in the IDE's own folder. */
  static async open(
    client: EngineClient,
    identity: { readonly runner: string; readonly previous?: string },
    onTrouble: (message: string) => void,
  ): Promise<Result<{ connection: RunnerConnection; facts: RunnerFacts }, RunnerRefusal>> {
    const options = { env: { TERM: "dumb" }, terminal: TERMINAL };
    let refusal: RunnerRefusal = GONE;
    for (const start of [
      () => client.spawn("node", ["-e", FIRST_PROGRAM], options),
      async () => {
        await writeRunner(client);
        return client.spawn("node", [RUNNER_FILE], options);
      },
    ]) {
      const started = await startProcess(start);
      if (!started.ok) {
        refusal = started.problem;
        continue;
      }
      const connection = new RunnerConnection(started.value, onTrouble);
      const facts = await connection.#greet(identity);
      if (facts.ok) return succeed({ connection, facts: facts.value });
      refusal = facts.problem;
      connection.dispose();
    }
    return fail(refusal);
  }

  /** `listener` hears output and exit of a command until it ended. */
  request(
    request: RunnerRequest,
    listener?: RequestListener,
  ): { readonly id: number; readonly answer: Promise<RunnerAnswer> } {
    const id = this.#nextId++;
    if (this.#gone) return { id, answer: Promise.resolve(fail(GONE)) };
    const answer = new Promise<RunnerAnswer>((settle) => this.#waiting.set(id, settle));
    if (listener) this.#listeners.set(id, listener);
    this.#write(requestLines(id, request, base64OfText));
    return { id, answer };
  }

  /** A request whose answer has a shape; another shape is a refusal. */
  async ask<Value>(
    request: RunnerRequest,
    schema: z.ZodMiniType<Value>,
  ): Promise<Result<Value, RunnerRefusal>> {
    const answer = await this.request(request).answer;
    if (!answer.ok) return answer;
    const parsed = schema.safeParse(answer.value);
    if (parsed.success) return succeed(parsed.data);
    return fail({ code: "", message: `The engine answered "${request.op}" in a form that is not known.` });
  }

  get gone(): boolean {
    return this.#gone;
  }

  dispose(): void {
    this.#process.kill();
    this.#end();
  }

  async #greet(identity: {
    readonly runner: string;
    readonly previous?: string;
  }): Promise<Result<RunnerFacts, RunnerRefusal>> {
    const first = await this.#next(["waiting", "ready"]);
    if (first === "waiting") {
      const lines = [...cutIntoLines(base64OfText(runnerProgram)), END_OF_PROGRAM];
      const ready = this.#next(["ready"]);
      this.#write(lines.map((line) => `${line}\n`).join(""));
      if ((await ready) === undefined) return fail(SILENT);
    } else if (first === undefined) return fail(SILENT);
    const hello = this.request({ op: "hello", ...identity }).answer;
    const answer = await Promise.race([hello, after(START_MS)]);
    if (answer === undefined) return fail(SILENT);
    if (!answer.ok) return answer;
    const facts = parseFacts(answer.value);
    return facts
      ? succeed(facts)
      : fail({ code: "", message: "The engine's node gave an answer that is not known." });
  }

  /** `undefined` when the process ended or kept silent. */
  #next(types: readonly RunnerFrame["type"][]): Promise<RunnerFrame["type"] | undefined> {
    const heard = new Promise<RunnerFrame["type"]>((resolve) => {
      this.#onFirst = (type) => types.includes(type) && resolve(type);
    });
    return Promise.race([heard, this.ended.then(() => undefined), after(START_MS)]);
  }

  #write(lines: string): void {
    this.#input.write(lines).catch(ignore);
  }

  async #readAll(): Promise<void> {
    const reader = this.#process.output.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.lastHeardAt = performance.now();
      for (const line of this.#lines.add(value)) {
        const frame = parseFrame(line);
        if (frame) this.#receive(frame);
      }
    }
  }

  #receive(frame: RunnerFrame): void {
    switch (frame.type) {
      case "waiting":
      case "ready":
        this.#onFirst(frame.type);
        return;
      case "answer":
        this.#settle(frame.id, succeed(frame.value));
        return;
      case "failure":
        this.#settle(frame.id, fail({ code: frame.code, message: frame.message }));
        this.#listeners.delete(frame.id);
        return;
      case "part":
        this.#listeners.get(frame.id)?.onPart?.(frame);
        return;
      case "output":
        this.#listeners.get(frame.id)?.onOutput?.(frame.stream, frame.text);
        this.#countTaken(frame.text.length);
        return;
      case "exit": {
        const listener = this.#listeners.get(frame.id);
        this.#listeners.delete(frame.id);
        listener?.onExit?.(frame);
        return;
      }
      case "trouble":
        this.#onTrouble(frame.message);
    }
  }

  #settle(id: number, answer: RunnerAnswer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #countTaken(characters: number): void {
    this.#taken += characters;
    if (this.#taken < TAKEN_STEP) return;
    this.#write(requestLines(this.#nextId++, { op: "taken", characters: this.#taken }, base64OfText));
    this.#taken = 0;
  }

  #end(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#input.close().catch(ignore);
    for (const settle of this.#waiting.values()) settle(fail(GONE));
    this.#waiting.clear();
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const listener of listeners) listener.onExit?.(undefined);
  }
}

const RUNNER_FILE = `${ENGINE_FOLDER}/runner.mjs`;

async function writeRunner(client: EngineClient): Promise<void> {
  const text = new TextEncoder();
  await client.fs.mkdir(ENGINE_FOLDER, { recursive: true });
  await client.fs.writeFile(`${ENGINE_FOLDER}/.gitignore`, text.encode("*\n"));
  await client.fs.writeFile(RUNNER_FILE, text.encode(runnerProgram));
}

async function startProcess(
  start: () => Promise<EngineProcess>,
): Promise<Result<EngineProcess, RunnerRefusal>> {
  try {
    const process = await Promise.race([start(), after(START_MS)]);
    return process ? succeed(process) : fail({ code: "SILENT", message: "The engine did not start node." });
  } catch (error) {
    return fail({ code: "NONODE", message: error instanceof Error ? error.message : String(error) });
  }
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}

function ignore(): void {}
