import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Names the command that a process belongs to, in its environment, so that one that left its group is still found. */
export const MARKER_VARIABLE = "TABWRIGHT_COMMAND";

const TERM_GRACE_MS = 500;
const KILL_GRACE_MS = 3_000;
const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 100;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly name: string;
}

/** Which processes are meant: those of a leader's group, session and descent, and those that carry the marker. */
interface Target {
  readonly leader?: number;
  /** The marker of one command, or with a dot at its end of all commands of a runner. */
  readonly marker: string;
}

/** Asks the whole tree to end, then ends it by force. Resolves with the names of what lives on. */
export async function stopTree(leader: number, marker: string): Promise<string[]> {
  return stop({ leader, marker });
}

/** Ends what a command left in the background when its shell has ended. */
export async function stopLeftBehind(marker: string): Promise<string[]> {
  return stop({ marker });
}

/** Ends all that any command of a runner left behind. */
export async function stopMarked(runner: string): Promise<string[]> {
  return stop({ marker: `${runner}.` });
}

/** Sends one kill to everything of a runner, without waiting. For the moment before this process ends. */
export function killMarkedAtOnce(runner: string): void {
  for (const { pid } of ownersOf({ marker: `${runner}.` }, processesOfLinux() ?? [])) send(pid, "SIGKILL");
}

async function stop(target: Target): Promise<string[]> {
  await signalUntilGone(target, "SIGTERM", TERM_GRACE_MS);
  return signalUntilGone(target, "SIGKILL", KILL_GRACE_MS);
}

/** A kill is repeated, since a tree may still grow; the polite signal is sent once to each process. */
async function signalUntilGone(
  target: Target,
  signal: "SIGTERM" | "SIGKILL",
  graceMs: number,
): Promise<string[]> {
  const asked = new Set<number>();
  const deadline = performance.now() + graceMs;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
    const alive = await living(target);
    if (alive.length === 0) return [];
    for (const { pid } of alive) {
      if (signal === "SIGKILL" || !asked.has(pid)) send(pid, signal);
      asked.add(pid);
    }
    if (performance.now() > deadline) return alive.map(({ name }) => name);
    await sleep(pause);
  }
}

async function living(target: Target): Promise<Process[]> {
  const all = processesOfLinux() ?? (await processesByPs());
  if (all !== undefined) return ownersOf(target, all);
  const { leader } = target;
  if (leader === undefined || !groupLives(leader)) return [];
  return [{ pid: -leader, parent: 0, group: leader, session: leader, name: `process group ${leader}` }];
}

function ownersOf({ leader, marker }: Target, all: readonly Process[]): Process[] {
  const found = new Map<number, Process>();
  const add = (process: Process): void => {
    if (found.has(process.pid) || process.pid === globalThis.process.pid) return;
    found.set(process.pid, process);
    for (const child of all) if (child.parent === process.pid) add(child);
  };
  for (const process of all) {
    const inGroup =
      leader !== undefined &&
      (process.pid === leader || process.group === leader || process.session === leader);
    if (inGroup || carries(process.pid, marker)) add(process);
  }
  return [...found.values()];
}

function carries(pid: number, marker: string): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
    const wanted = `${MARKER_VARIABLE}=${marker}${marker.endsWith(".") ? "" : "\0"}`;
    return environment.startsWith(wanted) || environment.includes(`\0${wanted}`);
  } catch {
    return false;
  }
}

/** `undefined` where there is no Linux process table. */
function processesOfLinux(): Process[] | undefined {
  if (process.platform !== "linux") return undefined;
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return undefined;
  }
  const pids = names.filter((name) => /^\d+$/.test(name));
  return pids.length === 0 ? undefined : pids.flatMap((pid) => processOfLinux(Number(pid)) ?? []);
}

function processOfLinux(pid: number): Process | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "latin1");
    const nameEnd = line.lastIndexOf(")");
    const [state, parent, group, session] = line.slice(nameEnd + 2).split(" ");
    if (state === "Z" || state === "X") return undefined;
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      name: line.slice(line.indexOf("(") + 1, nameEnd),
    };
  } catch {
    return undefined;
  }
}

function processesByPs(): Promise<Process[] | undefined> {
  return new Promise((resolve) => {
    execFile("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat=,comm="], (error, table) => {
      if (error) return resolve(undefined);
      const rows = table.split("\n").flatMap((row) => {
        const [, pid, parent, group, state = "", name = ""] =
          /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? [];
        if (pid === undefined || state.startsWith("Z")) return [];
        return [
          { pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(group), name },
        ];
      });
      return resolve(rows.length > 0 ? rows : undefined);
    });
  });
}

function groupLives(leader: number): boolean {
  return send(-leader, 0);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
