import type { RunFact, ToolResultFact } from "../../contracts/run-rows.ts";
import type { CallState, LoopState } from "../history/loop-state.ts";
import { decidedFact, openRequests } from "./approval-desk.ts";
import { askModel } from "./ask-model.ts";
import { dispatchCalls } from "./dispatch-calls.ts";
import { beginTurnFacts, endTurnFacts, readQueuedFacts } from "./end-turn.ts";
import type { LoopContext } from "./loop-context.ts";
import { NUDGE, nextStep } from "./next-step.ts";

/** Drives a run until it waits for the person or is stopped. Every pass starts from the rows, so that a resumed run takes the same way as one that was never cut. */
export async function driveRun(context: LoopContext): Promise<void> {
  const { cell, signal, surroundings } = context;
  while (!signal.aborted) {
    const step = nextStep(cell.state);
    switch (step.kind) {
      case "park":
        return;
      case "begin-turn":
        await cell.append(beginTurnFacts);
        break;
      case "read-queued":
        await cell.append(readQueuedFacts);
        break;
      case "nudge":
        await cell.append([{ type: "model.nudge", text: NUDGE }]);
        break;
      case "dispatch":
        await dispatchCalls(context);
        break;
      case "ask-model":
        await askModel(context);
        break;
      case "end-turn":
        await cell.append((state) => [
          ...endTurnFacts(state, surroundings.now(), "finished", noticeOf(step.notice)),
          ...(state.queued.length > 0 ? beginTurnFacts(state) : []),
        ]);
        break;
    }
  }
}

function noticeOf(notice: string | undefined): { notice?: string } {
  return notice === undefined ? {} : { notice };
}

/** The rows that a stop leaves: each unfinished call says how far it got, open questions are withdrawn, and the turn ends. */
export function stopFacts(state: LoopState, now: number): readonly RunFact[] {
  if (!state.inTurn) return [];
  const withdrawn = openRequests(state).map(({ request }) =>
    decidedFact(state, request.id, { by: "system", kind: "cancel", cause: "You stopped the run." }),
  );
  const results = state.calls.filter(({ result }) => result === undefined).map(stoppedResult);
  return [...withdrawn, ...results, ...endTurnFacts(state, now, "stopped")];
}

function stoppedResult(call: CallState): ToolResultFact {
  const asking = call.requests.at(-1)?.resolution === undefined && call.requests.length > 0;
  const untouched = call.attempt === 0 || asking;
  const text = untouched
    ? "The person stopped the run before this call did anything."
    : "The person stopped the run while this call was running. It may have taken effect partly; check before you repeat it.";
  return {
    type: "tool.result",
    callId: call.fact.callId,
    attempt: Math.max(1, call.attempt),
    disposition: untouched ? "not-started" : "stopped",
    text: JSON.stringify({ stopped: text }),
    errorText: untouched ? "Not started: you stopped the run." : "Stopped by you.",
    files: [],
    durationMs: 0,
  };
}
