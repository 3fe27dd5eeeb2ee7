import { describe, expect, test } from "vitest";
import { toolBench } from "../testing/tool-bench.ts";

test("list_files shows folders first and refuses what is not there instead of listing nothing", async () => {
  const bench = toolBench({ "b.ts": "", "a/x.ts": "" });
  expect(await bench.call("list_files", {})).toEqual({
    path: ".",
    entries: [
      { name: "a", type: "directory" },
      { name: "b.ts", type: "file" },
    ],
  });
  expect((await bench.call("list_files", { directory: "a" }))["path"]).toBe("a");
  expect((await bench.call("list_files", { path: "gone" }))["code"]).toBe("ENOENT");
  expect((await bench.call("list_files", { path: "b.ts" }))["error"]).toContain("read_file");
  expect((await bench.call("list_files", { path: "/etc" }))["code"]).toBe("OUTSIDE_ROOT");
});

describe("create_directory", () => {
  test("makes parents, and is content with one that exists", async () => {
    const bench = toolBench({ file: "" });
    expect(await bench.call("create_directory", { path: "a/b/c" })).toEqual({ path: "a/b/c", ok: true });
    expect(await bench.call("create_directory", { path: "a/b" })).toMatchObject({ ok: true, existed: true });
    expect((await bench.call("create_directory", { path: "file" }))["code"]).toBe("EXISTS");
  });
});

describe("rename_file", () => {
  test("moves a file with what is known of it", async () => {
    const bench = toolBench({ "a.ts": "x\n" });
    await bench.call("read_file", { path: "a.ts" });
    expect(await bench.call("rename_file", { from: "a.ts", to: "src/b.ts" })).toEqual({
      old_path: "a.ts",
      new_path: "src/b.ts",
      ok: true,
    });
    expect(
      await bench.call("edit_file", { path: "src/b.ts", old_string: "x", new_string: "y" }),
    ).toMatchObject({ ok: true });
    expect(bench.effects[0]).toMatchObject({ change: "renamed", path: "a.ts", newPath: "src/b.ts" });
  });

  test.each([
    ["nothing there", { old_path: "gone", new_path: "x" }, "ENOENT"],
    ["a target that exists", { old_path: "a.ts", new_path: "b.ts" }, "EXISTS"],
    ["into itself", { old_path: "d", new_path: "d/e" }, "BAD_ARGUMENT"],
    ["the project", { old_path: ".", new_path: "x" }, "BAD_ARGUMENT"],
    ["only one path", { path: "a.ts" }, "BAD_ARGUMENT"],
  ])("%s is refused", async (_why, input, code) => {
    const bench = toolBench({ "a.ts": "a", "b.ts": "b", "d/x": "" });
    expect((await bench.call("rename_file", input))["code"]).toBe(code);
    expect(bench.backend.text("b.ts")).toBe("b");
  });
});

describe("delete_file", () => {
  test("takes a file and forgets it", async () => {
    const bench = toolBench({ "a.ts": "x\ny\n" });
    await bench.call("read_file", { path: "a.ts" });
    expect(await bench.call("delete_file", { path: "a.ts" })).toEqual({ path: "a.ts", ok: true });
    expect(bench.effects).toEqual([{ path: "a.ts", change: "deleted", addedLines: 0, removedLines: 2 }]);
    expect(await bench.call("write_file", { path: "a.ts", content: "new" })).toMatchObject({
      diff: { type: "created" },
    });
  });

  test("takes a folder only when told to", async () => {
    const bench = toolBench({ "d/x": "" });
    expect((await bench.call("delete_file", { path: "d" }))["error"]).toContain('"recursive": true');
    expect(await bench.call("delete_file", { path: "d", recursive: true })).toMatchObject({ ok: true });
  });

  test("does nothing to what the person keeps", async () => {
    const bench = toolBench({ "a.ts": "x" }, { approve: () => ({ kind: "refuse", text: "keep it" }) });
    expect((await bench.call("delete_file", { path: "a.ts" }))["error"]).toContain("keep it");
    expect(bench.proposals).toEqual([{ kind: "tree", tool: "delete_file", action: "delete", path: "a.ts" }]);
    expect(bench.backend.text("a.ts")).toBe("x");
  });
});
