import type { ToolCallView } from "../../contracts/run-view.ts";

/** What a tool call does in a few words: a verb in two tenses and what it is done to. */
export interface ToolSentence {
  readonly verb: string;
  readonly object: string;
}

interface Verbs {
  readonly now: string;
  readonly done: string;
  readonly object: (input: Readonly<Record<string, unknown>>) => string;
}

const path = (input: Readonly<Record<string, unknown>>): string => textOf(input["path"]) || "the project";

/** One row a tool. A tool that is not here is named as it is. */
const SENTENCES: Readonly<Record<string, Verbs>> = {
  list_files: { now: "Listing", done: "Listed", object: path },
  read_file: { now: "Reading", done: "Read", object: (input) => filesIn(input["paths"]) ?? path(input) },
  write_file: { now: "Writing", done: "Wrote", object: path },
  edit_file: { now: "Editing", done: "Edited", object: path },
  search_files: { now: "Searching for", done: "Searched for", object: (input) => quoted(input["pattern"]) },
  find_files: { now: "Finding", done: "Found", object: (input) => quoted(input["pattern"]) },
  create_directory: { now: "Creating", done: "Created", object: path },
  rename_file: {
    now: "Renaming",
    done: "Renamed",
    object: (input) => `${textOf(input["old_path"])} to ${textOf(input["new_path"])}`,
  },
  delete_file: { now: "Deleting", done: "Deleted", object: path },
  exec_command: { now: "Running", done: "Ran", object: (input) => shortened(textOf(input["command"])) },
  wait_for_task: { now: "Waiting for", done: "Waited for", object: (input) => textOf(input["taskId"]) },
  save_plan: { now: "Saving the plan", done: "Saved the plan", object: (input) => textOf(input["name"]) },
  load_skill: {
    now: "Loading the skill",
    done: "Loaded the skill",
    object: (input) => textOf(input["name"]),
  },
};

export function toolSentence(call: Pick<ToolCallView, "tool" | "input" | "state">): ToolSentence {
  const verbs = SENTENCES[call.tool];
  const input = isInput(call.input) ? call.input : {};
  if (!verbs) return { verb: "Called", object: shortened(call.tool) };
  const ended = call.state === "done" || call.state === "failed" || call.state === "outcome-unknown";
  return { verb: ended ? verbs.done : verbs.now, object: verbs.object(input) };
}

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
