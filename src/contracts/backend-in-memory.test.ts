import { describe, expect, test } from "vitest";
import { backendInMemory } from "./backend-in-memory.ts";
import type { CommandResult, FileChange } from "./execution-backend.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const problem = (kind: string): object => ({ ok: false, problem: { kind } });

describe("files in memory", () => {
  test("a file that was given can be read as bytes by a relative and by an absolute path", async () => {
    const backend = backendInMemory({ "src/a.ts": "é" });
    expect(await backend.readFile("src/a.ts")).toEqual({ ok: true, value: bytes("é") });
    expect(await backend.readFile("/project/src/a.ts")).toEqual({ ok: true, value: bytes("é") });
  });

  test("bytes are copied on their way in and out", async () => {
    const backend = backendInMemory();
    const given = bytes("abc");
    await backend.writeFile("a", given);
    given[0] = 0;
    const read = await backend.readFile("a");
    if (read.ok) read.value[1] = 0;
    expect(backend.text("a")).toBe("abc");
  });

  test("what is missing, a folder, below a file or outside gets its own problem", async () => {
    const backend = backendInMemory({ "src/a.ts": "" });
    expect(await backend.readFile("none")).toMatchObject(problem("not-found"));
    expect(await backend.readFile("src")).toMatchObject(problem("is-directory"));
    expect(await backend.readFile("src/a.ts/b")).toMatchObject(problem("not-directory"));
    expect(await backend.readFile("../a")).toMatchObject(problem("outside-project"));
    expect(await backend.readFile("/etc/passwd")).toMatchObject(problem("outside-project"));
  });

  test("writing makes parents but replaces no folder and goes through no file", async () => {
    const backend = backendInMemory({ file: "x" });
    expect(await backend.writeFile("a/b/c.txt", bytes("1"))).toEqual({ ok: true });
    expect(await backend.writeFile("a/b", bytes("1"))).toMatchObject(problem("is-directory"));
    expect(await backend.writeFile("file/b", bytes("1"))).toMatchObject(problem("not-directory"));
    expect(await backend.writeFile("", bytes("1"))).toMatchObject(problem("is-directory"));
    expect(backend.text("file")).toBe("x");
  });

  test("a folder lists its own entries and a missing folder is not found", async () => {
    const backend = backendInMemory({ "a/b.txt": "", "a/c/d.txt": "" });
    expect(await backend.readDirectory("a")).toEqual({
      ok: true,
      value: [
        { name: "b.txt", kind: "file" },
        { name: "c", kind: "directory" },
      ],
    });
    expect(await backend.readDirectory("b")).toMatchObject(problem("not-found"));
    expect(await backend.readDirectory("a/b.txt")).toMatchObject(problem("not-directory"));
  });

  test("making an existing folder succeeds and making one over a file fails", async () => {
    const backend = backendInMemory({ "a/b": "" });
    expect(await backend.makeDirectory("a")).toEqual({ ok: true });
    expect(await backend.makeDirectory("")).toEqual({ ok: true });
    expect(await backend.makeDirectory("x/y")).toEqual({ ok: true });
    expect(await backend.makeDirectory("a/b")).toMatchObject(problem("already-exists"));
  });

  test("a rename overwrites nothing, makes parents and moves whole folders", async () => {
    const backend = backendInMemory({ "a/b": "1", c: "2" });
    expect(await backend.rename("c", "a/b")).toMatchObject(problem("already-exists"));
    expect(await backend.rename("none", "d")).toMatchObject(problem("not-found"));
    expect(await backend.rename("a", "a/inside")).toMatchObject(problem("failed"));
    expect(await backend.rename("a", "x/y")).toEqual({ ok: true });
    expect(backend.text("x/y/b")).toBe("1");
    expect(backend.text("a/b")).toBeUndefined();
  });

  test("a folder is removed only when that was asked for, the project never", async () => {
    const backend = backendInMemory({ "a/b": "1" });
    expect(await backend.remove("a")).toMatchObject(problem("is-directory"));
    expect(await backend.remove("none")).toMatchObject(problem("not-found"));
    expect(await backend.remove("", { recursive: true })).toMatchObject(problem("not-permitted"));
    expect(await backend.remove("a", { recursive: true })).toEqual({ ok: true });
    expect(await backend.readDirectory("")).toEqual({ ok: true, value: [] });
  });

  test("stat, real path and a batch of reads answer for each path", async () => {
    const backend = backendInMemory({ a: "four" }, { projectRoot: "/home/x" });
    expect(await backend.stat("a")).toMatchObject({ ok: true, value: { kind: "file", sizeBytes: 4 } });
    expect(await backend.realPath("./a")).toEqual({ ok: true, value: "/home/x/a" });
    expect(await backend.readFiles(["a", "b"])).toMatchObject([{ ok: true }, problem("not-found")]);
  });

  test("changes arrive together, without those in installed packages", async () => {
    const backend = backendInMemory({ a: "" });
    const seen: (readonly FileChange[])[] = [];
    const watch = backend.watch((changes) => seen.push(changes));
    await Promise.all([
      backend.writeFile("a", bytes("1")),
      backend.writeFile("b/c", bytes("1")),
      backend.writeFile("node_modules/x/y", bytes("1")),
    ]);
    await Promise.resolve();
    watch.dispose();
    await backend.remove("a");
    expect(seen).toEqual([
      [
        { kind: "modified", path: "a" },
        { kind: "created", path: "b/c" },
      ],
    ]);
  });
});

describe("commands over files in memory", () => {
  test("they are not supported unless a function answers them", async () => {
    const backend = backendInMemory();
    expect(await backend.run("ls")).toMatchObject(problem("not-supported"));
    expect(await backend.start("ls")).toMatchObject(problem("not-supported"));
  });

  test("the function gets the command and its options, and stopping aborts its signal", async () => {
    const result: CommandResult = { stdout: "out", stderr: "", exitCode: 0, merged: false, durationMs: 1 };
    const backend = backendInMemory(
      {},
      {
        async run(command, options) {
          if (command === "wait")
            await new Promise((resolve) => options.signal?.addEventListener("abort", resolve));
          return { ok: true, value: { ...result, stdout: `${command} in ${options.cwd}` } };
        },
      },
    );
    expect(await backend.run("ls", { cwd: "src" })).toMatchObject({ value: { stdout: "ls in src" } });
    const started = await backend.start("wait", { cwd: "." });
    if (!started.ok) throw new Error(started.problem.message);
    expect(await started.value.stop()).toEqual([]);
    expect((await started.value.result).stdout).toBe("wait in .");
  });
});
