import { afterEach, describe, expect, test } from "vitest";
import type { Disposable } from "../base/disposable.ts";
import { backendInMemory, type BackendInMemory } from "../contracts/backend-in-memory.ts";
import type {
  CommandOutput,
  CommandResult,
  ExecutionBackend,
  FileChange,
} from "../contracts/execution-backend.ts";
import { connectBackend, serveBackend } from "./backend-link.ts";

const open: Disposable[] = [];

afterEach(() => {
  for (const one of open.splice(0)) one.dispose();
});

async function linked(
  backend: ExecutionBackend,
): Promise<{ far: ExecutionBackend & Disposable; served: Disposable }> {
  const { port1, port2 } = new MessageChannel();
  const served = serveBackend(backend, port1);
  const far = await connectBackend(port2);
  open.push(far, served);
  return { far, served };
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const done: CommandResult = { stdout: "", stderr: "", exitCode: 0, merged: false, durationMs: 5 };

function backendThatRuns(run: NonNullable<Parameters<typeof backendInMemory>[1]>["run"]): BackendInMemory {
  return backendInMemory({}, { ...(run && { run }) });
}

describe("a backend at the other end of a channel", () => {
  test("has the root, the capabilities and only the optional methods of the served one", async () => {
    const { stat: _stat, watch: _watch, ...less } = backendInMemory({}, { projectRoot: "/w", hostFs: true });
    const { far } = await linked(less);
    expect(far).toMatchObject({ projectRoot: "/w", hostFs: true, capabilities: less.capabilities });
    expect(["stat", "watch", "readFiles", "realPath"].map((name) => name in far)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test("reads, writes, lists, moves and removes, and passes problems on", async () => {
    const near = backendInMemory({ "a/b": "1" });
    const { far } = await linked(near);
    expect(await far.readFile("a/b")).toEqual({ ok: true, value: bytes("1") });
    expect(await far.readFile("none")).toMatchObject({ problem: { kind: "not-found", path: "none" } });
    await far.writeFile("c", bytes("é"));
    await far.makeDirectory("d");
    await far.rename("a", "e");
    await far.remove("d", { recursive: true });
    expect(await far.readDirectory("")).toMatchObject({ value: [{ name: "c" }, { name: "e" }] });
    expect(await far.stat?.("c")).toMatchObject({ value: { sizeBytes: 2 } });
    expect(await far.realPath?.("c")).toEqual({ ok: true, value: "/project/c" });
    expect(await far.readFiles?.(["c", "none"])).toMatchObject([{ ok: true }, { ok: false }]);
    expect(near.text("e/b")).toBe("1");
  });

  test("hands large bytes over and leaves the caller's own bytes usable", async () => {
    const large = new Uint8Array(300_000).fill(7);
    const near = backendInMemory({ large });
    const { far } = await linked(near);
    for (let round = 0; round < 2; round += 1) {
      const read = await far.readFile("large");
      expect(read.ok && read.value.byteLength).toBe(300_000);
    }
    await far.writeFile("copy", large);
    expect([large.byteLength, near.text("copy")?.length]).toEqual([300_000, 300_000]);
  });

  test("tells changes until the watch is disposed", async () => {
    const near = backendInMemory();
    const { far } = await linked(near);
    const seen: (readonly FileChange[])[] = [];
    const watch = far.watch?.((changes) => seen.push(changes));
    await far.writeFile("a", bytes("1"));
    await far.readFile("a");
    watch?.dispose();
    await far.writeFile("b", bytes("1"));
    await far.readFile("b");
    expect(seen).toEqual([[{ kind: "created", path: "a" }]]);
  });
});

describe("a command at the other end of a channel", () => {
  test("gives its output piece by piece before its result, and the result has all of it", async () => {
    const near = backendThatRuns(async (_command, options) => {
      for (let index = 0; index < 200; index += 1) {
        options.onOutput?.({ stream: index % 2 ? "stderr" : "stdout", text: `${index} ` });
        if (index % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return { ok: true, value: done };
    });
    const { far } = await linked(near);
    const heard: CommandOutput[] = [];
    const outcome = await far.run("x", { onOutput: (chunk) => heard.push(chunk) });
    expect(heard).toHaveLength(200);
    expect(outcome.ok && outcome.value.stdout.split(" ").slice(0, 3)).toEqual(["0", "2", "4"]);
    expect(outcome.ok && outcome.value.stderr.endsWith("197 199 ")).toBe(true);
  });

  test("of a backend that gives output only at the end has it in its result", async () => {
    const { far } = await linked(
      backendThatRuns(async () => ({ ok: true, value: { ...done, stdout: "all" } })),
    );
    expect(await far.run("x")).toMatchObject({ value: { stdout: "all" } });
  });

  test("carries its options, and a stop by signal", async () => {
    const near = backendThatRuns(async (command, options) => {
      await new Promise((resolve) => options.signal?.addEventListener("abort", resolve));
      return {
        ok: true,
        value: { ...done, stdout: `${command} ${options.cwd} ${options.budgetMs}`, stoppedBy: "signal" },
      };
    });
    const { far } = await linked(near);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 10);
    const outcome = await far.run("x", { cwd: "src", budgetMs: 3, signal: stop.signal });
    expect(outcome).toMatchObject({ value: { stdout: "x src 3", stoppedBy: "signal" } });
    expect(await far.run("x", { signal: stop.signal })).toMatchObject({ value: { stoppedBy: "signal" } });
  });

  test("can be started, stopped and waited for", async () => {
    const near = backendThatRuns(async (_command, options) => {
      options.onOutput?.({ stream: "stdout", text: "up" });
      await new Promise((resolve) => options.signal?.addEventListener("abort", resolve));
      return { ok: true, value: done };
    });
    const { far } = await linked(near);
    const started = await far.start("serve");
    if (!started.ok) throw new Error(started.problem.message);
    expect(await started.value.stop()).toEqual([]);
    expect((await started.value.result).stdout).toBe("up");
  });

  test("that cannot be started says why", async () => {
    const { far } = await linked(backendInMemory());
    expect(await far.run("x")).toMatchObject({ problem: { kind: "not-supported" } });
    expect(await far.start("x")).toMatchObject({ problem: { kind: "not-supported" } });
  });
});

describe("when the serving end is disposed", () => {
  test("commands are stopped, and pending and later questions are answered with engine-lost", async () => {
    let aborted = false;
    const near = backendThatRuns(async (_command, options) => {
      await new Promise((resolve) => options.signal?.addEventListener("abort", resolve));
      aborted = true;
      return { ok: true, value: done };
    });
    const { far, served } = await linked(near);
    const pending = far.run("x");
    const started = await far.start("y");
    served.dispose();
    expect(await pending).toMatchObject({ problem: { kind: "engine-lost" } });
    expect(started.ok && (await started.value.result)).toMatchObject({ exitCode: 137 });
    expect(aborted).toBe(true);
    expect(await far.readFile("a")).toMatchObject({ problem: { kind: "engine-lost" } });
    expect(await far.readFiles?.(["a"])).toMatchObject([{ problem: { kind: "engine-lost" } }]);
    expect(await far.run("x")).toMatchObject({ problem: { kind: "engine-lost" } });
  });
});
