import type { ToolCallView } from "../../contracts/run-view.ts";

/** What a tool call does in a few words: a verb in two tenses and what it is done to. */
export interface ToolSentence {
  readonly verb: string;
  readonly object: string;
}

interface Verbs {
  /** "Edit": what was wanted and has not happened. */
  readonly wish: string;
  readonly now: string;
  readonly done: string;
  readonly object: (input: Readonly<Record<string, unknown>>) => string;
}

const path = (input: Readonly<Record<string, unknown>>): string => textOf(input["path"]) || "the project";
const name = (input: Readonly<Record<string, unknown>>): string => textOf(input["name"]);
const pattern = (input: Readonly<Record<string, unknown>>): string => quoted(input["pattern"]);
const filesOrPath = (input: Readonly<Record<string, unknown>>): string =>
  filesIn(input["paths"]) ?? path(input);
const command = (input: Readonly<Record<string, unknown>>): string => shortened(textOf(input["command"]));
const task = (input: Readonly<Record<string, unknown>>): string => textOf(input["taskId"]);
const renamed = (input: Readonly<Record<string, unknown>>): string =>
  `${textOf(input["old_path"])} to ${textOf(input["new_path"])}`;

/** One row a tool. A tool that is not here is named as it is. */
const SENTENCES: Readonly<Record<string, Verbs>> = {
  list_files: { wish: "List", now: "Listing", done: "Listed", object: path },
  read_file: { wish: "Read", now: "Reading", done: "Read", object: filesOrPath },
  write_file: { wish: "Write", now: "Writing", done: "Wrote", object: path },
  edit_file: { wish: "Edit", now: "Editing", done: "Edited", object: path },
  search_files: { wish: "Search for", now: "Searching for", done: "Searched for", object: pattern },
  find_files: { wish: "Find", now: "Finding", done: "Found", object: pattern },
  create_directory: { wish: "Create", now: "Creating", done: "Created", object: path },
  rename_file: { wish: "Rename", now: "Renaming", done: "Renamed", object: renamed },
  delete_file: { wish: "Delete", now: "Deleting", done: "Deleted", object: path },
  exec_command: { wish: "Run", now: "Running", done: "Ran", object: command },
  wait_for_task: { wish: "Wait for", now: "Waiting for", done: "Waited for", object: task },
  save_plan: { wish: "Save the plan", now: "Saving the plan", done: "Saved the plan", object: name },
  load_skill: { wish: "Load the skill", now: "Loading the skill", done: "Loaded the skill", object: name },
};

/** Nothing claims to have happened before it has: only a call that is done is told in the past. */
export function toolSentence(call: Pick<ToolCallView, "tool" | "input" | "state">): ToolSentence {
  const verbs = SENTENCES[call.tool];
  const input = isInput(call.input) ? call.input : {};
  if (!verbs) return { verb: call.state === "done" ? "Called" : "Call", object: shortened(call.tool) };
  return { verb: verbs[TENSES[call.state]], object: verbs.object(input) };
}

const TENSES: Readonly<Record<ToolCallView["state"], "wish" | "now" | "done">> = {
  waiting: "wish",
  asking: "wish",
  running: "now",
  done: "done",
  failed: "wish",
  rejected: "wish",
  stopped: "wish",
  "outcome-unknown": "wish",
  "not-started": "wish",
};

const READING = new Set(["list_files", "read_file", "search_files", "find_files"]);

/** A call that only looks: several in a row are shown as one card. */
export function isReading(call: ToolCallView): boolean {
  return (
    READING.has(call.tool) && (call.state === "done" || call.state === "running" || call.state === "waiting")
  );
}

/** "Read 3 files, searched 1 time". */
export function readingSentence(calls: readonly ToolCallView[]): string {
  const reads = calls.filter(({ tool }) => tool === "read_file").length;
  const lists = calls.filter(({ tool }) => tool === "list_files").length;
  const searches = calls.length - reads - lists;
  const parts = [
    reads > 0 ? `read ${counted(reads, "file")}` : "",
    lists > 0 ? `listed ${counted(lists, "folder")}` : "",
    searches > 0 ? `searched ${counted(searches, "time")}` : "",
  ].filter((part) => part !== "");
  const sentence = parts.join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function isInput(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function filesIn(value: unknown): string | undefined {
  return Array.isArray(value) && value.length > 0 ? counted(value.length, "file") : undefined;
}

function quoted(value: unknown): string {
  return `“${shortened(textOf(value))}”`;
}

const SHORT = 80;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > SHORT ? `${line.slice(0, SHORT - 1)}…` : line;
}
