import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildTools } from "../build-tools.ts";
import { createLocalBackend } from "../local-backend/create-local-backend.ts";
import type { ToolBuildConfig } from "../session.ts";
import type { ToolResult } from "../tool.ts";
import type { ToolName } from "../tool-schemas.ts";
import { BackgroundTasks } from "./background-tasks.ts";

let root: string;
let tasks: BackgroundTasks;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tabwright-tasks-"));
  tasks = new BackgroundTasks();
});

afterEach(() => {
  tasks.dispose();
  rmSync(root, { recursive: true, force: true });
});

function bench(config: ToolBuildConfig = {}) {
  const tools = buildTools(createLocalBackend(root), { backgroundTasks: tasks, ...config });
  return async (name: ToolName, input: object): Promise<ToolResult> => {
    const tool = tools.find((each) => each.name === name);
    return (await tool?.execute(input, { callId: "c", signal: new AbortController().signal })) ?? {};
  };
}

describe("a background task", () => {
  test("is started at once, waited for, and answered like a command", async () => {
    const call = bench();
    const started = await call("exec_command", {
      command: "sleep 0.2; echo done; exit 3",
      run_in_background: true,
    });
    expect(started["taskId"]).toMatch(/^task-/);
    const result = await call("wait_for_task", { taskId: started["taskId"] });
    expect(result).toMatchObject({ finished: true, exitCode: 3, stdout: "done\n" });
    expect(result["status"]).toContain("exit 3");
  });

  test("G1 shows only new text at each look, and its log can be read", async () => {
    const call = bench();
    const { taskId, log } = await call("exec_command", { command: "echo one; sleep 30", background: true });
    const first = await call("wait_for_task", { taskId, timeout: 300 });
    expect(first).toMatchObject({ status: "running", output: "one\n" });
    expect((await call("wait_for_task", { taskId, timeout: 50 }))["output"]).toBe("");
    expect(await call("read_file", { path: log })).toMatchObject({ content: "one\n" });
    expect(await call("stop_task", { taskId })).toMatchObject({ status: "stopped" });
    expect(await call("wait_for_task", { taskId })).toMatchObject({ status: "stopped" });
  });

  test("G1 a stop takes everything it had started", async () => {
    const call = bench();
    const { taskId } = await call("exec_command", {
      command: "(sleep 1; touch alive) & wait",
      background: true,
    });
    await call("stop_task", { taskId });
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(existsSync(join(root, "alive"))).toBe(false);
  });

  test("G2 one that nobody knows is lost, never done", async () => {
    expect(await bench()("wait_for_task", { taskId: "task-abc-def" })).toMatchObject({ status: "lost" });
  });

  test.each([[{ taskId: "../../secret" }], [{}], [{ taskId: 7 }]])("%j is refused", async (input) => {
    expect((await bench()("wait_for_task", input))["error"]).toContain("taskId");
  });
});

describe("X3 more time than a call may take", () => {
  test("a command that is done early is answered as usual, with both numbers", async () => {
    const result = await bench()("exec_command", { command: "echo hi", timeout: 1_800_000 });
    expect(result).toMatchObject({ exitCode: 0, stdout: "hi\n" });
    expect(result["note"]).toMatch(/1800000.*600000/);
  });

  test("one that goes on becomes a task", async () => {
    const call = bench({ overCeilingGraceMs: 100 });
    const result = await call("exec_command", { command: "echo hi; sleep 30", timeout: 1_800_000 });
    expect(result).toMatchObject({ status: "running", output: "hi\n" });
    expect(result["taskId"]).toMatch(/^task-/);
  });
});

test("two runs of a suite on one application do not overlap", async () => {
  const call = bench();
  const { taskId } = await call("exec_command", {
    command: "npx playwright test; sleep 9",
    background: true,
  });
  const second = await call("exec_command", { command: "npx playwright test a.spec.ts" });
  expect(second["error"]).toContain(String(taskId));
  await call("stop_task", { taskId });
});

test("the tools for tasks go with exec_command", () => {
  const names = buildTools(createLocalBackend(root), { exclude: ["exec_command"] }).map(({ name }) => name);
  expect(names).not.toContain("wait_for_task");
  expect(names).not.toContain("stop_task");
});
