import * as Comlink from "comlink";
import type { Bulk, EngineNotices } from "../wire/engine-link.ts";
import { previewScriptSchema } from "../wire/server-messages.ts";
import { EngineConnection } from "./engine-connection.ts";
import { EngineProcess, type OutputListener } from "./engine-process.ts";

type Listener = (...args: unknown[]) => Promise<void>;
type WatchListener = (event: string, name: string) => Promise<void>;

export interface InstanceOptions {
  readonly workspace: string;
  readonly secret: string;
  readonly previewErrors: boolean | "exceptions-only";
}

interface RunOptions {
  readonly command?: unknown;
  readonly args?: unknown;
  readonly cwd?: unknown;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly terminal?: { readonly cols?: unknown; readonly rows?: unknown };
}

/** Connects to the engine and answers what the client calls an instance. Rejects with a sentence when the engine does not start. */
export async function bootInstance(options: InstanceOptions): Promise<object> {
  const processes = new Map<number, EngineProcess>();
  const watches = new Map<number, WatchListener>();
  const listeners = new EventListeners();
  const notices: EngineNotices = {
    output: (id, bytes) => processes.get(id)?.take(bytes),
    exited: (id, code) => {
      void processes.get(id)?.finish(code);
      processes.delete(id);
    },
    changed: (id, changes) => {
      const listener = watches.get(id);
      for (const [event, name] of changes) void listener?.(event, name).catch(() => undefined);
    },
    port: (port, state) => listeners.portChanged(port, state),
    serverReady: (port) => listeners.serverReady(port),
  };
  const connection = new EngineConnection(options.workspace, options.secret, notices);
  connection.previewMessages.subscribe((message) => listeners.emit("preview-message", message));
  connection.lost.subscribe((why) => {
    listeners.emit("error", { message: why });
    for (const lost of processes.values()) void lost.lose();
    processes.clear();
  });
  const { previewHost } = await connection.hello;
  listeners.previewHost = previewHost;
  connection.wantPreviewErrors(options.previewErrors);
  const runtimeInfo = await connection.agent.remote.runtimeInfo();

  return Comlink.proxy({
    fs: () => Comlink.proxy(fileSystem(connection, watches)),
    previewScript: () => undefined,
    runtimeInfo: () => runtimeInfo,
    run: (run: RunOptions, _stdout: unknown, _stderr: unknown, output: OutputListener | undefined) =>
      runProcess(connection, processes, run, output),
    loadFiles: (content: Uint8Array, mount?: { mountPoints?: unknown }) =>
      connection.agent.remote.loadFiles(content, textOr(mount?.mountPoints, "")),
    serialize: async (path: string, wanted: Record<string, unknown>) => {
      const format = wanted["format"] === "binary" || wanted["format"] === "zip" ? wanted["format"] : "json";
      const answer = await connection.agent.remote.serialize(textOr(path, "."), {
        format,
        includes: textsOf(wanted["includes"]),
        excludes: textsOf(wanted["excludes"]),
      });
      return moved(await bytesOf(connection, answer));
    },
    on: (event: string, listener: Listener) => Comlink.proxy(listeners.add(event, listener)),
    setPreviewScript: (source: unknown, wanted: unknown) => {
      const script = previewScriptSchema.parse({ ...(wanted as object | undefined), source });
      return connection.setPreviewScript(script);
    },
    setCredentials: () => undefined,
    teardown: async () => {
      await connection.tearDown();
      await Promise.all(Array.from(processes.values(), (left) => left.lose()));
    },
  });
}

function fileSystem(connection: EngineConnection, watches: Map<number, WatchListener>): object {
  const { remote } = connection.agent;
  return {
    readFile: async (path: string, encoding: string | null | undefined) => {
      const answer = await remote.readFile(path, encoding ?? null);
      if (typeof answer === "string") return answer;
      const bytes = await bytesOf(connection, answer);
      const isText = encoding !== undefined && encoding !== null && encoding !== "buffer";
      return isText ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : moved(bytes);
    },
    writeFile: (path: string, content: string | Uint8Array, options: unknown) =>
      remote.writeFile(path, content, encodingOf(options)),
    readdir: async (path: string, options: unknown) => {
      const entries = await remote.readdir(path, encodingOf(options));
      const withTypes = isRecord(options) && options["withFileTypes"] === true;
      return entries.map(({ name, type }) => (withTypes ? { name, "Symbol(type)": type } : name));
    },
    mkdir: async (path: string, options: unknown) =>
      (await remote.mkdir(path, isRecord(options) && options["recursive"] === true)) ?? undefined,
    rm: (path: string, options: unknown) =>
      remote.rm(path, {
        force: isRecord(options) && options["force"] === true,
        recursive: isRecord(options) && options["recursive"] === true,
      }),
    rename: (from: string, to: string) => remote.rename(from, to),
    watch: async (path: string, options: unknown, listener: WatchListener | undefined) => {
      const id = await remote.watch(path, isRecord(options) && options["recursive"] === true);
      if (listener !== undefined) watches.set(id, listener);
      return Comlink.proxy({
        close: () => {
          watches.delete(id);
          return remote.unwatch(id).catch(() => undefined);
        },
      });
    },
  };
}

async function runProcess(
  connection: EngineConnection,
  processes: Map<number, EngineProcess>,
  run: RunOptions,
  output: OutputListener | undefined,
): Promise<object> {
  const id = await connection.agent.remote.run({
    command: textOr(run.command, ""),
    args: textsOf(run.args),
    cwd: typeof run.cwd === "string" ? run.cwd : null,
    env: Object.fromEntries(
      Object.entries(run.env ?? {})
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => [name, String(value)]),
    ),
    columns: Number(run.terminal?.cols ?? 80),
    rows: Number(run.terminal?.rows ?? 24),
    wantsOutput: output !== undefined && output !== null,
  });
  const started = new EngineProcess(connection, id, output ?? undefined);
  processes.set(id, started);
  return started.remote();
}

/** The client's listeners, and what they must hear at once about ports that are open already. */
class EventListeners {
  previewHost = "";
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #ports = new Map<number, { ready: boolean }>();

  add(event: string, listener: Listener): () => void {
    const set = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, set.add(listener));
    for (const [port, { ready }] of this.#ports) {
      if (event === "port") call(listener, port, "open", this.#urlOf(port));
      if (event === "server-ready" && ready) call(listener, port, this.#urlOf(port));
    }
    return () => void set.delete(listener);
  }

  emit(event: string, ...args: unknown[]): void {
    for (const listener of Array.from(this.#listeners.get(event) ?? [])) call(listener, ...args);
  }

  portChanged(port: number, state: "open" | "close"): void {
    if (state === "open") this.#ports.set(port, { ready: false });
    else this.#ports.delete(port);
    this.emit("port", port, state, this.#urlOf(port));
  }

  serverReady(port: number): void {
    this.#ports.set(port, { ready: true });
    this.emit("server-ready", port, this.#urlOf(port));
  }

  #urlOf(port: number): string {
    return `http://${port}--${this.previewHost}`;
  }
}

function call(listener: Listener, ...args: unknown[]): void {
  void listener(...args).catch(() => undefined);
}

async function bytesOf(connection: EngineConnection, answer: unknown): Promise<Uint8Array<ArrayBuffer>> {
  if (answer instanceof Uint8Array) return answer.slice();
  return connection.fetchBulk(answer as Bulk);
}

function moved(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  return Comlink.transfer(bytes, [bytes.buffer]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function encodingOf(options: unknown): string | null {
  if (typeof options === "string") return options;
  return isRecord(options) && typeof options["encoding"] === "string" ? options["encoding"] : null;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
