import { readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { MAX_TRACE_ARTIFACTS } from "../../limits.ts";
import { readTraceZip } from "../read-trace-zip.ts";
import { traceLine } from "../trace-line.ts";

const SKIPPED = new Set(["node_modules", ".git"]);

/** Every `trace.zip` under a folder, newest first. */
function tracesUnder(folder: string): string[] {
  const found: { path: string; at: number }[] = [];
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) open.push(path);
      else if (entry.isFile() && entry.name === "trace.zip") found.push({ path, at: statSync(path).mtimeMs });
    }
  }
  return found.toSorted((left, right) => right.at - left.at).map(({ path }) => path);
}

function entriesOf(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch {
    return [];
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

const folder = realpathSync(process.argv[2] ?? ".");
for (const path of tracesUnder(folder).slice(0, MAX_TRACE_ARTIFACTS)) {
  const artifact = readTraceZip(readFileSync(path), folder);
  if (artifact !== null) process.stdout.write(`${traceLine(artifact)}\n`);
}
