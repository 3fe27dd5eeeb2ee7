import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../contracts/engine.ts";
import type { CommandOptions, CommandOutput, CommandResult } from "../../contracts/execution-backend.ts";
import { engineOver } from "../booted-engine.ts";
import { KEPT_OUTPUT } from "../kept-output.ts";
import { clientOfFolder } from "./fixtures/client-of-folder.ts";

let folder: string;
let client: ReturnType<typeof clientOfFolder>;
let engine: Engine;
const troubles: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tabwright-runner-"));
  client = clientOfFolder(folder, {
    TABWRIGHT_ENGINE: '{"kind":"local","launcher":"none","servesOwnDisk":false,"keepsFiles":true}',
  });
  engine = await engineOver(client, "local", { onTrouble: (message) => troubles.push(message) });
});

afterAll(() => {
  engine.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function run(command: string, options?: CommandOptions): Promise<CommandResult> {
  const outcome = await engine.backend.run(command, options);
  if (!outcome.ok) throw new Error(outcome.problem.message);
  return outcome.value;
}

function lives(marker: string): boolean {
  return execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" }).includes(marker);
}

describe("the runner tells about its engine", () => {
  test("what it found becomes capabilities, and it left no file in the project", async () => {
    expect(engine.capabilities).toMatchObject({
      node: "full",
      nodeVersion: process.versions.node,
      shell: "bash",
      git: true,
      separateErrorOutput: true,
      isolation: "none",
      keepsFiles: true,
      servesOwnDisk: false,
    });
    expect(await engine.backend.readDirectory("")).toMatchObject({ ok: true });
    expect((await run("ls -A")).stdout).not.toContain("tabwright");
  });
});

describe("a command", () => {
  test("has its two streams apart, its exit code and no colour", async () => {
    const result = await run("echo out; echo err >&2; exit 7");
    expect(result).toMatchObject({ stdout: "out\n", stderr: "err\n", exitCode: 7, merged: false });
    expect(result.killedBy).toBeUndefined();
  });

  test("runs without a terminal and with the environment of an unattended run", async () => {
    const { stdout } = await run(
      '[ -t 0 ] || [ -t 1 ] || echo none; echo "$CI $NO_COLOR $FORCE_COLOR $TERM $PAGER $GIT_PAGER"',
    );
    expect(stdout).toBe("none\n1 1 0 dumb cat cat\n");
  });

  test("gets the given environment, which wins over ours", async () => {
    expect((await run('echo "$A|$CI"', { env: { A: "x 'y' \"z\" $0 😀\n", CI: "0" } })).stdout).toBe(
      "x 'y' \"z\" $0 😀\n|0\n",
    );
  });

  test("reads the given input to its end, or nothing at all", async () => {
    expect((await run("cat", { stdin: "é😀\nno end" })).stdout).toBe("é😀\nno end");
    expect((await run("cat; echo done")).stdout).toBe("done\n");
  });

  test("takes a megabyte of input", async () => {
    expect((await run("wc -c", { stdin: "x".repeat(2 ** 20) })).stdout.trim()).toBe(String(2 ** 20));
  });

  test("that is killed by a signal names it", async () => {
    expect(await run("kill -9 $$")).toMatchObject({ exitCode: 137, killedBy: "SIGKILL" });
  });

  test("runs in a folder whose name has spaces, quotes, dollars and emoji, and does not run the name", async () => {
    const name = `a b 'c' "d" $(touch pwned) 😀;x`;
    mkdirSync(join(folder, name));
    expect((await run("pwd", { cwd: name })).stdout).toBe(`${join(folder, name)}\n`);
    expect((await run("pwd", { cwd: join(folder, name) })).exitCode).toBe(0);
    expect((await run("ls pwned")).exitCode).not.toBe(0);
  });

  test("is refused in a folder that is missing, a file or outside", async () => {
    writeFileSync(join(folder, "a-file"), "");
    expect(await engine.backend.run("pwd", { cwd: "none" })).toMatchObject({
      ok: false,
      problem: { kind: "cannot-start", message: 'The folder "none" does not exist.' },
    });
    expect(await engine.backend.run("pwd", { cwd: "a-file" })).toMatchObject({ ok: false });
    expect(await engine.backend.run("pwd", { cwd: "../.." })).toMatchObject({
      problem: { kind: "outside-project" },
    });
    expect(await engine.backend.run("a\0b")).toMatchObject({ problem: { kind: "cannot-start" } });
  });

  test("that starts like an option is a command all the same", async () => {
    expect((await run("-x; echo after")).stdout).toBe("after\n");
  });

  test("of 300 KB with here documents and non-ASCII text arrives whole", async () => {
    const long = "é".repeat(150_000);
    expect(await run(`cat <<'END' | wc -c\n${long}\nEND\nexit 3`)).toMatchObject({
      stdout: "300001\n",
      exitCode: 3,
    });
  });

  test("may use functions, pipes, pipefail and process substitution", async () => {
    const script =
      'set -euo pipefail\nf() { echo "f:$1"; }\nf x | cat\ndiff <(echo a) <(echo a) && echo same';
    expect((await run(script)).stdout).toBe("f:x\nsame\n");
  });

  test("with a syntax error answers with the shell's own words", async () => {
    const result = await run("if then");
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain("syntax error");
  });
});

describe("output", () => {
  test("with characters that are cut between chunks is whole", async () => {
    const script = `const b=Buffer.from("€😀ß".repeat(20000));let i=0;(function f(){if(i>=b.length)return;
      process.stdout.write(b.subarray(i,i+=7),()=>i%7007?f():setTimeout(f,1));})()`;
    const result = await run(`node -e '${script}'`);
    expect(result.stdout === "€😀ß".repeat(20_000)).toBe(true);
  });

  test("that is no UTF-8 is marked, and control characters survive", async () => {
    expect((await run(`printf 'a\\377b\\r\\n\\000\\033[31m\\177'`)).stdout).toBe(
      "a\ufffdb\r\n\0\u001b[31m\u007f",
    );
  });

  test("of 10 MB keeps its beginning and end and says how much is missing", async () => {
    const result = await run("seq 1 1500000 | head -c 10000000; echo; echo last");
    const kept = KEPT_OUTPUT.headCharacters + KEPT_OUTPUT.tailCharacters;
    expect(result.stdout.startsWith("1\n2\n3\n")).toBe(true);
    expect(result.stdout.endsWith("\nlast\n")).toBe(true);
    expect(result.droppedCharacters).toBe(10_000_000 + "\nlast\n".length - kept);
  });

  test("of 10 MB reaches a listener whole", async () => {
    let heard = 0;
    const result = await run("head -c 10000000 /dev/zero | tr '\\0' x", {
      discardOutput: true,
      onOutput: ({ text }) => {
        heard += text.length;
      },
    });
    expect([heard, result.stdout, result.exitCode]).toEqual([10_000_000, "", 0]);
  });

  test("arrives while the command runs, in order", async () => {
    const chunks: (CommandOutput & { at: number })[] = [];
    const startedAt = performance.now();
    await run("echo one; sleep 0.4; echo two >&2; sleep 0.1; echo three", {
      onOutput: (chunk) => chunks.push({ ...chunk, at: performance.now() - startedAt }),
    });
    expect(chunks.map(({ stream, text }) => [stream, text])).toEqual([
      ["stdout", "one\n"],
      ["stderr", "two\n"],
      ["stdout", "three\n"],
    ]);
    expect((chunks[1]?.at ?? 0) - (chunks[0]?.at ?? 0)).toBeGreaterThan(200);
  });

  test("from a background process does not hold the command", async () => {
    const startedAt = performance.now();
    const started = await engine.backend.start(
      "(while true; do echo chatty; sleep 0.05; done) & sleep 7779 & echo done",
    );
    if (!started.ok) throw new Error(started.problem.message);
    expect((await started.value.result).stdout).toContain("done\n");
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    await started.value.stop();
    expect(lives("sleep 7779")).toBe(false);
  });

  test("of commands side by side is not mixed", async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => run(`for i in 1 2 3; do echo ${index}; sleep 0.02; done`)),
    );
    expect(results.map(({ stdout }) => stdout)).toEqual(
      Array.from({ length: 12 }, (_, index) => `${index}\n`.repeat(3)),
    );
  });
});

