import { fail, type Result, succeed } from "../../base/result.ts";
import type { CommandOptions, CommandProblem, CommandResult } from "../../contracts/execution-backend.ts";
import type { ToolSession } from "../session.ts";
import type { ToolCallContext } from "../tool.ts";
import {
  CwdRecordFilter,
  newCwdMark,
  recordingCommand,
  stripAnyCwdRecord,
  stripCwdRecords,
} from "./cwd-record.ts";
import type { ShellPlace } from "./shell-place.ts";

/** Keeps programs from asking, paging and drawing. */
export const COMMAND_ENVIRONMENT: Readonly<Record<string, string>> = {
  CI: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  TERM: "dumb",
  NO_COLOR: "1",
  npm_config_progress: "false",
};

/** How much later the outer limit strikes when the engine enforces the budget itself. */
const OUTER_GRACE_MS = 5_000;

export interface ShellRun {
  readonly result: CommandResult;
  /** The directory in which the shell ended, when it could be learnt. */
  readonly directory?: string;
}

/** Runs a command to its end or its budget, and learns where the shell stands then. */
export async function runInShell(
  session: ToolSession,
  command: string,
  place: ShellPlace,
  budgetMs: number,
  context: ToolCallContext | undefined,
): Promise<Result<ShellRun, CommandProblem>> {
  const mark = newCwdMark();
  const records = await recordsDirectories(session);
  const stream = context?.onOutput === undefined ? undefined : filteredOutput(context);
  const options: CommandOptions = {
    cwd: place.cwd,
    env: COMMAND_ENVIRONMENT,
    budgetMs,
    timeoutMs: budgetMs + OUTER_GRACE_MS,
    ...(context === undefined ? {} : { signal: context.signal }),
    ...(stream === undefined ? {} : { onOutput: stream.push }),
  };
  const script = records ? recordingCommand(command, mark, place.goTo) : command;
  const ran = await session.backend.run(script, options);
  stream?.end();
  if (!ran.ok) return fail(ran.problem);
  const stderr = stripCwdRecords(ran.value.stderr, mark);
  const stdout = ran.value.merged ? stripCwdRecords(ran.value.stdout, mark) : { text: ran.value.stdout };
  const directory = stderr.directory ?? ("directory" in stdout ? stdout.directory : undefined);
  return succeed({
    result: { ...ran.value, stdout: stdout.text, stderr: stripAnyCwdRecord(stderr.text) },
    ...(directory === undefined ? {} : { directory }),
  });
}

function filteredOutput(context: ToolCallContext): {
  readonly push: NonNullable<CommandOptions["onOutput"]>;
  readonly end: () => void;
} {
  const filters = { stdout: new CwdRecordFilter(), stderr: new CwdRecordFilter() };
  const tell = (stream: "stdout" | "stderr", text: string): void => {
    if (text !== "") context.onOutput?.({ stream, text });
  };
  return {
    push: ({ stream, text }) => tell(stream, filters[stream].push(text)),
    end() {
      tell("stdout", filters.stdout.end());
      tell("stderr", filters.stderr.end());
    },
  };
}

const probes = new WeakMap<ToolSession, Promise<boolean>>();

/** Whether the engine's shell can run a command inside the recording script; asked once with a harmless one. */
function recordsDirectories(session: ToolSession): Promise<boolean> {
  let probe = probes.get(session);
  if (probe === undefined) {
    probe = probeShell(session);
    probes.set(session, probe);
  }
  return probe;
}

async function probeShell({ backend }: ToolSession): Promise<boolean> {
  if (backend.capabilities.shell === "limited") return false;
  const mark = newCwdMark();
  const script = recordingCommand("(exit 7)", mark);
  const ran = await backend.run(script, { timeoutMs: 10_000, env: COMMAND_ENVIRONMENT });
  if (!ran.ok || ran.value.exitCode !== 7) return false;
  return stripCwdRecords(ran.value.stderr + ran.value.stdout, mark).directory !== undefined;
}
