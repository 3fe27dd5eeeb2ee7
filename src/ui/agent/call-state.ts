import type { ToolCallState, ToolCallView } from "../../contracts/run-view.ts";
import type { StateTone } from "../kit/state-dot.tsx";

export interface CallStateWords {
  readonly tone: StateTone;
  readonly word: string;
}

const STATES: Readonly<Record<ToolCallState, CallStateWords>> = {
  waiting: { tone: "waiting", word: "waits" },
  asking: { tone: "warn", word: "asks you" },
  running: { tone: "running", word: "running" },
  done: { tone: "ok", word: "done" },
  failed: { tone: "error", word: "failed" },
  rejected: { tone: "stopped", word: "rejected by you" },
  stopped: { tone: "stopped", word: "stopped" },
  "outcome-unknown": { tone: "unknown", word: "outcome unknown" },
  "not-started": { tone: "stopped", word: "not started" },
};

const SUITE_WORDS = {
  passed: STATES.done,
  failed: { tone: "error", word: "tests failed" },
  cut: { tone: "warn", word: "cut off" },
  "could-not-run": { tone: "error", word: "no test ran" },
  unknown: { tone: "unknown", word: "cannot tell" },
} as const satisfies Readonly<Record<string, CallStateWords>>;

/** How a call stands. A command that ran and reports a failure is a finding, not a failed tool; the words say which it is. */
export function callStateWords(call: ToolCallView): CallStateWords {
  if (call.state === "rejected" && call.resolution?.by !== "person")
    return { tone: "stopped", word: "rejected" };
  if (call.state !== "done") return STATES[call.state];
  if (call.suiteNote) return SUITE_WORDS[call.suiteNote.outcome];
  const code = call.tool === "exec_command" ? exitCodeOf(call.resultText) : undefined;
  return code === undefined || code === 0 ? STATES.done : { tone: "error", word: `exit ${code}` };
}

/** The exit code that a command's answer reports. */
function exitCodeOf(resultText: string | undefined): number | undefined {
  if (resultText === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(resultText);
    if (typeof value !== "object" || value === null || !("exitCode" in value)) return undefined;
    return typeof value.exitCode === "number" ? value.exitCode : undefined;
  } catch {
    return undefined;
  }
}
