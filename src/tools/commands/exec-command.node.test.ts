import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildTools } from "../build-tools.ts";
import { createLocalBackend } from "../local-backend/create-local-backend.ts";
import type { SuiteNote } from "../../contracts/suite-notes.ts";
import type { ToolBuildConfig } from "../session.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tabwright-exec-"));
  mkdirSync(join(root, "d1"));
  mkdirSync(join(root, "d2"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function shell(config: ToolBuildConfig = {}) {
  const backend = createLocalBackend(root);
  const workingDirectory = { current: backend.projectRoot };
  const tools = buildTools(backend, { ...config, workingDirectory });
  const exec = tools.find(({ name }) => name === "exec_command");
  return {
    cwd: () => workingDirectory.current.slice(root.length + 1),
    run: async (
      command: string,
      more: object = {},
      context?: Partial<ToolCallContext>,
    ): Promise<ToolResult> => {
      const signal = new AbortController().signal;
      const result = await exec?.execute({ command, ...more }, { callId: "c", signal, ...context });
      return result ?? {};
    },
  };
}

describe("X7 the directory is learnt from the shell itself", () => {
  test.each([
    ["cd d1 && false", 1, "d1", ""],
    ["cd d1; exit 3", 3, "d1", ""],
    ["set -e\nfalse\necho x", 1, "", ""],
    ["set -euo pipefail; cd d1; echo hi", 0, "d1", "hi\n"],
    ["cd d1\ncat <<END\nhere\nEND", 0, "d1", "here\n"],
    ["cd d1 # away", 0, "d1", ""],
    ["cd nosuch && ls", 1, "", ""],
    ["trap 'true' EXIT; exit 4", 4, "", ""],
    ["echo 'it''s' \"$HOME\" >/dev/null; cd d2", 0, "d2", ""],
  ])("%j", async (command, exitCode, cwd, stdout) => {
    const { run, cwd: now } = shell();
    const result = await run(command);
    expect(result).toMatchObject({ exitCode, stdout });
    expect(now()).toBe(cwd);
    expect(JSON.stringify(result)).not.toContain("tabwright-cwd");
  });

  test("a command that does not parse ends with 2 and stays where it was", async () => {
    const { run, cwd } = shell();
    expect(await run("cd d1 &&")).toMatchObject({ exitCode: 2 });
    expect(cwd()).toBe("");
  });

  test("set -x shows no mark", async () => {
    const { run, cwd } = shell();
    const result = await run("set -x; cd d2");
    expect(result["stderr"]).toContain("cd d2");
    expect(result["stderr"]).not.toContain("tabwright-cwd");
    expect(cwd()).toBe("d2");
  });

  test("a record that the command prints itself is no record", async () => {
    const { run, cwd } = shell();
    await run("printf '<tabwright-cwd-0000000000000000>/etc</tabwright-cwd-0000000000000000>' >&2");
    expect(cwd()).toBe("");
  });

  test("nothing of a record is streamed", async () => {
    const chunks: string[] = [];
    const { run } = shell();
    await run("echo out; echo err >&2; cd d1", {}, { onOutput: ({ text }) => void chunks.push(text) });
    expect(chunks.join("")).toBe("out\nerr\n");
  });
});

describe("X8 the next call starts there", () => {
  test("in the directory of the last cd, and a call's own cwd changes nothing", async () => {
    const { run } = shell();
    await run("cd d1");
    expect(await run("pwd")).toMatchObject({ stdout: `${root}/d1\n`, cwd: "d1" });
    expect(await run("pwd", { cwd: `${root}/d2` })).toMatchObject({ stdout: `${root}/d2\n` });
    expect(await run("pwd")).toMatchObject({ stdout: `${root}/d1\n` });
  });

  test("in the nearest directory that is left, with a notice", async () => {
    const { run } = shell();
    await run("mkdir t; cd t; rm -rf ../t");
    const result = await run("pwd");
    expect(result).toMatchObject({ exitCode: 0, stdout: `${root}\n` });
    expect(result["note"]).toContain("is gone");
  });

  test("outside the project the shell stays, is told, and files are still fenced", async () => {
    const { run } = shell();
    const left = await run("cd /");
    expect(left["note"]).toContain("outside the project");
    expect(await run("pwd")).toMatchObject({ stdout: "/\n", cwd: "/" });
  });

  test("a textual .. over a link is what the shell made of it", async () => {
    mkdirSync(join(root, "a/b"), { recursive: true });
    symlinkSync("a/b", join(root, "s"));
    const { run, cwd } = shell();
    const result = await run("cd s/..; pwd");
    expect(result["stdout"]).toBe(`${root}${cwd() === "" ? "" : `/${cwd()}`}\n`);
  });
});

describe("X5 a deadline keeps the output and kills the tree", () => {
  test("what was printed comes back with 124", async () => {
    const result = await shell().run("echo P; sleep 30", { timeout: 1_000 });
    expect(result).toMatchObject({ exitCode: 124, timedOut: true, stdout: "P\n" });
    expect(result["error"]).toContain("1000 ms");
  });

  test("a child of the shell does not outlive it", async () => {
    await shell().run("(sleep 2; touch alive) & wait", { timeout: 1_000 });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(() => readFileSync(join(root, "alive"))).toThrow("ENOENT");
  });

  test("a stop by the person keeps what was printed", async () => {
    const stop = new AbortController();
    const result = await shell().run(
      "echo P; sleep 30",
      {},
      {
        signal: stop.signal,
        onOutput: () => stop.abort(),
      },
    );
    expect(result).toMatchObject({ aborted: true, stdout: "P\n" });
  });
});

test("X6 a command ends when its shell does, whatever it left running", async () => {
  const started = performance.now();
  const result = await shell().run("sleep 5 & echo done");
  expect(result).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(performance.now() - started).toBeLessThan(3_000);
});

describe("X2 a time that is none is refused", () => {
  test.each([
    [120, "120000"],
    [0, "milliseconds"],
    [999, "999000"],
    [-5, "milliseconds"],
    ["1m", "milliseconds"],
  ])("%j", async (timeout, advice) => {
    const result = await shell().run("touch ran", { timeout });
    expect(result["code"]).toBe("TIMEOUT_ARG");
    expect(result["error"]).toContain(advice);
    expect(() => readFileSync(join(root, "ran"))).toThrow("ENOENT");
  });

  test.each([[1_000], ["60000"]])("%j is taken", async (timeout) => {
    expect(await shell().run("true", { timeout })).toMatchObject({ exitCode: 0 });
  });
});

describe("X9-X11 long output", () => {
  test("both ends are shown, the numbers are true, and the whole is in a file", async () => {
    const result = await shell().run("seq 1 20000; echo last >&2; exit 1");
    expect(result).toMatchObject({ exitCode: 1, stderr: "last\n" });
    expect(result["status"]).toContain("exit 1");
    const shown = String(result["stdout"]);
    expect(JSON.stringify(shown).length).toBeLessThan(31_000);
    expect(shown.startsWith("1\n2\n")).toBe(true);
    expect(shown.endsWith("19999\n20000\n")).toBe(true);
    const full = readFileSync(join(root, String(result["fullOutput"])), "utf8");
    expect(full).toContain("\n10000\n");
    expect(readFileSync(join(root, ".tabwright/.gitignore"), "utf8")).toBe("*\n");
  });

  test("a redrawn line is shown once and colours are gone", async () => {
    const result = await shell().run("printf '1%%\\r2%%\\r\\033[31m3%%\\033[0m\\n'; yes y | head -50");
    expect(result["stdout"]).toBe("3%\ny\n[the line above 50 times in a row]\n");
  });

  test("secrets in the output are masked", async () => {
    expect((await shell().run("echo STRIPE_SECRET=whsec_9"))["stdout"]).toBe("STRIPE_SECRET=[REDACTED]\n");
  });
});

test("a command with no input does not wait for any", async () => {
  expect(await shell().run("cat; echo end", { timeout: 5_000 })).toMatchObject({ stdout: "end\n" });
});

test("the person decides, and a refused command does not run", async () => {
  writeFileSync(join(root, "keep"), "");
  const asked: unknown[] = [];
  const result = await shell().run(
    "rm keep",
    { cwd: "." },
    {
      approve: async (proposal) => {
        asked.push(proposal);
        return { kind: "refuse", text: "leave it" };
      },
    },
  );
  expect(asked).toEqual([
    { kind: "command", tool: "exec_command", command: "rm keep", cwd: "", background: false },
  ]);
  expect(result["error"]).toContain("leave it");
  expect(readFileSync(join(root, "keep"), "utf8")).toBe("");
});

test("a run of tests comes with what it showed, for the model and for the interface", async () => {
  writeFileSync(
    join(root, "sum.test.mjs"),
    `import test from "node:test"; import assert from "node:assert";
test("adds", () => assert.equal(1 + 1, 3)); test("works", () => {});`,
  );
  const notes: SuiteNote[] = [];
  const result = await shell().run(
    "node --test sum.test.mjs",
    {},
    { onSuiteNote: (note) => void notes.push(note) },
  );
  expect(result["exitCode"]).toBe(1);
  expect(notes).toMatchObject([{ outcome: "failed", counts: { passed: 1, failed: 1 } }]);
  expect(result["causesNote"]).toContain(notes[0]?.headline);
});
