import type { CommandResult } from "../../contracts/execution-backend.ts";
import type { SuiteNote } from "../../contracts/suite-notes.ts";
import { commandRunsNoTests, isReadOnlyCommand } from "../../shell/public.ts";
import { suiteNoteFrom, suiteNoteText } from "../../suite-notes/public.ts";
import { redactSecrets } from "../text/redact.ts";
import type { ToolCallContext } from "../tool.ts";
import type { ShellPlace } from "./shell-place.ts";

const NOTE_CHARS = 5_000;
/** Rows hold a note for ever. */
const BODIES_CHARS = 400_000;

export interface NotedCommand {
  readonly command: string;
  readonly result: CommandResult;
  readonly place: ShellPlace;
  readonly projectRoot: string;
}

/** What a model reads of the test run in a command; the whole note goes to whoever shows it. `undefined` when no tests ran. */
export function suiteNoteOfCommand(
  noted: NotedCommand,
  context: ToolCallContext | undefined,
): string | undefined {
  // A program that prints a log of tests has not run them.
  if (isReadOnlyCommand(noted.command) || commandRunsNoTests(noted.command)) return undefined;
  const note = noteOf(noted);
  if (note === null) return undefined;
  context?.onSuiteNote?.(withinBounds(note));
  return redactSecrets(suiteNoteText(note, NOTE_CHARS));
}

/** The note without the blocks of failures that come after so many characters. */
function withinBounds(note: SuiteNote): SuiteNote {
  let left = BODIES_CHARS;
  const failures = note.failures.map((failure) => {
    left -= failure.body.length;
    return left >= 0 ? failure : { ...failure, body: "" };
  });
  return { ...note, failures };
}

function noteOf({ command, result, place, projectRoot }: NotedCommand): SuiteNote | null {
  const { stdout, stderr, exitCode, killedBy, stoppedBy, durationMs } = result;
  return suiteNoteFrom({
    command,
    stdout,
    stderr,
    exitCode,
    durationMs,
    projectRoot,
    cwd: place.goTo ?? place.cwd,
    ...(killedBy === undefined ? {} : { killedBy }),
    ...(stoppedBy === undefined ? {} : { stoppedBy: stoppedBy === "signal" ? "person" : "tool-budget" }),
  });
}
