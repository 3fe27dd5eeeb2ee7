import { type LoopState } from "../history/loop-state.ts";
import { repeatedTool, REPEATS_ALLOWED } from "../history/repeated-calls.ts";

/** A turn that needs more answers of the model than this is going nowhere. */
const ROUNDS_PER_TURN = 60;

export const NUDGE =
  "Your last answer was empty. Go on with the task, or say in one or two sentences what you did and what is left.";

export type Step =
  | { readonly kind: "park" }
  | { readonly kind: "begin-turn" }
  | { readonly kind: "read-queued" }
  | { readonly kind: "dispatch" }
  | { readonly kind: "nudge" }
  | { readonly kind: "ask-model" }
  | { readonly kind: "end-turn"; readonly notice?: string };

/** What comes next, read from the rows alone: the same after a reload as in the middle of a run. */
export function nextStep(state: LoopState): Step {
  if (!state.inTurn) return state.queued.length > 0 ? { kind: "begin-turn" } : { kind: "park" };
  if (state.calls.length > 0) return { kind: "dispatch" };
  if (state.queued.length > 0 && state.activatedSeq > Math.max(state.responseSeq, state.turnBeganSeq))
    return { kind: "read-queued" };
  if (state.answer !== undefined) return afterAnswer(state.answer);
  const tool = repeatedTool(state.repeats);
  if (tool !== undefined)
    return {
      kind: "end-turn",
      notice: `The agent made the same ${tool} call ${REPEATS_ALLOWED} times with the same outcome. It was stopped. Say how to go on.`,
    };
  if (state.roundsInTurn >= ROUNDS_PER_TURN && state.open === undefined)
    return {
      kind: "end-turn",
      notice: `This turn took ${ROUNDS_PER_TURN} answers of the model and was stopped. Say how to go on.`,
    };
  return { kind: "ask-model" };
}

function afterAnswer(answer: NonNullable<LoopState["answer"]>): Step {
  if (!answer.blank) return { kind: "end-turn" };
  if (answer.afterTools) return { kind: "nudge" };
  return { kind: "end-turn", notice: "The model answered nothing. Ask again, or choose another model." };
}
