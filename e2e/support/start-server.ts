import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface StartedServer {
  /** The address to open; it carries the key to this server. */
  readonly ideUrl: string;
  readonly engineOrigin: string;
  /** Ends the server and everything it started; the data folder goes too when it was made here. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** 0, which is any free port, unless a test restarts a server where it was. */
  readonly port?: number;
  /** Folders that the person opens from their own disk. */
  readonly folders?: readonly string[];
  readonly launch?: "none" | "bwrap";
  readonly engine?: "webcontainer" | "local";
  /** Where projects and keys are kept. Without it a new folder that is removed at the end. */
  readonly data?: string;
  /** The folder of the built IDE. */
  readonly ide?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 20_000;

/** Starts the built server and waits until it answers. Rejects with what it printed when it does not start. */
export async function startLocalEngine(options: ServerOptions = {}): Promise<StartedServer> {
  const made = options.data === undefined ? await mkdtemp(join(tmpdir(), "tabwright-e2e-")) : undefined;
  const child = spawn(process.execPath, serverArguments(options, options.data ?? made ?? ""), {
    cwd: repositoryRoot,
    env: { ...process.env, ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const addresses = await readReadyLine(child);
  return {
    ...addresses,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      if (made !== undefined) await rm(made, { recursive: true, force: true });
    },
  };
}

function serverArguments(options: ServerOptions, data: string): string[] {
  const { ide = "dist/ide", port = 0, engine = "local", launch, folders = [] } = options;
  const named = { ide, port, engine, data, ...(launch === undefined ? {} : { launch }) };
  const flags = Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return ["dist/local-engine/server.mjs", "--no-open", "--ready-json", ...flags, ...folders];
}

async function readReadyLine(child: ChildProcess): Promise<{ ideUrl: string; engineOrigin: string }> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("The server was started without pipes.");
  let complaint = "";
  stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const line = once(createInterface(stdout), "line", { signal: AbortSignal.timeout(START_MS) });
  const ended = once(child, "exit").then(() => {
    throw new Error(`The server ended at once. ${complaint}`);
  });
  ended.catch(() => undefined);
  const [text] = (await Promise.race([line, ended])) as [string];
  return JSON.parse(text) as { ideUrl: string; engineOrigin: string };
}
