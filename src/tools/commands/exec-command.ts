import type { CommandResult } from "../../contracts/execution-backend.ts";
import { missingParamError } from "../input/missing-param-error.ts";
import { emptyCallError } from "../input/argument-errors.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { isInside, relativeTo } from "../paths/resolve-path.ts";
import { refusal, refused } from "../refusal.ts";
import { problemText, type ToolSession } from "../session.ts";
import { redactSecrets } from "../text/redact.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { TOOL_SCHEMAS } from "../tool-schemas.ts";
import { cleanOutput } from "./clean-output.ts";
import { clipShellOutput } from "./clip-output.ts";
import { resolveTimeoutCaps, timeoutArgument, type TimeoutCaps } from "./command-timeout.ts";
import { OverflowFiles } from "./overflow-files.ts";
import { runInShell } from "./run-in-shell.ts";
import { shellInlineMax } from "./clip-output.ts";
import { suiteNoteOfCommand } from "./suite-note-of-command.ts";
import { type ShellPlace, shellPlace } from "./shell-place.ts";

export function execCommandTool(session: ToolSession): ToolImplementation {
  const { config, log } = session;
  const shell: Shell = {
    session,
    caps: resolveTimeoutCaps({ defaultMs: config.execTimeoutMs, maxMs: config.maxExecTimeoutMs }, log),
    inlineMax: shellInlineMax(config.shellInlineMax, log),
    overflow: new OverflowFiles(session.backend),
  };
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
    const place = await shellPlace(session, input["cwd"]);
    if ("code" in place) return refused(place);
    const vetoed = config.blockCommand?.(command, place.cwd);
    if (vetoed !== undefined && vetoed !== null) return { error: vetoed, code: "BLOCKED" };
    const answer = await context?.approve?.({
      kind: "command",
      tool: "exec_command",
      command,
      cwd: place.shown === "." ? "" : place.shown,
      background: false,
    });
    if (answer?.kind === "refuse") return refused(refusal("REJECTED", answer.text));
    return runForeground(
      shell,
      { command, place, asked: timeout.timeoutMs, ownCwd: input["cwd"] !== undefined },
      context,
    );
  };
}

interface Shell {
  readonly session: ToolSession;
  readonly caps: TimeoutCaps;
  readonly inlineMax: number;
  readonly overflow: OverflowFiles;
}

interface ForegroundRun {
  readonly command: string;
  readonly place: ShellPlace;
  readonly asked: number | undefined;
  /** The call named its directory: the shell of later calls stays where it was. */
  readonly ownCwd: boolean;
}

async function runForeground(
  shell: Shell,
  run: ForegroundRun,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const { session, caps } = shell;
  const asked = run.asked ?? caps.defaultMs;
  const budgetMs = Math.min(asked, caps.maxMs);
  context?.signal.throwIfAborted();
  const ran = await runInShell(session, run.command, run.place, budgetMs, context);
  if (!ran.ok) {
    const text = redactSecrets(problemText({ kind: "failed", message: ran.problem.message }));
    return refused(refusal("FAILED", `the command could not be run: ${text}.`));
  }
  const { result, directory } = ran.value;
  const notes = [
    run.place.notice,
    asked > caps.maxMs ? `It asked for ${asked} ms and ran under the limit of ${caps.maxMs} ms.` : undefined,
    run.ownCwd ? undefined : moveTo(session, run.place, directory),
  ];
  return commandAnswer(shell, run, result, budgetMs, notes, context);
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

async function commandAnswer(
  { session, inlineMax, overflow }: Shell,
  { place, command }: ForegroundRun,
  result: CommandResult,
  budgetMs: number,
  notes: readonly (string | undefined)[],
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const mask = session.config.redactSecrets === false ? (text: string) => text : redactSecrets;
  const stdout = mask(cleanOutput(result.stdout));
  const stderr = mask(cleanOutput(result.stderr));
  let shown = clipShellOutput(stdout, stderr, inlineMax, undefined);
  let fullOutput: string | undefined;
  if (shown.clipped) {
    fullOutput = await overflow.keep(stdout, stderr);
    if (fullOutput !== undefined) {
      const recovery = `All of it is in ${fullOutput}; read a part with read_file, offset and limit.`;
      shown = clipShellOutput(stdout, stderr, inlineMax, recovery);
    }
  }
  const dropped = result.droppedCharacters ?? 0;
  const allNotes = [
    ...notes,
    dropped > 0 ? `${dropped} characters in the middle of the output were never kept.` : undefined,
    stdout.trim() === "" && stderr.trim() === "" ? "The command printed nothing." : undefined,
  ].filter((note) => note !== undefined);
  const timedOut = result.stoppedBy === "timeout" || result.stoppedBy === "budget";
  const causesNote = suiteNoteOfCommand({ command, result, place, projectRoot: session.paths.root }, context);
  return {
    status: statusLine(result, place, budgetMs),
    exitCode: timedOut ? 124 : result.exitCode,
    durationMs: Math.round(result.durationMs),
    cwd: place.shown,
    ...(timedOut ? { timedOut: true, error: timeoutText(budgetMs) } : {}),
    ...(result.stoppedBy === "signal"
      ? { aborted: true, error: "The command was stopped by the person." }
      : {}),
    ...(allNotes.length > 0 ? { note: allNotes.join(" ") } : {}),
    ...(causesNote === undefined ? {} : { causesNote }),
    stdout: shown.stdout,
    stderr: shown.stderr,
    ...(result.merged ? { merged: true } : {}),
    ...(fullOutput === undefined ? {} : { fullOutput }),
  };
}

function statusLine(result: CommandResult, place: ShellPlace, budgetMs: number): string {
  const after = `after ${(result.durationMs / 1000).toFixed(1)} s in ${place.shown}`;
  if (result.stoppedBy === "timeout" || result.stoppedBy === "budget") {
    return `stopped ${after}: the limit of ${budgetMs} ms was reached`;
  }
  if (result.stoppedBy === "signal") return `stopped ${after} by the person`;
  if (result.killedBy !== undefined) return `ended by ${result.killedBy} ${after}`;
  return `exit ${result.exitCode} ${after}`;
}

function timeoutText(budgetMs: number): string {
  return (
    `The command and everything it had started were stopped after ${budgetMs} ms; what it printed until then is below. ` +
    `This is not a result of the command itself. Give it more time with "timeout", or split the work into separate commands.`
  );
}
