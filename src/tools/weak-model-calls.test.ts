import { expect, test } from "vitest";
import { toolBench } from "./testing/tool-bench.ts";
import type { ToolName } from "./tool-schemas.ts";

const FILES = {
  "src/app.ts":
    'import { x } from "./x";\n\nexport function run() {\n  const label = "It’s “fine”";\n  return x(label);\n}\n',
  "src/win.txt": "first\r\nsecond\r\nthird\r\n",
  "src/tabs.go": "func main() {\n\tif ok {\n\t\tcallSomething()\n\t}\n}\n",
  "README.md": "# Title\n",
};

/** Calls as models get them wrong, each of which does what was meant. */
test.each<[string, ToolName, unknown, Record<string, unknown>]>([
  ["another name for the path", "read_file", { file_path: "src/app.ts" }, { kind: "text" }],
  ["a name in camel case", "read_file", { filePath: "src/app.ts" }, { kind: "text" }],
  ["the whole input as text", "read_file", '{"path":"src/app.ts"}', { kind: "text" }],
  ["a list as text", "read_file", { paths: '["src/app.ts"]' }, {}],
  ["a list under path", "read_file", { path: ["src/app.ts"] }, {}],
  ["a number as text", "read_file", { path: "src/app.ts", offset: "2", limit: "1" }, { lines: 1 }],
  ["an address for a path", "read_file", { path: "file:///project/src/app.ts" }, { kind: "text" }],
  ["backslashes", "read_file", { path: "src\\app.ts" }, { kind: "text" }],
  ["a path with dots", "read_file", { path: "./src/../src/app.ts" }, { kind: "text" }],
  ["an absolute path", "read_file", { path: "/project/src/app.ts" }, { kind: "text" }],
  ["a slash for the root", "list_files", { path: "/" }, { path: "." }],
  ["nothing for the root", "list_files", {}, { path: "." }],
  ["another name for a folder", "list_files", { folder: "src" }, { path: "src" }],
  ["a flat edit", "edit_file", { path: "src/app.ts", old_string: "run()", new_string: "go()" }, { ok: true }],
  [
    "edits under another name",
    "edit_file",
    { path: "src/app.ts", edits: [{ oldText: "run()", newText: "go()" }] },
    { ok: true },
  ],
  [
    "edits as text",
    "edit_file",
    { path: "src/app.ts", replacements: '[{"old_string":"run()","new_string":"go()"}]' },
    { ok: true },
  ],
  [
    "one edit without a list",
    "edit_file",
    { path: "src/app.ts", replacements: { old_string: "run()", new_string: "go()" } },
    { ok: true },
  ],
  [
    "typed quotes for typeset ones",
    "edit_file",
    { path: "src/app.ts", old_string: `"It's "fine""`, new_string: `"It's "good""` },
    { ok: true },
  ],
  [
    "escapes written twice",
    "edit_file",
    { path: "src/app.ts", old_string: String.raw`{\n  const label`, new_string: String.raw`{\n  let label` },
    { ok: true },
  ],
  [
    "LF for CRLF",
    "edit_file",
    { path: "src/win.txt", old_string: "first\nsecond", new_string: "1\n2" },
    { ok: true },
  ],
  [
    "CRLF for LF",
    "edit_file",
    { path: "src/app.ts", old_string: "run() {\r\n  const", new_string: "go() {\r\n  const" },
    { ok: true },
  ],
  [
    "spaces for tabs",
    "edit_file",
    {
      path: "src/tabs.go",
      old_string: "    if ok {\n        callSomething()\n    }",
      new_string: "    if ok {\n        callOther()\n    }",
    },
    { ok: true },
  ],
  [
    "a block without its indentation",
    "edit_file",
    {
      path: "src/tabs.go",
      old_string: "if ok {\n\tcallSomething()\n}",
      new_string: "if ok {\n\tcallOther()\n}",
    },
    { ok: true },
  ],
  [
    "blanks at line ends",
    "edit_file",
    { path: "src/app.ts", old_string: "  return x(label);  \n}", new_string: "  return x();\n}" },
    { ok: true },
  ],
  ["content as an object", "write_file", { path: "a.json", content: { a: 1 } }, { ok: true }],
  ["another name for the content", "write_file", { filename: "a.txt", contents: "x" }, { ok: true }],
  ["braces in a glob", "find_files", { pattern: "*.{ts,go}" }, { files: ["src/app.ts", "src/tabs.go"] }],
  ["a glob that begins at the root", "find_files", { pattern: "/src/*.ts" }, { files: ["src/app.ts"] }],
  ["another name for the pattern", "search_files", { query: "callSomething" }, {}],
  ["a broken expression", "search_files", { pattern: "x(label" }, {}],
  ["context as text", "search_files", { pattern: "callSomething", context_lines: "1" }, {}],
  [
    "other names for a move",
    "rename_file",
    { source: "README.md", destination: "docs/README.md" },
    { ok: true },
  ],
])("%s works", async (_why, tool, input, expected) => {
  const bench = toolBench(FILES);
  for (const path of Object.keys(FILES)) await bench.call("read_file", { path });
  const fresh = tool === "read_file" ? toolBench(FILES) : bench;
  const result = await fresh.call(tool, input);
  expect(result["error"]).toBeUndefined();
  expect(result).toMatchObject(expected);
});

