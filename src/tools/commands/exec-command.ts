import { checkBlockedCommand, isPlaywrightRunCommand } from "../../shell/public.ts";
import { OVER_CEILING_GRACE_MS } from "../limits.ts";
import { emptyCallError } from "../input/argument-errors.ts";
import { missingParamError } from "../input/missing-param-error.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { isInside, relativeTo } from "../paths/resolve-path.ts";
import { type Refusal, refusal, refused } from "../refusal.ts";
import { problemText, type ToolSession } from "../session.ts";
import { redactSecrets } from "../text/redact.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { TOOL_SCHEMAS } from "../tool-schemas.ts";
import type { BackgroundTask } from "./background-tasks.ts";
import { commandAnswer } from "./command-answer.ts";
import { timeoutArgument } from "./command-timeout.ts";
import { COMMAND_ENVIRONMENT, runInShell } from "./run-in-shell.ts";
import type { Shell } from "./shell.ts";
import { type ShellPlace, shellPlace } from "./shell-place.ts";
import { waitFor } from "./wait-for-task.ts";

export function execCommandTool(shell: Shell): ToolImplementation {
  return async (input, context) => {
    const empty = emptyCallError(input, "exec_command");
    if (empty !== null) return refused(refusal("EMPTY_CALL", empty));
    const { command } = input;
    if (typeof command !== "string" || command.trim() === "") {
      return refused(
        refusal("BAD_ARGUMENT", missingParamError(TOOL_SCHEMAS.exec_command, input, ["command"])),
      );
    }
    const timeout = timeoutArgument(input["timeout"], shell.caps);
    if ("code" in timeout) return refused(timeout);
    const place = await shellPlace(shell.session, input["cwd"]);
    if ("code" in place) return refused(place);
    const run = {
      command,
      place,
      asked: timeout.timeoutMs,
      ownCwd: input["cwd"] !== undefined,
      background: input["run_in_background"] === true,
    };
    const blocked = vetoOf(shell, run);
    if (blocked !== undefined) return blocked;
    const answer = await context?.approve?.({
      kind: "command",
      tool: "exec_command",
      command,
      cwd: place.shown === "." ? "" : place.shown,
      background: run.background,
    });
    if (answer?.kind === "refuse") return refused(refusal("REJECTED", answer.text));
    context?.signal.throwIfAborted();
    return carryOut(shell, run, context);
  };
}

interface CommandRun {
  readonly command: string;
  readonly place: ShellPlace;
  readonly asked: number | undefined;
  /** The call named its directory: the shell of later calls stays where it was. */
  readonly ownCwd: boolean;
  readonly background: boolean;
}

function vetoOf(
  { session, tasks }: Shell,
  { command, place, background }: CommandRun,
): ToolResult | undefined {
  const { config, backend } = session;
  const dangerous = config.blockDangerousCommands === true ? checkBlockedCommand(command) : null;
  if (dangerous !== null) return refused(refusal("BLOCKED", dangerous));
  const vetoed = config.blockCommand?.(command, place.cwd) ?? null;
  if (vetoed !== null) return { error: vetoed, code: "BLOCKED" };
  if (background && !backend.capabilities.backgroundProcesses) {
    return refused(
      refusal(
        "BLOCKED",
        "nothing can run in the background on this engine. Run the command without run_in_background.",
      ),
    );
  }
  const inTheWay = isPlaywrightRunCommand(command)
    ? tasks.running().find((task) => isPlaywrightRunCommand(task.command))
    : undefined;
  return inTheWay === undefined ? undefined : refused(suiteInTheWay(inTheWay));
}

function suiteInTheWay({ id }: BackgroundTask): Refusal {
  return refusal(
    "BLOCKED",
    `another run of the suite works on the same application. Wait for it with wait_for_task {"taskId":"${id}"}, or stop it with stop_task.`,
  );
}

async function carryOut(
  shell: Shell,
  run: CommandRun,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const { caps, session } = shell;
  const asked = run.asked ?? caps.defaultMs;
  const overCeiling = asked > caps.maxMs;
  if (run.background || (overCeiling && session.backend.capabilities.backgroundProcesses)) {
    return inBackground(shell, run, run.background ? undefined : asked, context);
  }
  const budgetMs = Math.min(asked, caps.maxMs);
  const ran = await runInShell(session, run.command, run.place, budgetMs, context);
  if (!ran.ok) return cannotRun(ran.problem.message);
  const { result, directory } = ran.value;
  const notes = [
    run.place.notice,
    overCeiling ? `It asked for ${asked} ms and ran under the limit of ${caps.maxMs} ms.` : undefined,
    run.ownCwd ? undefined : moveTo(session, run.place, directory),
  ];
  return commandAnswer(shell, { command: run.command, place: run.place, result, budgetMs }, notes, context);
}

/** Starts a task; one that only asked for more time than a call may take gets some of it at once. */
async function inBackground(
  shell: Shell,
  { command, place }: CommandRun,
  asked: number | undefined,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const { session, tasks, caps } = shell;
  const started = await tasks.start(session.backend, {
    command,
    cwd: place.goTo ?? place.cwd,
    shownCwd: place.shown,
    env: COMMAND_ENVIRONMENT,
  });
  if (!started.ok) return cannotRun(started.problem.message);
  const task = started.value;
  const handle = {
    taskId: task.id,
    log: task.logPath,
    note:
      `It runs in the background. Its log is ${task.logPath} (read_file); do other work and then call wait_for_task with its taskId. ` +
      `Do not sleep and look.`,
  };
  if (asked === undefined) return handle;
  const grace = session.config.overCeilingGraceMs ?? OVER_CEILING_GRACE_MS;
  const waited = await waitFor(shell, task, grace, context);
  const why = `It asked for ${asked} ms; one call takes at most ${caps.maxMs} ms, so it was started in the background.`;
  return waited["finished"] === true
    ? { ...waited, note: typeof waited["note"] === "string" ? `${why} ${waited["note"]}` : why }
    : { ...waited, ...handle, note: `${why} ${handle.note}` };
}

function cannotRun(message: string): ToolResult {
  const text = redactSecrets(problemText({ kind: "failed", message }));
  return refused(refusal("FAILED", `the command could not be run: ${text}.`));
}

/** Follows the shell to where the command left it, and says so when that is outside the project. */
function moveTo(session: ToolSession, place: ShellPlace, directory: string | undefined): string | undefined {
  if (directory === undefined) return undefined;
  const { cwd, paths } = session;
  if (directory === cwd.current) return undefined;
  cwd.current = directory;
  if (isInside(directory, paths.root)) {
    const now = relativeTo(paths.root, directory) || ".";
    return now === place.shown ? undefined : `The shell is now in ${now}; later calls start there.`;
  }
  return `The shell is now in ${directory}, outside the project; file tools still work from the project root.`;
}
