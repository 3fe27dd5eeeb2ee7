import type { CallDisposition, ToolResultFact } from "../../contracts/run-rows.ts";
import type { CallState, LoopState } from "../history/loop-state.ts";
import { mayRunAgain } from "./agent-tool.ts";

export type CallPlan = { readonly kind: "settle"; readonly result: ToolResultFact } | RunPlan;

export interface RunPlan {
  readonly kind: "run";
  readonly attempt: number;
  /** The attempt began before and asks its open question again. */
  readonly reentered: boolean;
}

/** What to do with an unsettled call, from its rows alone. What may have happened is never repeated silently. */
export function planCall(state: LoopState, call: CallState): CallPlan {
  if (call.fact.invalid !== undefined) return settle(call, "failed", unreadable(call, call.fact.invalid));
  const recovered = state.responseSeq < state.activatedSeq;
  if (call.attempt === 0)
    return recovered
      ? settle(call, "not-started", notStarted)
      : { kind: "run", attempt: 1, reentered: false };
  const last = call.requests.at(-1);
  if (last !== undefined && (last.resolution === undefined || (last.decidedSeq ?? 0) > state.activatedSeq))
    return { kind: "run", attempt: call.attempt, reentered: true };
  if (mayRunAgain(call.fact.tool)) return { kind: "run", attempt: call.attempt + 1, reentered: false };
  return settle(call, "outcome-unknown", outcomeUnknown);
}

interface Wording {
  readonly model: string;
  readonly person: string;
}

const notStarted: Wording = {
  model:
    "This call was not started, because the IDE was reloaded before. Make it again if it is still needed.",
  person: "Not started: the tab was reloaded before.",
};

const outcomeUnknown: Wording = {
  model:
    "The IDE was reloaded while this call was running. Its outcome is unknown: it may have taken effect wholly, partly or not at all. Check the state before you repeat it.",
  person: "The tab was reloaded while this was running. Its outcome is unknown.",
};

function unreadable(call: CallState, why: string): Wording {
  return {
    model: `The call of ${call.fact.tool} could not be read: ${why} Send the call again with arguments that are one valid JSON object.`,
    person: `The model sent a call that cannot be read: ${why}`,
  };
}

function settle(call: CallState, disposition: CallDisposition, wording: Wording): CallPlan {
  return {
    kind: "settle",
    result: {
      type: "tool.result",
      callId: call.fact.callId,
      attempt: Math.max(1, call.attempt),
      disposition,
      text: JSON.stringify({ error: wording.model }),
      errorText: wording.person,
      files: [],
      durationMs: 0,
    },
  };
}
