import type { RunState, RunSummary } from "../../contracts/run-view.ts";
import type { StateTone } from "../kit/state-dot.tsx";

export interface StateWords {
  readonly tone: StateTone;
  readonly word: string;
}

const WORDS: Readonly<Record<RunState["at"], StateWords>> = {
  thinking: { tone: "running", word: "thinking" },
  "running-tools": { tone: "running", word: "working" },
  asking: { tone: "warn", word: "waits for your approval" },
  retrying: { tone: "warn", word: "tries again soon" },
  waiting: { tone: "waiting", word: "waits for you" },
  interrupted: { tone: "unknown", word: "interrupted" },
  stopped: { tone: "stopped", word: "stopped" },
  failed: { tone: "error", word: "failed" },
};

export function runStateWords(state: RunState): StateWords {
  return WORDS[state.at];
}

export function summaryWords(summary: RunSummary): StateWords {
  return WORDS[summary.state];
}
