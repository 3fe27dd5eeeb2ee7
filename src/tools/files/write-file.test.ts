import { describe, expect, test } from "vitest";
import { hex, toolBench } from "../testing/tool-bench.ts";

describe("W2 a new file", () => {
  test("is made with its folders and shown", async () => {
    const bench = toolBench({});
    expect(await bench.call("write_file", { path: "a/b.txt", content: "x\ny\n" })).toEqual({
      path: "a/b.txt",
      ok: true,
      diff: { type: "created", linesAdded: 2, linesRemoved: 0 },
      totalLines: 2,
      excerpt: "1: x\n2: y",
    });
    expect(bench.effects).toEqual([{ path: "a/b.txt", change: "created", addedLines: 2, removedLines: 0 }]);
  });

  test("may be edited without a read, and a read of it brings the text", async () => {
    const bench = toolBench({});
    await bench.call("write_file", { path: "a.txt", content: "x\n" });
    expect(await bench.call("edit_file", { path: "a.txt", old_string: "x", new_string: "y" })).toMatchObject({
      ok: true,
    });
    expect((await bench.call("read_file", { path: "a.txt" }))["content"]).toBe("y\n");
  });

  test("batch files get the line ends they need", async () => {
    const bench = toolBench({});
    await bench.call("write_file", { path: "run.bat", content: "a\nb\n" });
    expect(bench.backend.text("run.bat")).toBe("a\r\nb\r\n");
  });

  test("a long file is not repeated", async () => {
    const result = await toolBench({}).call("write_file", { path: "a.txt", content: "x\n".repeat(300) });
    expect(result["excerpt"]).toBeUndefined();
  });
});

describe("F3 a file that exists", () => {
  test("is refused unread", async () => {
    const bench = toolBench({ "a.txt": "old\n" });
    expect((await bench.call("write_file", { path: "a.txt", content: "new\n" }))["code"]).toBe("NOT_READ");
    expect(bench.backend.text("a.txt")).toBe("old\n");
  });

  test("is refused when only a part of it was read, and the parts add up", async () => {
    const content = "x\n".repeat(40_000);
    const bench = toolBench({ "a.txt": content });
    await bench.call("read_file", { path: "a.txt", offset: 1, limit: 14_000 });
    const refused = await bench.call("write_file", { path: "a.txt", content: "new\n" });
    expect(refused["error"]).toContain("14000 of its 40000 lines");
    await bench.call("read_file", { path: "a.txt", offset: 14_001, limit: 14_000 });
    await bench.call("read_file", { path: "a.txt", offset: 28_001, limit: 14_000 });
    expect(await bench.call("write_file", { path: "a.txt", content: "new\n" })).toMatchObject({ ok: true });
  });

  test("W5 the same text is not written again", async () => {
    const bench = toolBench({ "a.txt": "x\n" });
    expect(await bench.call("write_file", { path: "a.txt", content: "x\n" })).toMatchObject({
      unchanged: true,
    });
    expect(bench.effects).toEqual([]);
  });

  test("W2 a text does not become empty by accident", async () => {
    const bench = toolBench({ "a.txt": "text\n" });
    await bench.call("read_file", { path: "a.txt" });
    expect((await bench.call("write_file", { path: "a.txt", content: "" }))["code"]).toBe("EMPTY_OVERWRITE");
    expect(await bench.call("write_file", { path: "a.txt", content: "", allow_empty: true })).toMatchObject({
      ok: true,
    });
  });

  test("a folder is no file", async () => {
    expect((await toolBench({ "a/b": "" }).call("write_file", { path: "a", content: "x" }))["code"]).toBe(
      "IS_DIRECTORY",
    );
  });
});

describe("W3 the form of a file stays", () => {
  test.each([
    ["a mark and CRLF", "EF BB BF 61 0D 0A", "b\nc\n", "EF BB BF 62 0D 0A 63 0D 0A"],
    ["UTF-16", "FF FE 61 00 0A 00", "b\n", "FF FE 62 00 0A 00"],
  ])("%s", async (_why, before, content, after) => {
    const bench = toolBench({ "a.txt": hex(before) });
    await bench.call("read_file", { path: "a.txt" });
    await bench.call("write_file", { path: "a.txt", content });
    expect(await bench.bytes("a.txt")).toEqual(hex(after));
  });
});

describe("W4 what cannot be written", () => {
  test.each([
    ["half a surrogate pair", "\ud800", "ENCODING"],
    ["more than the largest size", "x".repeat(10_485_761), "TOO_LARGE_OPEN"],
  ])("%s", async (_why, content, code) => {
    const bench = toolBench({});
    expect((await bench.call("write_file", { path: "a.txt", content }))["code"]).toBe(code);
    expect(bench.backend.text("a.txt")).toBeUndefined();
  });
});

test("A7 an installed package is not written, an empty folder of that name is", async () => {
  const bench = toolBench({ "node_modules/@acme/ui/package.json": "{}", "node_modules/new/x": "" });
  const result = await bench.call("write_file", { path: "node_modules/@acme/ui/a.js", content: "x" });
  expect(result["code"]).toBe("PACKAGE_DIR");
  expect(result["error"]).toContain("@acme/ui");
  expect(await bench.call("write_file", { path: "node_modules/new/a.js", content: "x" })).toMatchObject({
    ok: true,
  });
});

test.each([
  ["data.json", "{ broken", true],
  ["tsconfig.json", "{ // comment\n}", false],
  ["a.md", "{ broken", false],
])("%s is checked after the write: %s", async (path, content, broken) => {
  const result = await toolBench({}).call("write_file", { path, content });
  expect(result["ok"]).toBe(true);
  expect(result["syntaxError"] !== undefined).toBe(broken);
});

test("F6 what a formatter changed is shown, and the new text can be edited", async () => {
  const bench = toolBench(
    { "a.ts": "a\nb\n" },
    {
      config: {
        onAfterWrite: async () =>
          void (await bench.backend.writeFile("a.ts", new TextEncoder().encode("A;\nb\n"))),
      },
    },
  );
  await bench.call("read_file", { path: "a.ts" });
  const result = await bench.call("edit_file", { path: "a.ts", old_string: "a", new_string: "A" });
  expect(result).toMatchObject({ ok: true, formatted: true });
  expect(result["excerpt"]).toContain("1: A;");
  expect(await bench.call("edit_file", { path: "a.ts", old_string: "A;", new_string: "A" })).toMatchObject({
    ok: true,
  });
});

test("content that came as an object is written as JSON", async () => {
  const bench = toolBench({});
  await bench.call("write_file", { path: "a.json", content: { a: 1 } });
  expect(bench.backend.text("a.json")).toBe('{\n  "a": 1\n}\n');
});
