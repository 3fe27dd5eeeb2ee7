import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { WebSocket } from "ws";
import { disposable } from "../../../base/disposable.ts";
import { type Link, link } from "../../../base/link.ts";
import { HOST_KEY_HEADER } from "../../../contracts/host-info.ts";
import { type LocalEngine, type LocalEngineOptions, startLocalEngine } from "../server/local-engine.ts";
import { decodeMessage, encodeMessage, type EngineCalls, type EngineNotices } from "../wire/engine-link.ts";
import { CLIENT_VERSION, CONNECT_PATH, type SessionGrant, SOCKET_PROTOCOL } from "../wire/server-messages.ts";

const repositoryRoot = join(import.meta.dirname, "../../../..");
let agentBuild: Promise<string> | undefined;

/** The agent as a program, because Node runs no TypeScript. Built once for each test file. */
function builtAgent(): Promise<string> {
  agentBuild ??= (async () => {
    const file = join(repositoryRoot, "dist/.test", `${process.pid}`, "agent.mjs");
    const build = await rolldown({
      input: join(import.meta.dirname, "../agent/main.ts"),
      platform: "node",
      external: [/^node:/, /^@lydell\/node-pty/, /^@parcel\/watcher/],
    });
    await build.write({ file, format: "es", codeSplitting: false });
    return file;
  })();
  return agentBuild;
}

export interface EngineUnderTest {
  readonly engine: LocalEngine;
  readonly ideHost: string;
  readonly engineHost: string;
  readonly hostKey: string;
  readonly data: string;
  readonly ide: string;
  grant(): Promise<SessionGrant>;
  boot(workspace: string): Promise<Page>;
  stop(): Promise<void>;
}

/** What a booted engine page can do, and what it was told. */
export interface Page {
  readonly calls: Link<EngineCalls>["remote"];
  readonly hello: { readonly session: string; readonly previewHost: string };
  readonly ports: { readonly port: number; readonly state: string }[];
  readonly changes: (readonly [string, string])[];
  /** Runs a program to its end. */
  readonly run: (command: string, ...args: string[]) => Promise<{ code: number; text: string }>;
  readonly start: (command: string, ...args: string[]) => Promise<RunningProgram>;
  close(): void;
}

export interface RunningProgram {
  readonly id: number;
  readonly text: string;
  readonly exit: Promise<number>;
}

