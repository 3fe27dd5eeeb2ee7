import { execFile } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { Emitter } from "../../../base/emitter.ts";
import { markedProcesses } from "../processes/process-tree.ts";

const POLL_MS = 250;
const LISTENING = "0A";
const PROBE_MS = 250;
const MOST_PROBES = 40;

export type PortChange =
  | { readonly kind: "open" | "close"; readonly port: number }
  | { readonly kind: "ready"; readonly port: number };

/** Notices the ports on which programs of the project listen. Looks only while there are programs. */
export class PortWatch {
  readonly changes = new Emitter<PortChange>();
  readonly #mark: string;
  /** Listening sockets that were looked up, by their number in the kernel; `false` for those of others. */
  readonly #known = new Map<string, boolean>();
  readonly #open = new Map<number, { ready: boolean }>();
  #users = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(mark: string) {
    this.#mark = mark;
  }

  /** Open ports and whether something answered on them. */
  get open(): ReadonlyMap<number, { readonly ready: boolean }> {
    return this.#open;
  }

  /** Looks as long as somebody holds it. */
  hold(): void {
    this.#users += 1;
    if (this.#timer === undefined) this.#plan();
  }

  /** A last look comes later, because a program may have left a server behind. */
  release(): void {
    this.#users -= 1;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#users = 0;
    this.changes.dispose();
  }

  #plan(): void {
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        this.#timer = undefined;
        if (this.#users > 0 || this.#open.size > 0) this.#plan();
      });
    }, POLL_MS);
  }

  async #look(): Promise<void> {
    const ports = process.platform === "linux" ? await this.#fromProc() : await this.#fromLsof();
    for (const port of Array.from(this.#open.keys())) {
      if (ports.has(port)) continue;
      this.#open.delete(port);
      this.changes.emit({ kind: "close", port });
    }
    for (const port of ports) {
      if (this.#open.has(port)) continue;
      const entry = { ready: false };
      this.#open.set(port, entry);
      this.changes.emit({ kind: "open", port });
      void this.#probe(port, entry);
    }
  }

  async #fromProc(): Promise<Set<number>> {
    const sockets = listeningSockets();
    for (const known of Array.from(this.#known.keys())) if (!sockets.has(known)) this.#known.delete(known);
    const strangers = Array.from(sockets.keys()).filter((socket) => !this.#known.has(socket));
    if (strangers.length > 0) {
      const ours = socketsOf(await markedProcesses(this.#mark));
      for (const socket of strangers) this.#known.set(socket, ours.has(socket));
    }
    return new Set(Array.from(sockets).flatMap(([socket, port]) => (this.#known.get(socket) ? port : [])));
  }

  async #fromLsof(): Promise<Set<number>> {
    const pids = await markedProcesses(this.#mark);
    if (pids.length === 0) return new Set();
    try {
      const args = ["-nP", "-iTCP", "-sTCP:LISTEN", "-a", "-p", pids.join(","), "-Fn"];
      const { stdout } = await promisify(execFile)("lsof", args);
      return new Set(Array.from(stdout.matchAll(/:(\d+)$/gm), ([, port]) => Number(port)));
    } catch {
      return new Set();
    }
  }

  async #probe(port: number, entry: { ready: boolean }): Promise<void> {
    for (let probe = 0; probe < MOST_PROBES && this.#open.get(port) === entry; probe += 1) {
      const socket = await connectToPort(port);
      socket?.destroy();
      if (socket !== undefined) {
        if (this.#open.get(port) !== entry) return;
        entry.ready = true;
        this.changes.emit({ kind: "ready", port });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    }
  }
}

/** Connects to a port of this machine, whichever of the two loopback addresses the program chose. */
export async function connectToPort(port: number): Promise<Socket | undefined> {
  for (const host of ["127.0.0.1", "::1"]) {
    const socket = await new Promise<Socket | undefined>((resolve) => {
      const attempt = connect({ port, host });
      attempt.once("connect", () => resolve(attempt));
      attempt.once("error", () => resolve(undefined));
    });
    if (socket !== undefined) return socket;
  }
  return undefined;
}

/** Ports by the number of their socket. */
function listeningSockets(): Map<string, number> {
  const found = new Map<string, number>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    let text: string;
    try {
      text = readFileSync(table, "latin1");
    } catch {
      continue;
    }
    for (const line of text.split("\n").slice(1)) {
      const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state !== LISTENING || inode === undefined) continue;
      found.set(inode, Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16));
    }
  }
  return found;
}

function socketsOf(pids: readonly number[]): Set<string> {
  const found = new Set<string>();
  for (const pid of pids) {
    try {
      for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
        const socket = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1];
        if (socket !== undefined) found.add(socket);
      }
    } catch {
      // The process ended while it was looked at.
    }
  }
  return found;
}
