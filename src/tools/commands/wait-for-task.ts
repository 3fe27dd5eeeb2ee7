import { STUCK_AFTER_MS, WAIT_DEFAULT_MS } from "../limits.ts";
import { describe } from "../input/argument-errors.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { type Refusal, refusal, refused } from "../refusal.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { type BackgroundTask, isTaskId } from "./background-tasks.ts";
import { cleanOutput } from "./clean-output.ts";
import { clipShellOutput } from "./clip-output.ts";
import { commandAnswer } from "./command-answer.ts";
import { maskedOutput, type Shell } from "./shell.ts";

export function waitForTaskTool(shell: Shell): ToolImplementation {
  return async (input, context) => {
    const task = taskOf(shell, input["taskId"], "wait_for_task");
    if ("code" in task) return refused(task);
    if ("status" in task) return { ...task };
    const timeout = waitTime(input["timeout"]);
    if (typeof timeout !== "number") return refused(timeout);
    return waitFor(shell, task, timeout, context);
  };
}

export function stopTaskTool(shell: Shell): ToolImplementation {
  return async (input) => {
    const task = taskOf(shell, input["taskId"], "stop_task");
    if ("code" in task) return refused(task);
    if ("status" in task) return { ...task };
    const state = await task.stop();
    const output = freshOutput(shell, task);
    if (state.at === "stopped" && state.left.length > 0) {
      return {
        taskId: task.id,
        error: `Not everything of the task could be stopped: ${state.left.join(", ")} is left.`,
        output,
      };
    }
    if (state.at === "ended") {
      return {
        taskId: task.id,
        status: "finished",
        exitCode: state.result.exitCode,
        output,
        note: "It had ended by itself.",
      };
    }
    return { taskId: task.id, status: state.at, output };
  };
}

interface LostTask {
  readonly taskId: string;
  readonly status: "lost";
  readonly note: string;
}

function taskOf({ tasks }: Shell, id: unknown, tool: string): BackgroundTask | LostTask | Refusal {
  if (typeof id !== "string" || !isTaskId(id)) {
    return refusal(
      "BAD_ARGUMENT",
      `${tool} needs "taskId" as exec_command gave it, for example {"taskId":"task-m1a2b3-c4d5e6"}; it got ${describe(id)}.`,
    );
  }
  return tasks.get(id) ?? lost(id);
}

function lost(taskId: string): LostTask {
  return {
    taskId,
    status: "lost",
    note:
      "No such task is known here: its engine or tab was restarted, or it never was. How it ended cannot be told. " +
      "Start the command again if its result is needed.",
  };
}

function waitTime(value: unknown): number | Refusal {
  if (value === undefined || value === null) return WAIT_DEFAULT_MS;
  const asked = Number(value);
  if (!Number.isFinite(asked) || asked <= 0) {
    return refusal(
      "TIMEOUT_ARG",
      `"timeout" of wait_for_task is in milliseconds; it got ${describe(value)}.`,
    );
  }
  return Math.min(WAIT_DEFAULT_MS, asked);
}

/** Waits for the end of a task, for a time, and shows what it printed since the last look. */
export async function waitFor(
  shell: Shell,
  task: BackgroundTask,
  timeoutMs: number,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const started = performance.now();
  const printed = task.log.total;
  const isStuck = task.silentWaitMs >= STUCK_AFTER_MS && task.log.total === task.seen;
  if (!isStuck && task.state().at === "running") await settled(task.over, timeoutMs, context?.signal);
  const waitedMs = Math.round(performance.now() - started);
  task.silentWaitMs = task.log.total === printed ? task.silentWaitMs + waitedMs : 0;
  const state = task.state();
  const base = { taskId: task.id, waitedMs };
  switch (state.at) {
    case "ended": {
      task.seen = task.log.total;
      const place = { cwd: task.cwd, shown: task.shownCwd };
      const answer = await commandAnswer(
        shell,
        { command: task.command, place, result: state.result },
        [],
        context,
      );
      return { ...base, ...answer, finished: true };
    }
    case "stopped":
      return { ...base, status: "stopped", output: freshOutput(shell, task) };
    case "lost":
      return { ...lost(task.id), output: freshOutput(shell, task) };
    case "running":
      return task.silentWaitMs >= STUCK_AFTER_MS
        ? { ...base, status: "stuck", output: freshOutput(shell, task), note: stuckNote(task) }
        : { ...base, status: "running", output: freshOutput(shell, task), note: runningNote(task) };
  }
}

function runningNote({ logPath, id }: BackgroundTask): string {
  return `It is still running. Do other work, or call wait_for_task with "${id}" again. The whole log is ${logPath}.`;
}

function stuckNote({ id, silentWaitMs }: BackgroundTask): string {
  return `It has printed nothing for ${Math.round(silentWaitMs / 1000)} s of waiting. Stop it with stop_task {"taskId":"${id}"} and look for the reason.`;
}

/** What was printed since the last look, cleaned, masked and clipped. */
function freshOutput(shell: Shell, task: BackgroundTask): string {
  const fresh = maskedOutput(shell, cleanOutput(task.log.since(task.seen)));
  task.seen = task.log.total;
  const recovery = `All of it is in ${task.logPath}; read a part with read_file.`;
  return clipShellOutput(fresh, "", Math.floor(shell.inlineMax / 3), recovery).stdout;
}

function settled(over: Promise<void>, timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    signal?.addEventListener("abort", done, { once: true });
    void over.finally(done);
    if (signal?.aborted === true) done();
  });
}
