import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../contracts/engine.ts";
import type { ExecutionBackend, FileChange } from "../../contracts/execution-backend.ts";
import { engineOver } from "../booted-engine.ts";
import type { EngineClient } from "../engine-client.ts";
import { clientOfFolder } from "./fixtures/client-of-folder.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const noTrouble = { onTrouble: (message: string) => expect.unreachable(message) };
const folders: string[] = [];
const engines: Engine[] = [];

async function openEngine(change: (client: EngineClient) => EngineClient = (client) => client): Promise<{
  folder: string;
  engine: Engine;
  client: ReturnType<typeof clientOfFolder>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "tabwright-files-"));
  folders.push(folder);
  const client = clientOfFolder(folder);
  const engine = await engineOver(change(client), "local", noTrouble);
  engines.push(engine);
  return { folder, engine, client };
}

/** As an engine without Node looks. */
const withoutNode = (client: EngineClient): EngineClient => ({
  ...client,
  spawn: (command, args, options) =>
    command === "node" ? Promise.reject(new Error("node: not found")) : client.spawn(command, args, options),
});

afterAll(() => {
  for (const engine of engines) engine.dispose();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ["with a runner", (client: EngineClient) => client],
  ["without a runner", withoutNode],
])("files of an engine %s", (_name, change) => {
  let backend: ExecutionBackend;
  let folder: string;

  beforeAll(async () => {
    const opened = await openEngine(change);
    folder = opened.folder;
    backend = opened.engine.backend;
  });

  test("are written with their parents and read as bytes", async () => {
    const content = new Uint8Array([0, 255, 13, 10, 0xef, 0xbb, 0xbf]);
    expect(await backend.writeFile("a b/'c'/😀.bin", content)).toEqual({ ok: true, value: undefined });
    expect(await backend.readFile(`${folder}/a b/'c'/😀.bin`)).toEqual({ ok: true, value: content });
    expect(content.byteLength).toBe(7);
  });

  test("that cannot be used say why, without the folder of the machine", async () => {
    await backend.writeFile("f", bytes("1"));
    const kinds = await Promise.all([
      backend.readFile("none"),
      backend.readFile(""),
      backend.readDirectory("none"),
      backend.readDirectory("f"),
      backend.writeFile("f/x", bytes("1")),
      backend.writeFile("a b", bytes("1")),
      backend.makeDirectory("f"),
      backend.remove("none"),
      backend.remove("a b"),
      backend.remove(""),
      backend.rename("none", "x/y"),
      backend.rename("f", "a b"),
      backend.rename("f", "f"),
      backend.readFile("../x"),
    ]);
    expect(kinds.map((answer) => (answer.ok ? "ok" : answer.problem.kind))).toEqual([
      "not-found",
      "is-directory",
      "not-found",
      "not-directory",
      "not-directory",
      "is-directory",
      "already-exists",
      "not-found",
      "is-directory",
      "not-permitted",
      "not-found",
      "already-exists",
      "already-exists",
      "outside-project",
    ]);
    const messages = kinds.flatMap((answer) => (answer.ok ? [] : [answer.problem]));
    for (const { kind, message } of messages) {
      expect(message).toMatch(/^.+\.$/);
      if (kind !== "outside-project") expect(message).not.toContain(folder);
    }
    expect(await backend.readDirectory("x")).toMatchObject({ problem: { kind: "not-found" } });
  });

  test("are read many at a time in the order of the paths", async () => {
    await backend.writeFile("large", new Uint8Array(400_000).fill(7));
    const answers = (await backend.readFiles?.(["f", "none", "large", "../up", "", "f"])) ?? [];
    expect(answers.map((answer) => (answer.ok ? answer.value.byteLength : answer.problem.kind))).toEqual([
      1,
      "not-found",
      400_000,
      "outside-project",
      "is-directory",
      1,
    ]);
  });

  test("tell their changes together, and not those of installed packages", async () => {
    const seen: FileChange[] = [];
    const watch = backend.watch?.((changes) => seen.push(...changes));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await backend.writeFile("watched/new.txt", bytes("1"));
    await backend.writeFile("node_modules/x.js", bytes("1"));
    await backend.writeFile("f", bytes("2"));
    await backend.remove("large");
    await expect.poll(() => seen.map(({ kind, path }) => `${kind} ${path}`)).toContain("deleted large");
    watch?.dispose();
    const told = seen.map(({ kind, path }) => `${kind} ${path}`);
    expect(told).toContain("modified f");
    expect(told.join()).not.toContain("node_modules");
    const before = seen.length;
    await backend.writeFile("f", bytes("3"));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(seen.length).toBe(before);
  });
});

