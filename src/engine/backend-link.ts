import { type Disposable, disposable } from "../base/disposable.ts";
import { link, LinkClosedError, transferring, wireOf, type Link } from "../base/link.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import type {
  CommandOptions,
  CommandOutput,
  CommandProblem,
  CommandResult,
  ExecutionBackend,
  FileChange,
  FileProblem,
  RunningCommand,
} from "../contracts/execution-backend.ts";
import { CommandRecord } from "./command-record.ts";
import { fileProblem } from "./file-problem.ts";
import { OutputBundle } from "./output-bundle.ts";

/** Smaller bytes are cheaper to copy than to hand over. */
const TRANSFER_FROM_BYTES = 64 * 1_024;

type Bytes = Uint8Array<ArrayBuffer>;
type SentOptions = Omit<CommandOptions, "signal" | "onOutput" | "discardOutput">;
type FileAnswer<Value> = Promise<Result<Value, FileProblem>>;

interface Greeting extends Pick<ExecutionBackend, "projectRoot" | "hostFs" | "capabilities"> {
  readonly has: Readonly<Record<"stat" | "realPath" | "readFiles" | "watch", boolean>>;
}

/** Asked by the end that connects. Commands and watches have numbers that it chooses. */
interface BackendRequests {
  greet(): Greeting;
  readFile: ExecutionBackend["readFile"];
  readFiles: NonNullable<ExecutionBackend["readFiles"]>;
  writeFile: ExecutionBackend["writeFile"];
  readDirectory: ExecutionBackend["readDirectory"];
  makeDirectory: ExecutionBackend["makeDirectory"];
  rename: ExecutionBackend["rename"];
  remove: ExecutionBackend["remove"];
  stat: NonNullable<ExecutionBackend["stat"]>;
  realPath: NonNullable<ExecutionBackend["realPath"]>;
  run(id: number, command: string, options: SentOptions): Promise<Result<CommandResult, CommandProblem>>;
  start(id: number, command: string, options: SentOptions): Promise<Result<undefined, CommandProblem>>;
  abort(id: number): void;
  write(id: number, text: string): void;
  stop(id: number): Promise<readonly string[]>;
  watch(id: number): void;
  unwatch(id: number): void;
}

/** Told by the end that serves. */
interface BackendNotices {
  output(id: number, chunks: readonly CommandOutput[]): void;
  ended(id: number, result: CommandResult): void;
  changed(id: number, changes: readonly FileChange[]): void;
  closed(): void;
}

/** Lets another thread use a backend. Disposing it stops what that thread started, and answers it with `engine-lost` from then on. */
export function serveBackend(backend: ExecutionBackend, end: MessagePort): Disposable {
  const served = new ServedBackend(backend);
  const toOther = link<BackendNotices>(wireOf(end), served.requests);
  served.listener = toOther;
  return disposable(() => {
    served.dispose();
    toOther.tell("closed");
    toOther.dispose();
    end.close();
  });
}

class ServedBackend implements Disposable {
  listener: Pick<Link<BackendNotices>, "tell"> | undefined;
  readonly requests: BackendRequests;
  readonly #backend: ExecutionBackend;
  readonly #aborts = new Map<number, AbortController>();
  readonly #running = new Map<number, RunningCommand>();
  readonly #watches = new Map<number, Disposable>();

  constructor(backend: ExecutionBackend) {
    this.#backend = backend;
    this.requests = {
      ...this.#files(),
      ...this.#commands(),
      ...this.#watching(),
      greet: () => greetingOf(backend),
    };
  }

