import type { RunFact, TurnOutcome } from "../../contracts/run-rows.ts";
import type { ModelFailure } from "../../contracts/run-view.ts";
import type { LoopState } from "../history/loop-state.ts";

export interface TurnEndDetails {
  readonly failure?: ModelFailure;
  readonly notice?: string;
}

/** The rows that close a turn; they are stored together. */
export function endTurnFacts(
  state: LoopState,
  now: number,
  outcome: TurnOutcome,
  { failure, notice }: TurnEndDetails = {},
): readonly RunFact[] {
  const end: RunFact = {
    type: "turn.end",
    turn: state.turn,
    outcome,
    durationMs: Math.max(0, now - state.turnBeganAt),
    ...(failure === undefined ? {} : { failure }),
  };
  if (notice === undefined) return [end];
  return [{ type: "notice", key: `n${state.lastSeq + 1}`, level: "warning", text: notice }, end];
}

/** Everything that is queued becomes one message, and a turn begins on it. */
export function beginTurnFacts(state: LoopState): readonly RunFact[] {
  return [...readQueuedFacts(state), { type: "turn.begin", turn: state.turn + 1 }];
}

export function readQueuedFacts(state: LoopState): readonly RunFact[] {
  if (state.queued.length === 0) return [];
  return [{ type: "followup.consumed", keys: state.queued.map(({ key }) => key), by: "turn" }];
}
