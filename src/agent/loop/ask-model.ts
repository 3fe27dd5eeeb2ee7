import type { RunFact } from "../../contracts/run-rows.ts";
import type { ModelFailure, ModelLabel } from "../../contracts/run-view.ts";
import type { RoundState } from "../history/loop-state.ts";
import type { ModelAnswer, ModelEvent, ModelPort } from "../models/model-port.ts";
import { endTurnFacts } from "./end-turn.ts";
import type { LoopContext } from "./loop-context.ts";
import { retryDelay, RETRIES_PER_ROUND } from "./retry-delay.ts";
import { pause, whenAborted } from "./wait.ts";

/** Characters of a failed answer that are kept. */
const PARTIAL_TEXT_CHARS = 4_096;
/** A stream that says nothing for this long is given up. */
const SILENCE_MS = 180_000;

/** One attempt of one round: asks the model and stores what came of it. Returns early, with nothing but the attempt stored, when stopped. */
export async function askModel(context: LoopContext): Promise<void> {
  const { cell, signal, surroundings } = context;
  const open = cell.state.open;
  if (open?.retryAt !== undefined) await pause(open.retryAt - surroundings.now(), signal);
  if (signal.aborted) return;
  const chosen = await surroundings.chooseModel();
  if (!chosen.ok) {
    await cell.append((state) =>
      endTurnFacts(state, surroundings.now(), "failed", { failure: chosen.problem }),
    );
    return;
  }
  const model = chosen.value;
  const system = await surroundings.systemPrompt(signal);
  if (signal.aborted) return;
  const next = nextAttempt(open, cell.state.rounds);
  const key = `m${next.round}.${next.attempt}`;
  await cell.append((state) => [
    ...(sameLabel(state.model, model.label) ? [] : [{ type: "run.config", model: model.label } as const]),
    { type: "model.attempt", key, ...next },
  ]);
  const outcome = await listen(context, model, system, key);
  if (outcome.kind === "answer") await storeAnswer(context, key, next.round, outcome.answer);
  if (outcome.kind === "failed") await storeFailure(context, key, next.attempt, outcome);
  if (outcome.kind === "stopped" && outcome.text.trim() !== "")
    await cell.append([
      { type: "model.response", key, text: outcome.text, calls: [], use: { input: 0, output: 0 } },
    ]);
}

function nextAttempt(open: RoundState | undefined, rounds: number): { round: number; attempt: number } {
  return open === undefined
    ? { round: rounds + 1, attempt: 1 }
    : { round: open.round, attempt: open.attempt + 1 };
}

function sameLabel(a: ModelLabel | undefined, b: ModelLabel): boolean {
  return a?.provider === b.provider && a.model === b.model;
}

type Outcome =
  | { readonly kind: "answer"; readonly answer: ModelAnswer }
  | { readonly kind: "stopped"; readonly text: string }
  | FailedOutcome;

interface FailedOutcome {
  readonly kind: "failed";
  readonly failure: ModelFailure;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly text: string;
}

async function listen(context: LoopContext, model: ModelPort, system: string, key: string): Promise<Outcome> {
  const { cell, signal, surroundings } = context;
  const request = new AbortController();
  const watch = whenAborted(signal);
  const stream = model.stream({
    system,
    messages: cell.state.messages,
    tools: surroundings.toolbox.offered,
    signal: AbortSignal.any([signal, request.signal]),
  });
  const events = stream[Symbol.asyncIterator]();
  let text = "";
  try {
    for (;;) {
      const event = await nextEvent(events, watch.aborted);
      if (event === "stopped") return { kind: "stopped", text };
      if (event === "silent") return { kind: "failed", failure: silent, retryable: true, text };
      if (event === "ended") return { kind: "failed", failure: ended, retryable: true, text };
      if (event.type === "text") {
        text += event.text;
        context.chunk({ key, stream: "assistant-text", text: event.text });
      }
      if (event.type === "completed") return { kind: "answer", answer: event.answer };
      if (event.type === "failed") {
        const { type: _type, ...failed } = event;
        return { kind: "failed", ...failed, text };
      }
    }
  } finally {
    watch.stop();
    request.abort();
    // A stream that is stuck in its source would hold us back; the abort reaches it.
    events.return?.().catch(() => {});
  }
}

async function nextEvent(
  events: AsyncIterator<ModelEvent>,
  aborted: Promise<void>,
): Promise<ModelEvent | "stopped" | "silent" | "ended"> {
  const timer = new AbortController();
  const next = events.next();
  next.catch(() => {});
  try {
    const event = await Promise.race([
      next.then(({ done, value }) => (done === true ? ("ended" as const) : value)),
      aborted.then(() => "stopped" as const),
      pause(SILENCE_MS, timer.signal).then(() => "silent" as const),
    ]);
    return event;
  } finally {
    timer.abort();
  }
}

const silent: ModelFailure = {
  kind: "stream-cut",
  message: `The model sent nothing for ${SILENCE_MS / 1000} seconds and the call was given up.`,
};
const ended: ModelFailure = {
  kind: "stream-cut",
  message: "The connection to the model ended in the middle of its answer.",
};

async function storeAnswer(
  { cell }: LoopContext,
  key: string,
  round: number,
  answer: ModelAnswer,
): Promise<void> {
  const { calls, ...rest } = answer;
  await cell.append([
    {
      type: "model.response",
      key,
      ...rest,
      calls: calls.map((call, index) => ({ callId: `c${round}.${index + 1}`, ...call })),
    },
  ]);
}

async function storeFailure(
  { cell, surroundings }: LoopContext,
  key: string,
  attempt: number,
  { failure, retryable, retryAfterMs, text }: FailedOutcome,
): Promise<void> {
  await cell.append((state) => {
    const retries = state.open?.retries ?? 0;
    const mayRetry = retryable && retries < RETRIES_PER_ROUND;
    const failed: RunFact = {
      type: "model.failed",
      key,
      attempt,
      failure,
      ...(text === "" ? {} : { partialText: text.slice(-PARTIAL_TEXT_CHARS) }),
    };
    if (!mayRetry) return [failed, ...endTurnFacts(state, surroundings.now(), "failed", { failure })];
    const delay = retryDelay(retries + 1, surroundings.random(), retryAfterMs);
    return [{ ...failed, retryAt: surroundings.now() + delay }];
  });
}