  dispose(): void {
    for (const abort of this.#aborts.values()) abort.abort();
    for (const running of this.#running.values()) void running.stop();
    for (const watch of this.#watches.values()) watch.dispose();
  }

  #files(): Pick<
    BackendRequests,
    | "readFile"
    | "readFiles"
    | "writeFile"
    | "readDirectory"
    | "makeDirectory"
    | "rename"
    | "remove"
    | "stat"
    | "realPath"
  > {
    const backend = this.#backend;
    return {
      readFile: async (path) => handedOver(await backend.readFile(path)),
      readFiles: async (paths) => (await (backend.readFiles?.(paths) ?? [])).map(handedOver),
      writeFile: (path, bytes) => backend.writeFile(path, bytes),
      readDirectory: (path) => backend.readDirectory(path),
      makeDirectory: (path) => backend.makeDirectory(path),
      rename: (from, to) => backend.rename(from, to),
      remove: (path, options) => backend.remove(path, options),
      stat: async (path) => backend.stat?.(path) ?? fail(notOffered(path)),
      realPath: async (path) => backend.realPath?.(path) ?? fail(notOffered(path)),
    };
  }

  #commands(): Pick<BackendRequests, "run" | "start" | "abort" | "write" | "stop"> {
    return {
      run: async (id, command, options) => {
        const { given, bundle } = this.#optionsOf(id, options);
        const outcome = await this.#backend.run(command, given);
        bundle.flush();
        this.#aborts.delete(id);
        return outcome;
      },
      start: async (id, command, options) => {
        const { given, bundle } = this.#optionsOf(id, options);
        const started = await this.#backend.start(command, given);
        if (!started.ok) return started;
        this.#running.set(id, started.value);
        void started.value.result.then((result) => {
          bundle.flush();
          this.#aborts.delete(id);
          this.listener?.tell("ended", id, result);
        });
        return succeed();
      },
      abort: (id) => this.#aborts.get(id)?.abort(),
      write: (id, text) => this.#running.get(id)?.write(text),
      stop: async (id) => (await this.#running.get(id)?.stop()) ?? [],
    };
  }

  #watching(): Pick<BackendRequests, "watch" | "unwatch"> {
    return {
      watch: (id) => {
        const watch = this.#backend.watch?.((changes) => this.listener?.tell("changed", id, changes));
        if (watch) this.#watches.set(id, watch);
      },
      unwatch: (id) => {
        this.#watches.get(id)?.dispose();
        this.#watches.delete(id);
      },
    };
  }

  /** Output is kept where it is used, so the backend need not keep it too. */
  #optionsOf(
    id: number,
    options: SentOptions,
  ): { readonly given: CommandOptions; readonly bundle: OutputBundle } {
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    const bundle = new OutputBundle((chunks) => this.listener?.tell("output", id, chunks));
    return {
      bundle,
      given: {
        ...options,
        signal: abort.signal,
        discardOutput: true,
        onOutput: (chunk) => bundle.add(chunk),
      },
    };
  }
}

function greetingOf(backend: ExecutionBackend): Greeting {
  const { projectRoot, hostFs, capabilities } = backend;
  return {
    projectRoot,
    hostFs,
    capabilities,
    has: {
      stat: backend.stat !== undefined,
      realPath: backend.realPath !== undefined,
      readFiles: backend.readFiles !== undefined,
      watch: backend.watch !== undefined,
    },
  };
}

function handedOver(answer: Result<Bytes, FileProblem>): Result<Bytes, FileProblem> {
  if (!answer.ok || answer.value.byteLength < TRANSFER_FROM_BYTES) return answer;
  return succeed(transferring(answer.value));
}

function notOffered(path: string): FileProblem {
  return { kind: "failed", path, message: "The engine cannot tell this about files." };
}

/**
 * The backend that is served at the other end of the channel. Where that end is gone, answers are `engine-lost`.
 * Disposing it closes the channel; commands that it started are then stopped by the serving end's owner.
 */
export async function connectBackend(end: MessagePort): Promise<ExecutionBackend & Disposable> {
  const connected = new ConnectedBackend(end);
  const { has, ...greeting } = await connected.greet();
  return {
    ...greeting,
    ...connected.files(),
    ...(has.stat && { stat: (path) => connected.stat(path) }),
    ...(has.realPath && { realPath: (path) => connected.realPath(path) }),
    ...(has.readFiles && { readFiles: (paths) => connected.readFiles(paths) }),
    ...(has.watch && { watch: (listener) => connected.watch(listener) }),
    run: (command, options) => connected.run(command, options),
    start: (command, options) => connected.start(command, options),
    dispose: () => connected.dispose(),
  };
}

class ConnectedBackend implements Disposable {
  readonly #end: MessagePort;
  readonly #link: Link<BackendRequests>;
  readonly #records = new Map<number, CommandRecord>();
  readonly #onEnd = new Map<number, (result: CommandResult | undefined) => void>();
  readonly #onChange = new Map<number, (changes: readonly FileChange[]) => void>();
  #nextId = 1;

  constructor(end: MessagePort) {
    this.#end = end;
    const notices: BackendNotices = {
      output: (id, chunks) => {
        for (const { stream, text } of chunks) this.#records.get(id)?.add(stream, text);
      },
      ended: (id, result) => this.#onEnd.get(id)?.(result),
      changed: (id, changes) => this.#onChange.get(id)?.(changes),
      closed: () => this.dispose(),
    };
    this.#link = link<BackendRequests>(wireOf(end), notices);
  }

  greet(): Promise<Greeting> {
    return this.#link.remote.greet();
  }

