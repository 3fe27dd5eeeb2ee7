import type { CommandResult } from "../../contracts/execution-backend.ts";
import { redactSecretsInCode } from "../text/redact.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { cleanOutput } from "./clean-output.ts";
import { clipShellOutput } from "./clip-output.ts";
import { printsOnlySource } from "./prints-only-source.ts";
import { maskedOutput, type Shell } from "./shell.ts";
import type { ShellPlace } from "./shell-place.ts";
import { suiteNoteOfCommand } from "./suite-note-of-command.ts";

export interface FinishedCommand {
  readonly command: string;
  readonly place: ShellPlace;
  readonly result: CommandResult;
  /** The time it had, when it had a limit. */
  readonly budgetMs?: number;
}

/** How a command ended, as the model reads it: facts first, then what it printed, cleaned, masked and clipped. */
export async function commandAnswer(
  shell: Shell,
  finished: FinishedCommand,
  notes: readonly (string | undefined)[],
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const { command, place, result, budgetMs } = finished;
  const output = await shownOutput(shell, command, result);
  const dropped = result.droppedCharacters ?? 0;
  const allNotes = [
    ...notes,
    dropped > 0 ? `${dropped} characters in the middle of the output were never kept.` : undefined,
    output.isBlank ? "The command printed nothing." : undefined,
  ].filter((note) => note !== undefined);
  const timedOut = result.stoppedBy === "timeout" || result.stoppedBy === "budget";
  const causesNote = suiteNoteOfCommand(
    { command, result, place, projectRoot: shell.session.paths.root },
    context,
  );
  return {
    status: statusLine(finished),
    exitCode: timedOut ? 124 : result.exitCode,
    durationMs: Math.round(result.durationMs),
    cwd: place.shown,
    ...(timedOut ? { timedOut: true, error: timeoutText(budgetMs) } : {}),
    ...(result.stoppedBy === "signal"
      ? { aborted: true, error: "The command was stopped by the person." }
      : {}),
    ...(allNotes.length > 0 ? { note: allNotes.join(" ") } : {}),
    ...(causesNote === undefined ? {} : { causesNote }),
    stdout: output.stdout,
    stderr: output.stderr,
    ...(result.merged ? { merged: true } : {}),
    ...(output.fullOutput === undefined ? {} : { fullOutput: output.fullOutput }),
  };
}

interface ShownOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly isBlank: boolean;
  readonly fullOutput?: string;
}

async function shownOutput(shell: Shell, command: string, result: CommandResult): Promise<ShownOutput> {
  const isSource = printsOnlySource(command);
  const prepared = (text: string): string => {
    const clean = cleanOutput(text);
    if (shell.session.config.redactSecrets === false) return clean;
    return isSource ? redactSecretsInCode(clean) : maskedOutput(shell, clean);
  };
  const stdout = prepared(result.stdout);
  const stderr = prepared(result.stderr);
  const isBlank = stdout.trim() === "" && stderr.trim() === "";
  const shown = clipShellOutput(stdout, stderr, shell.inlineMax, undefined);
  if (!shown.clipped) return { stdout: shown.stdout, stderr: shown.stderr, isBlank };
  const fullOutput = await shell.overflow.keep(stdout, stderr);
  if (fullOutput === undefined) return { stdout: shown.stdout, stderr: shown.stderr, isBlank };
  const recovery = `All of it is in ${fullOutput}; read a part with read_file, offset and limit.`;
  const withPath = clipShellOutput(stdout, stderr, shell.inlineMax, recovery);
  return { stdout: withPath.stdout, stderr: withPath.stderr, isBlank, fullOutput };
}

function statusLine({ result, place, budgetMs }: FinishedCommand): string {
  const after = `after ${(result.durationMs / 1000).toFixed(1)} s in ${place.shown}`;
  if (result.stoppedBy === "timeout" || result.stoppedBy === "budget") {
    return `stopped ${after}: the limit of ${budgetMs ?? 0} ms was reached`;
  }
  if (result.stoppedBy === "signal") return `stopped ${after} by the person`;
  if (result.killedBy !== undefined) return `ended by ${result.killedBy} ${after}`;
  return `exit ${result.exitCode} ${after}`;
}

function timeoutText(budgetMs = 0): string {
  return (
    `The command and everything it had started were stopped after ${budgetMs} ms; what it printed until then is below. ` +
    `This is not a result of the command itself. Give it more time with "timeout", run it in the background with ` +
    `"run_in_background": true, or split the work into separate commands.`
  );
}