describe("a command is stopped", () => {
  test("by its budget with 124 and what it printed, with its whole tree", async () => {
    const result = await run("echo before; sleep 7771 & bash -c 'sleep 7771'; echo never", { budgetMs: 400 });
    expect(result).toMatchObject({ exitCode: 124, stoppedBy: "budget", stdout: "before\n" });
    expect(lives("sleep 7771")).toBe(false);
  });

  test("by its time-out", async () => {
    expect(await run("sleep 7772", { timeoutMs: 300 })).toMatchObject({
      exitCode: 124,
      stoppedBy: "timeout",
    });
  });

  test("by a signal, and the promise still settles with what was printed", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const result = await run("echo before; sleep 7773", { signal: stop.signal });
    expect(result).toMatchObject({
      stoppedBy: "signal",
      stdout: "before\n",
      killedBy: "SIGTERM",
      exitCode: 143,
    });
    expect(await run("echo no", { signal: stop.signal })).toMatchObject({ stoppedBy: "signal", stdout: "" });
  });

  test("even when it traps the polite signal", async () => {
    const result = await run("trap '' TERM; echo deaf; while true; do sleep 0.05; done", { budgetMs: 300 });
    expect(result).toMatchObject({ stoppedBy: "budget", stdout: "deaf\n", killedBy: "SIGKILL" });
  });

  test("with grandchildren that left its session", async () => {
    await run("setsid bash -c 'sleep 7774; true' & sleep 7774", { budgetMs: 400 });
    expect(lives("sleep 7774")).toBe(false);
  });

  test("with processes that left its session and emptied their environment, as long as their parent lives", async () => {
    await run("env -i setsid /bin/sleep 7775 & wait", { budgetMs: 400 });
    expect(lives("sleep 7775")).toBe(false);
  });

  test("though its output is not taken as fast as it comes", async () => {
    const result = await run("yes", { budgetMs: 500, discardOutput: true });
    expect(result).toMatchObject({ exitCode: 124, stoppedBy: "budget" });
  });
});

