import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

/** The variable that marks every process of a project, so that those that left their parents are found too. */
export const PROCESS_MARKER = "TABWRIGHT_PROCESS";

const TERM_ROUNDS = 5;
const MOST_ROUNDS = 40;
const ROUND_MS = 100;

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  readonly marked: boolean;
}

/**
 * Ends all processes whose mark is `mark` or starts with it and a dot, with their descendants: SIGTERM for half a second, then SIGKILL until none is left.
 * `leader` adds the tree and the session of one process. Never throws.
 */
export async function endProcesses(mark: string, leader?: number): Promise<void> {
  const seen = new Set<number>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const pids = await treeOf(mark, leader, seen);
    if (pids.length === 0) return;
    for (const pid of pids) signal(pid, round < TERM_ROUNDS ? "SIGTERM" : "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, round === 0 ? 20 : ROUND_MS));
  }
}

/** Processes that carry the mark. */
export async function markedProcesses(mark: string): Promise<number[]> {
  const all = await processTable(mark);
  return all.filter((entry) => entry.marked).map((entry) => entry.pid);
}

async function treeOf(mark: string, leader: number | undefined, seen: Set<number>): Promise<number[]> {
  const all = await processTable(mark);
  const found = new Set<number>();
  for (const entry of all) {
    const ofLeader = leader !== undefined && (entry.pid === leader || entry.session === leader);
    if (entry.marked || ofLeader || seen.has(entry.pid)) found.add(entry.pid);
  }
  for (let grew = true; grew;) {
    grew = false;
    for (const entry of all) {
      if (found.has(entry.pid) || !found.has(entry.parent)) continue;
      found.add(entry.pid);
      grew = true;
    }
  }
  found.delete(process.pid);
  // A number that is no longer in the table may belong to a stranger tomorrow.
  const alive = new Set(all.map((entry) => entry.pid));
  seen.clear();
  for (const pid of found) if (alive.has(pid)) seen.add(pid);
  return [...seen];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself between the look and the signal.
  }
}

function processTable(mark: string): Promise<ProcessEntry[]> {
  return process.platform === "linux" ? Promise.resolve(fromProc(mark)) : fromPs(mark);
}

function fromProc(mark: string): ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = textOf(`/proc/${name}/stat`);
    // The program's name stands in brackets and may itself contain brackets and spaces.
    const [state = "", parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (stat === "" || state === "Z" || state === "X") continue;
    const marked = isMarked(textOf(`/proc/${name}/environ`), "\0", mark);
    entries.push({ pid, parent: Number(parent), session: Number(session), marked });
  }
  return entries;
}

/** Where there is no /proc, `ps` prints the environment of a user's own processes after the command. */
async function fromPs(mark: string): Promise<ProcessEntry[]> {
  try {
    const { stdout } = await promisify(execFile)("ps", ["-axEww", "-o", "pid=,ppid=,sess=,stat=,command="], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.split("\n").flatMap((line) => {
      const [, pid, parent, , state, command = ""] =
        /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s(.*)$/.exec(line) ?? [];
      if (pid === undefined || state?.startsWith("Z")) return [];
      return [
        { pid: Number(pid), parent: Number(parent), session: -1, marked: isMarked(command, " ", mark) },
      ];
    });
  } catch {
    return [];
  }
}

function isMarked(environment: string, separator: string, mark: string): boolean {
  return environment.split(separator).some((variable) => {
    if (!variable.startsWith(`${PROCESS_MARKER}=`)) return false;
    const value = variable.slice(PROCESS_MARKER.length + 1);
    return value === mark || value.startsWith(`${mark}.`);
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