  files(): Pick<
    ExecutionBackend,
    "readFile" | "writeFile" | "readDirectory" | "makeDirectory" | "rename" | "remove"
  > {
    const { remote } = this.#link;
    return {
      readFile: (path) => unlessClosed(path, remote.readFile(path)),
      writeFile: (path, bytes) => unlessClosed(path, remote.writeFile(path, bytes)),
      readDirectory: (path) => unlessClosed(path, remote.readDirectory(path)),
      makeDirectory: (path) => unlessClosed(path, remote.makeDirectory(path)),
      rename: (from, to) => unlessClosed(from, remote.rename(from, to)),
      remove: (path, options) => unlessClosed(path, remote.remove(path, options)),
    };
  }

  stat(path: string): ReturnType<BackendRequests["stat"]> {
    return unlessClosed(path, this.#link.remote.stat(path));
  }

  realPath(path: string): ReturnType<BackendRequests["realPath"]> {
    return unlessClosed(path, this.#link.remote.realPath(path));
  }

  async readFiles(paths: readonly string[]): ReturnType<BackendRequests["readFiles"]> {
    try {
      return await this.#link.remote.readFiles(paths);
    } catch (error) {
      if (error instanceof LinkClosedError)
        return paths.map((path) => fail(fileProblem("engine-lost", path)));
      throw error;
    }
  }

  async run(command: string, options: CommandOptions = {}): Promise<Result<CommandResult, CommandProblem>> {
    const id = this.#nextId++;
    const record = this.#begin(id, options);
    const stopListening = this.#passAbort(id, options.signal);
    const outcome = await this.#asked(this.#link.remote.run(id, command, sentOptions(options)));
    stopListening();
    this.#records.delete(id);
    return outcome.ok ? succeed(withOutput(outcome.value, record, options)) : outcome;
  }

  async start(
    command: string,
    options: CommandOptions = {},
  ): Promise<Result<RunningCommand, CommandProblem>> {
    const id = this.#nextId++;
    const record = this.#begin(id, options);
    const stopListening = this.#passAbort(id, options.signal);
    const result = new Promise<CommandResult | undefined>((resolve) => this.#onEnd.set(id, resolve)).then(
      (end) => {
        stopListening();
        this.#records.delete(id);
        this.#onEnd.delete(id);
        return end ? withOutput(end, record, options) : lostResult(record);
      },
    );
    const started = await this.#asked(this.#link.remote.start(id, command, sentOptions(options)));
    if (!started.ok) {
      this.#onEnd.get(id)?.(undefined);
      return started;
    }
    return succeed({
      id: `command-${id}`,
      result,
      write: (text) => this.#link.tell("write", id, text),
      stop: () => this.#link.remote.stop(id).catch(noneWhenClosed),
    });
  }

  watch(listener: (changes: readonly FileChange[]) => void): Disposable {
    const id = this.#nextId++;
    this.#onChange.set(id, listener);
    this.#link.tell("watch", id);
    return disposable(() => {
      this.#onChange.delete(id);
      this.#link.tell("unwatch", id);
    });
  }

  dispose(): void {
    this.#link.dispose();
    this.#end.close();
    for (const end of this.#onEnd.values()) end(undefined);
  }

  #begin(id: number, options: CommandOptions): CommandRecord {
    const record = new CommandRecord(options);
    this.#records.set(id, record);
    return record;
  }

  #passAbort(id: number, signal: AbortSignal | undefined): () => void {
    const abort = (): void => this.#link.tell("abort", id);
    // The request itself must be on its way first.
    if (signal?.aborted) queueMicrotask(abort);
    signal?.addEventListener("abort", abort, { once: true });
    return () => signal?.removeEventListener("abort", abort);
  }

  async #asked<Value>(
    answer: Promise<Result<Value, CommandProblem>>,
  ): Promise<Result<Value, CommandProblem>> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof LinkClosedError) return fail(LOST);
      throw error;
    }
  }
}

const LOST: CommandProblem = { kind: "engine-lost", message: "The engine was lost while the command ran." };

function sentOptions(options: CommandOptions): SentOptions {
  const { signal: _signal, onOutput: _onOutput, discardOutput: _discardOutput, ...sent } = options;
  return sent;
}

/** A backend that gives no output piece by piece has it in its result. */
function withOutput(result: CommandResult, record: CommandRecord, options: CommandOptions): CommandResult {
  if (result.stdout === "" && result.stderr === "") return record.result(result);
  return options.discardOutput ? { ...result, stdout: "", stderr: "" } : result;
}

function lostResult(record: CommandRecord): CommandResult {
  record.add("stderr", `\n${LOST.message}\n`);
  return record.result({ exitCode: 137, killedBy: "SIGKILL", merged: false, durationMs: 0 });
}

async function unlessClosed<Value>(path: string, answer: FileAnswer<Value>): FileAnswer<Value> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LinkClosedError) return fail(fileProblem("engine-lost", path));
    throw error;
  }
}

function noneWhenClosed(error: unknown): readonly string[] {
  if (error instanceof LinkClosedError) return [];
  throw error;
}
