import { expect, test } from "vitest";
import type { ToolCallView } from "../../contracts/run-view.ts";
import { isReading, readingSentence, toolSentence } from "./tool-sentence.ts";

function call(tool: string, input: unknown, state: ToolCallView["state"] = "done"): ToolCallView {
  return { kind: "tool-call", key: tool, callId: tool, tool, input, state, files: [] };
}

test.each([
  ["a file that was read", call("read_file", { path: "src/a.ts" }), "Read src/a.ts"],
  ["several files", call("read_file", { paths: ["a", "b", "c"] }), "Read 3 files"],
  ["a command that runs", call("exec_command", { command: "npm   test" }, "running"), "Running npm test"],
  ["a command that could not run", call("exec_command", { command: "npm test" }, "failed"), "Run npm test"],
  ["an edit that waits for an answer", call("edit_file", { path: "a.ts" }, "asking"), "Edit a.ts"],
  ["an edit that was refused", call("edit_file", { path: "a.ts" }, "rejected"), "Edit a.ts"],
  ["a search", call("search_files", { pattern: "a.*b" }), "Searched for “a.*b”"],
  ["a new folder", call("create_directory", { path: "docs" }), "Created docs"],
  ["a deletion", call("delete_file", { path: "old.ts" }, "running"), "Deleting old.ts"],
  ["a rename", call("rename_file", { old_path: "a", new_path: "b" }), "Renamed a to b"],
  ["the whole project", call("list_files", {}), "Listed the project"],
  ["an unknown tool", call("launch_rocket", {}), "Called launch_rocket"],
  ["input that is no object", call("edit_file", "garbage"), "Edited the project"],
  ["a path that is no text", call("edit_file", { path: { evil: 1 } }), "Edited the project"],
])("%s", (_what, view, sentence) => {
  const { verb, object } = toolSentence(view);
  expect(`${verb} ${object}`).toBe(sentence);
});

test("a long command is cut to one line", () => {
  expect(toolSentence(call("exec_command", { command: "x\n".repeat(300) })).object.length).toBe(80);
});

test("looking around is told in one sentence", () => {
  const calls = [
    call("read_file", {}),
    call("read_file", {}),
    call("list_files", {}),
    call("search_files", {}),
  ];
  expect(calls.every(isReading)).toBe(true);
  expect(readingSentence(calls)).toBe("Read 2 files, listed 1 folder, searched 1 time");
});

test("a read that failed stands for itself", () => {
  expect(isReading(call("read_file", {}, "failed"))).toBe(false);
});