/** A real server on free ports, with its own folders. */
export async function engineUnderTest(options: Partial<LocalEngineOptions> = {}): Promise<EngineUnderTest> {
  const root = mkdtempSync(join(tmpdir(), "tabwright-engine-"));
  const ide = join(root, "ide");
  mkdirSync(join(ide, "assets"), { recursive: true });
  writeFileSync(join(ide, "index.html"), "<!doctype html><script>1</script>");
  const data = options.dataFolder ?? join(root, "data");
  const engine = await startLocalEngine({
    ide,
    port: 0,
    engine: "local",
    launch: "none",
    folders: [],
    environment: process.env,
    agent: { file: await builtAgent(), packages: join(repositoryRoot, "node_modules") },
    pageScript: join(ide, "index.html"),
    reporterScript: "reporter()",
    ...options,
    dataFolder: data,
  });
  const engineHost = new URL(engine.engineOrigin).host;
  const hostKey = new URL(engine.ideUrl).searchParams.get("key") ?? "";
  const ideHost = new URL(engine.ideUrl).host;
  const under: EngineUnderTest = {
    engine,
    ideHost,
    engineHost,
    hostKey,
    data,
    ide,
    async grant() {
      const info = await ask(ideHost, "/tabwright/host.json", sameOrigin({ [HOST_KEY_HEADER]: hostKey }));
      const { engine: offered } = JSON.parse(info.body) as { engine: { sessionKey: string } };
      const answer = await ask(
        engineHost,
        "/session",
        sameOrigin({ origin: engine.engineOrigin }),
        offered.sessionKey,
      );
      return JSON.parse(answer.body) as SessionGrant;
    },
    boot: async (workspace) => bootPage(engineHost, workspace, (await under.grant()).secret),
    async stop() {
      await engine.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
  return under;
}

export function sameOrigin(headers: Record<string, string> = {}): Record<string, string> {
  return { "sec-fetch-site": "same-origin", ...headers };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with exactly these headers. A body makes it a POST. */
export function ask(
  host: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  const [hostname, port] = host.split(":");
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, path, method: body === undefined ? "GET" : "POST", headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Opens a socket; answers the status of a refusal, or the open socket. */
export function connectSocket(
  host: string,
  query: string,
  options: { origin?: string; secret?: string; headers?: Record<string, string> },
): Promise<WebSocket | number> {
  const protocols = [SOCKET_PROTOCOL, ...(options.secret === undefined ? [] : [options.secret])];
  const { origin, headers = {} } = options;
  const socket = new WebSocket(`ws://${host}${CONNECT_PATH}?${query}`, protocols, {
    headers,
    ...(origin === undefined ? {} : { origin }),
  });
  return new Promise((resolve) => {
    socket.on("open", () => resolve(socket));
    socket.on("error", () => undefined);
    socket.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
}

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: Error): void;
}

/** Node 20 has no `Promise.withResolvers`. */
function deferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, "promise"> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return {
    promise,
    resolve: (value) => settle?.resolve(value),
    reject: (error) => settle?.reject(error),
  };
}

/** What programs printed and how they ended. */
class Programs {
  readonly #outputs = new Map<number, string>();
  readonly #exits = new Map<number, Deferred<number>>();

  print(id: number, bytes: Uint8Array): void {
    this.#outputs.set(id, (this.#outputs.get(id) ?? "") + new TextDecoder().decode(bytes));
  }

  exitOf(id: number): Deferred<number> {
    const known = this.#exits.get(id) ?? deferred<number>();
    this.#exits.set(id, known);
    return known;
  }

  program(id: number): RunningProgram {
    const outputs = this.#outputs;
    return {
      id,
      get text() {
        return outputs.get(id) ?? "";
      },
      exit: this.exitOf(id).promise,
    };
  }
}

async function bootPage(host: string, workspace: string, secret: string): Promise<Page> {
  const query = new URLSearchParams({ workspace, version: CLIENT_VERSION }).toString();
  const socket = new WebSocket(`ws://${host}${CONNECT_PATH}?${query}`, [SOCKET_PROTOCOL, secret], {
    origin: `http://${host}`,
  });
  const programs = new Programs();
  const ports: { port: number; state: string }[] = [];
  const changes: (readonly [string, string])[] = [];
  const notices: EngineNotices = {
    output: (id, bytes) => programs.print(id, bytes),
    exited: (id, code) => programs.exitOf(id).resolve(code),
    changed: (_watch, batch) => void changes.push(...batch),
    port: (port, state) => void ports.push({ port, state }),
    serverReady: (port) => void ports.push({ port, state: "ready" }),
  };
  const hello = deferred<Page["hello"]>();
  let receive: (message: unknown) => void = () => undefined;
  const agent = link<EngineCalls>(
    {
      post: (message) => socket.send(encodeMessage(message)),
      listen: (given) => ((receive = given), disposable(() => undefined)),
    },
    notices,
  );
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) receive(decodeMessage(data));
    else hello.resolve(JSON.parse(data.toString()) as Page["hello"]);
  });
  socket.on("close", (_code, reason) => {
    hello.reject(new Error(reason.toString()));
    agent.dispose();
  });
  socket.on("error", (error) => hello.reject(error));
  const start = async (command: string, args: string[]): Promise<RunningProgram> => {
    const request = { command, args, cwd: null, env: {}, columns: 80, rows: 24, wantsOutput: true };
    return programs.program(await agent.remote.run(request));
  };
  return {
    calls: agent.remote,
    hello: await hello.promise,
    ports,
    changes,
    start: (command, ...args) => start(command, args),
    async run(command, ...args) {
      const program = await start(command, args);
      const code = await program.exit;
      return { code, text: program.text };
    },
    close: () => socket.close(),
  };
}

/** Waits until something holds, at most five seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 5000;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("It did not come true within five seconds.");
}