/** Calls whose meaning cannot be told: the answer says what to send instead, and nothing changes. */
test.each<[string, ToolName, unknown, string]>([
  ["an empty call", "edit_file", {}, "send the whole call again"],
  ["no path", "write_file", { content: "x" }, '"path":"src/main.ts"'],
  ["no content", "write_file", { path: "a.txt" }, '"content"'],
  ["a directory for a file", "read_file", { path: "src" }, "list_files"],
  ["a file for a directory", "list_files", { path: "README.md" }, "read_file"],
  ["a wrong case", "read_file", { path: "readme.md" }, "README.md"],
  ["a wrong ending", "read_file", { path: "src/app.tsx" }, "src/app.ts"],
  ["an offset past the end", "read_file", { path: "README.md", offset: 90 }, "1 lines"],
  [
    "line numbers in the text",
    "edit_file",
    { path: "src/app.ts", old_string: "3: export function run() {\n4:   const label", new_string: "y" },
    "line numbers",
  ],
  [
    "a text that is there more often",
    "edit_file",
    { path: "src/win.txt", old_string: "ir", new_string: "y" },
    "lines 1, 3",
  ],
  [
    "a text of another file",
    "edit_file",
    { path: "src/win.txt", old_string: "export function run()", new_string: "y" },
    "another file",
  ],
  ["equal texts", "edit_file", { path: "src/win.txt", old_string: "first", new_string: "first" }, "equal"],
  ["no new text", "edit_file", { path: "src/win.txt", old_string: "first" }, "new_string is missing"],
  ["an empty old text", "edit_file", { path: "src/win.txt", old_string: "", new_string: "y" }, "write_file"],
  ["no replacements", "edit_file", { path: "src/win.txt" }, '"replacements"'],
  ["a path out of the project", "write_file", { path: "../x", content: "y" }, "outside the project"],
  ["two contents", "write_file", { path: "a.txt", text: "1", body: "2" }, '"content"'],
  ["a glob of shell characters", "find_files", { pattern: "a; rm b" }, "src/**/*.test.ts"],
  ["a whole folder deleted", "delete_file", { path: "src" }, '"recursive": true'],
  [
    "a target that exists",
    "rename_file",
    { old_path: "README.md", new_path: "src/app.ts" },
    "not overwritten",
  ],
  ["seconds for milliseconds", "exec_command", { command: "x", timeout: 30 }, '"timeout":30000'],
  ["no command", "exec_command", { cwd: "src" }, '"command":"<string>"'],
  ["an unknown task", "wait_for_task", { taskId: "server" }, "task-"],
  ["a plan without steps", "save_plan", { name: "a", content: "do it" }, "- [ ]"],
  ["an unknown skill", "load_skill", { name: "x" }, "no skills"],
])("%s is answered with what to do", async (_why, tool, input, advice) => {
  const bench = toolBench(FILES);
  for (const path of Object.keys(FILES)) await bench.call("read_file", { path });
  expect((await bench.call(tool, input))["error"]).toContain(advice);
  for (const [path, content] of Object.entries(FILES)) expect(bench.backend.text(path)).toBe(content);
});
