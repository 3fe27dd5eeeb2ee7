import {
  MAX_BATCH_READ_FILES,
  MAX_FIND_RESULTS,
  MAX_SEARCH_CONTEXT_LINES,
  MAX_SEARCH_RESULTS,
  READ_DEFAULT_MAX_BYTES,
  TEXT_OPEN_MAX_BYTES,
  TIMEOUT_DEFAULT_MS,
  TIMEOUT_MAX_MS,
  WAIT_DEFAULT_MS,
} from "./limits.ts";
import { timeoutDescription } from "./commands/command-timeout.ts";
import { formatByteSize } from "./text/byte-size.ts";
import type { JsonSchema, ToolSchema } from "./tool.ts";

function text(description: string): JsonSchema {
  return { type: "string", description };
}

function number(description: string): JsonSchema {
  return { type: "number", description };
}

function flag(description: string): JsonSchema {
  return { type: "boolean", description };
}

function schema<Name extends string>(
  name: Name,
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): ToolSchema & { readonly name: Name } {
  return { name, description, parameters: { type: "object", properties, required } };
}

const FILE_PATH = text("The file, relative to the project root.");

/** What a model is told about each tool. */
export const TOOL_SCHEMAS = {
  list_files: schema(
    "list_files",
    "Lists the files and folders directly inside a folder, folders first.",
    { path: text("The folder, relative to the project root; the root when left out.") },
    [],
  ),
  read_file: schema(
    "read_file",
    `Reads a text file, or up to ${MAX_BATCH_READ_FILES} at once with "paths". The text comes without line numbers. ` +
      `Files above ${formatByteSize(READ_DEFAULT_MAX_BYTES)} need a window (offset, limit); above ${formatByteSize(TEXT_OPEN_MAX_BYTES)} ` +
      `they are not opened. A file must be read before it can be edited.`,
    {
      path: FILE_PATH,
      paths: { type: "array", items: { type: "string" }, description: "Several files instead of one." },
      offset: number("First line, from 1; a negative number counts from the end."),
      limit: number("How many lines."),
      char_offset: number("Where to go on inside a line that is too long for one answer."),
    },
    [],
  ),
  write_file: schema(
    "write_file",
    "Creates a file, or replaces the whole text of one that you have read completely. For a change of a part use edit_file.",
    {
      path: FILE_PATH,
      content: text("The whole text of the file."),
      allow_empty: flag("Allows an empty text to replace one that is not empty."),
    },
    ["path", "content"],
  ),
  edit_file: schema(
    "edit_file",
    "Replaces exact pieces of a file that you have read. All replacements of a call are made, in order, or none. Each old_string " +
      "must be found exactly once, with its indentation and line breaks.",
    {
      path: FILE_PATH,
      replacements: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: {
            old_string: text(
              "The text as it is in the file, without line numbers. Empty only for a file that is new or empty.",
            ),
            new_string: text("The text that takes its place; empty to delete it."),
            replace_all: flag("Replaces every place instead of requiring exactly one."),
            expected_count: number("Refuses the call unless so many places are found."),
          },
          required: ["old_string", "new_string"],
        },
      },
    },
    ["path", "replacements"],
  ),
  search_files: schema(
    "search_files",
    `Searches the text of files for a JavaScript regular expression, line by line; at most ${MAX_SEARCH_RESULTS} lines are shown. ` +
      "Installed packages, build output and ignored files are left out unless path names them.",
    {
      pattern: text("The regular expression."),
      path: text("The folder or file to search; the whole project when left out."),
      include: text("A glob for the files to search, such as *.ts or src/**/*.test.ts."),
      contextLines: number(`Lines to show around each match, up to ${MAX_SEARCH_CONTEXT_LINES}.`),
      ignore_case: flag("Treats upper and lower case as equal."),
    },
    ["pattern"],
  ),
  find_files: schema(
    "find_files",
    `Finds files and folders by name; at most ${MAX_FIND_RESULTS}. A pattern without a slash is compared with the last name, one with ` +
      "a slash with the end of the path.",
    {
      pattern: text("A glob such as *.test.ts, hooks/* or src/**/page.tsx."),
      path: text("The folder to look in; the whole project when left out."),
    },
    ["pattern"],
  ),
  create_directory: schema(
    "create_directory",
    "Creates a folder and its parents. write_file creates the folders of a file by itself.",
    { path: text("The folder, relative to the project root.") },
    ["path"],
  ),
  rename_file: schema(
    "rename_file",
    "Renames or moves a file or folder. An existing target is never overwritten.",
    { old_path: text("What to move."), new_path: text("Where to, including the new name.") },
    ["old_path", "new_path"],
  ),
  delete_file: schema(
    "delete_file",
    "Deletes a file, or a folder with everything in it when recursive is true.",
    { path: FILE_PATH, recursive: flag("Needed to delete a folder.") },
    ["path"],
  ),
  exec_command: schema(
    "exec_command",
    "Runs a shell command and returns its exit code and output. A cd stays in effect for later calls; variables do not. Nobody can " +
      "answer questions of the command.",
    {
      command: text("The command line."),
      cwd: text("The folder to run in, for this call only; otherwise where the last cd led."),
      timeout: number(timeoutDescription({ defaultMs: TIMEOUT_DEFAULT_MS, maxMs: TIMEOUT_MAX_MS })),
      run_in_background: flag(
        "Returns a task at once instead of waiting for the end: for servers and long runs.",
      ),
    },
    ["command"],
  ),
  wait_for_task: schema(
    "wait_for_task",
    "Waits for a background task and shows what it printed since the last look, or how it ended.",
    {
      taskId: text("The taskId that exec_command gave."),
      timeout: number(`Milliseconds to wait; ${WAIT_DEFAULT_MS} at most and when left out.`),
    },
    ["taskId"],
  ),
  stop_task: schema(
    "stop_task",
    "Stops a background task with everything it started.",
    { taskId: text("The taskId that exec_command gave.") },
    ["taskId"],
  ),
  save_plan: schema(
    "save_plan",
    "Saves a plan as a checklist file in the project, to be worked through and ticked off.",
    { name: text("A short title."), content: text("Markdown with a line - [ ] for each step.") },
    ["name", "content"],
  ),
  load_skill: schema(
    "load_skill",
    "Loads the instructions of a skill of this project.",
    { name: text("The skill's name, or the path of its file.") },
    ["name"],
  ),
} as const;

export type ToolName = keyof typeof TOOL_SCHEMAS;

export const TOOL_NAMES = Object.keys(TOOL_SCHEMAS) as readonly ToolName[];