describe("links", () => {
  test("have the kind of their target and are marked; one that leads nowhere is other", async () => {
    const { engine, folder } = await openEngine();
    writeFileSync(join(folder, "target"), "1");
    symlinkSync("target", join(folder, "link"));
    symlinkSync(".", join(folder, "circle"));
    symlinkSync("nowhere", join(folder, "dead"));
    const listed = await engine.backend.readDirectory("");
    expect(listed.ok && [...listed.value].toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "circle", kind: "directory", link: true },
      { name: "dead", kind: "other" },
      { name: "link", kind: "file", link: true },
      { name: "target", kind: "file" },
    ]);
    expect(await engine.backend.stat?.("dead")).toMatchObject({ value: { kind: "other" } });
    expect(await engine.backend.realPath?.("circle/link")).toEqual({
      ok: true,
      value: join(folder, "target"),
    });
    expect(await engine.backend.rename("target", "dead")).toMatchObject({
      problem: { kind: "already-exists" },
    });
  });

  test("that lead out of the project are not read by the runner", async () => {
    const { engine, folder } = await openEngine();
    symlinkSync("/etc/passwd", join(folder, "out"));
    expect(await engine.backend.readFile("out")).toMatchObject({ problem: { kind: "not-permitted" } });
  });
});

describe("an engine without a runner", () => {
  test("runs commands on a terminal, with both streams as one, and says so", async () => {
    const { engine, folder } = await openEngine(withoutNode);
    const { backend } = engine;
    expect(engine.capabilities).toMatchObject({ separateErrorOutput: false, backgroundProcesses: false });
    expect("stat" in backend || "realPath" in backend).toBe(false);
    expect(
      await backend.run("echo out; echo err >&2; printf '\\033[31mred\\033[0m\\n'; exit 3"),
    ).toMatchObject({
      value: { stdout: "out\nerr\nred\n", stderr: "", exitCode: 3, merged: true },
    });
    expect(await backend.run("pwd", { cwd: "sub" })).toMatchObject({ ok: false });
    await backend.makeDirectory("sub");
    expect(await backend.run('pwd; echo "$A$CI"', { cwd: "sub", env: { A: "x" } })).toMatchObject({
      value: { stdout: `${folder}/sub\nx1\n` },
    });
    expect(await backend.run("pwd", { cwd: ".." })).toMatchObject({ problem: { kind: "outside-project" } });
  });

  test("stops commands by budget and by signal", async () => {
    const { engine } = await openEngine(withoutNode);
    expect(await engine.backend.run("echo before; sleep 30", { budgetMs: 200 })).toMatchObject({
      value: { exitCode: 124, stoppedBy: "budget", stdout: "before\n" },
    });
    const stop = new AbortController();
    const running = engine.backend.run("echo before; sleep 30", {
      signal: stop.signal,
      onOutput: () => stop.abort(),
    });
    expect(await running).toMatchObject({ value: { stoppedBy: "signal", stdout: "before\n" } });
    const started = await engine.backend.start("read a; echo got $a");
    if (!started.ok) throw new Error(started.problem.message);
    started.value.write("words\n");
    expect((await started.value.result).stdout).toContain("got words\n");
  });
});

describe("an engine that is lost", () => {
  test("says so once, and everything that waits or comes later is answered", async () => {
    const { engine, client } = await openEngine();
    const lost: string[] = [];
    engine.lost.subscribe(({ kind }) => lost.push(kind));
    const terminal = await engine.openTerminal({ columns: 80, rows: 24 });
    const pending = engine.backend.run("sleep 30");
    client.tellError("the process was killed: out of memory");
    client.tellError("again");
    expect(await pending).toMatchObject({ problem: { kind: "engine-lost" } });
    expect(terminal.ok && (await terminal.value.exit)).toBeUndefined();
    expect(lost).toEqual(["out-of-memory"]);
    expect(await engine.backend.readFile("a")).toMatchObject({ problem: { kind: "engine-lost" } });
    expect(await engine.backend.writeFile("a", bytes("1"))).toMatchObject({
      problem: { kind: "engine-lost" },
    });
    expect(await engine.openTerminal({ columns: 80, rows: 24 })).toMatchObject({ ok: false });
  });

  test("by being disposed tells nobody", async () => {
    const { engine } = await openEngine();
    let told = 0;
    engine.lost.subscribe(() => (told += 1));
    const pending = engine.backend.run("sleep 30");
    engine.dispose();
    engine.dispose();
    expect(await pending).toMatchObject({ problem: { kind: "engine-lost" } });
    expect(told).toBe(0);
  });
});

describe("a terminal", () => {
  test("is an interactive shell that keeps early output, resizes, and tells its exit code", async () => {
    const { engine } = await openEngine();
    const opened = await engine.openTerminal({ columns: 91, rows: 23 });
    if (!opened.ok) throw new Error(opened.problem.message);
    const terminal = opened.value;
    await new Promise((resolve) => setTimeout(resolve, 300));
    let shown = "";
    terminal.output.subscribe((text) => (shown += text));
    expect(shown).not.toBe("");
    terminal.write("stty size; echo $TERM\r");
    await expect.poll(() => shown).toContain("23 91");
    terminal.resize({ columns: 60, rows: 20 });
    terminal.write("stty size\r");
    await expect.poll(() => shown).toContain("20 60");
    expect(shown).toContain("xterm-256color");
    terminal.write("exit 5\r");
    expect(await terminal.exit).toBe(5);
    terminal.write("ignored");
    terminal.dispose();
  });
});