describe("a started command", () => {
  test("takes input while it runs and ends by itself", async () => {
    const started = await engine.backend.start("read a; read b; echo $a-$b");
    if (!started.ok) throw new Error(started.problem.message);
    started.value.write("x\n");
    await sleep(50);
    started.value.write("é\n");
    expect(await started.value.result).toMatchObject({ stdout: "x-é\n", exitCode: 0 });
  });

  test("is stopped with what it left in the background, also after its shell ended", async () => {
    const started = await engine.backend.start("setsid sleep 7776 & echo up");
    if (!started.ok) throw new Error(started.problem.message);
    expect((await started.value.result).stdout).toBe("up\n");
    expect(lives("sleep 7776")).toBe(true);
    expect(await started.value.stop()).toEqual([]);
    expect(lives("sleep 7776")).toBe(false);
  });
});

describe("the runner", () => {
  test("ignores garbage on its input", async () => {
    for (const line of [
      "garbage",
      "#1",
      "#9.%%%",
      "#8.bm8ganNvbg==",
      "é😀",
      "x".repeat(100_000),
      "#7.eyJvcCI6InRvYm9nZ2FuIn0=",
    ])
      client.processes[0]?.write(`${line}\n`);
    expect((await run("echo fine")).stdout).toBe("fine\n");
  });

  test("that is killed is started again; the command in flight says so and is gone", async () => {
    const [first] = client.processes;
    const inFlight = engine.backend.run("echo partly; sleep 7777");
    const started = await engine.backend.start("sleep 7778");
    await sleep(300);
    first?.kill("SIGKILL");
    expect(await inFlight).toMatchObject({
      ok: false,
      problem: { kind: "engine-lost", message: expect.stringContaining("partly") },
    });
    if (!started.ok) throw new Error(started.problem.message);
    expect(await started.value.result).toMatchObject({
      exitCode: 137,
      stderr: expect.stringContaining("ended"),
    });
    expect((await run("echo again")).stdout).toBe("again\n");
    expect(lives("sleep 7777") || lives("sleep 7778")).toBe(false);
  });

  test("had no trouble that nobody was told", () => {
    expect(troubles).toEqual([]);
  });
});
