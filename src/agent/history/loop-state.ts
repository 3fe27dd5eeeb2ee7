import type { ApprovalRequest, Resolution } from "../../contracts/approval.ts";
import { RowsDoNotFoldError } from "../../contracts/fold-run.ts";
import type { CallFact, ModelResponseFact, RunRow, ToolResultFact } from "../../contracts/run-rows.ts";
import type { ModelFailure, ModelLabel, RunId } from "../../contracts/run-view.ts";
import type { HistoryMessage } from "./history-message.ts";
import { type Recollection, recollect } from "./recollections.ts";
import { countRepeat, type Repeats } from "./repeated-calls.ts";

/** A request for approval and what came of it. */
export interface RequestState {
  readonly request: ApprovalRequest;
  readonly resolution?: Resolution;
  readonly decidedSeq?: number;
}

export interface CallState {
  readonly fact: CallFact;
  /** How often its body was about to start; 0 before the first time. */
  readonly attempt: number;
  readonly intentSeq: number;
  readonly requests: readonly RequestState[];
  readonly result?: ToolResultFact;
}

/** The round that waits for an answer of the model. */
export interface RoundState {
  readonly round: number;
  readonly attempt: number;
  /** Automatic retries that were decided in this round; a reload does not refill the budget. */
  readonly retries: number;
  readonly retryAt?: number;
  readonly failure?: ModelFailure;
}

export interface QueuedMessage {
  readonly key: string;
  readonly text: string;
}

/** Where a run stands for whoever drives it: a fold of its rows, the same live and after a reload. */
export interface LoopState {
  readonly run: RunId;
  readonly lastSeq: number;
  readonly model: ModelLabel | undefined;
  /** The worker that last drove the run and the row that says so. */
  readonly worker: string | undefined;
  readonly activatedSeq: number;
  readonly interrupted: boolean;
  readonly inTurn: boolean;
  readonly turn: number;
  readonly turnBeganAt: number;
  readonly turnBeganSeq: number;
  readonly messages: readonly HistoryMessage[];
  /** Calls of a response whose results are not all there. */
  readonly calls: readonly CallState[];
  readonly responseSeq: number;
  readonly open: RoundState | undefined;
  /** Rounds of the run so far. */
  readonly rounds: number;
  readonly roundsInTurn: number;
  /** The last answer had no calls and nothing came after it. */
  readonly answer: { readonly blank: boolean; readonly afterTools: boolean } | undefined;
  /** Messages of the person that no turn has read. */
  readonly queued: readonly QueuedMessage[];
  /** The person approved whatever else this turn asks for. */
  readonly restApproved: boolean;
  readonly repeats: Repeats;
  /** What the run has seen of files; a worker that takes over looks whether it still holds. */
  readonly recollections: readonly Recollection[];
}

/** The state before the first row is `undefined`. Throws `RowsDoNotFoldError` for a row that cannot follow. */
export function applyToLoop(state: LoopState | undefined, row: RunRow): LoopState {
  if (state === undefined) return startState(row);
  if (row.seq !== state.lastSeq + 1)
    throw new RowsDoNotFoldError(`Row ${row.seq} follows row ${state.lastSeq}.`);
  return { ...nextState(state, row), lastSeq: row.seq };
}

function startState(row: RunRow): LoopState {
  if (row.type !== "run.start" || row.seq !== 1)
    throw new RowsDoNotFoldError(`The first row of a run is "${row.type}", not its start.`);
  return {
    run: row.run,
    lastSeq: row.seq,
    model: undefined,
    worker: undefined,
    activatedSeq: 0,
    interrupted: false,
    inTurn: false,
    turn: 0,
    turnBeganAt: row.at,
    turnBeganSeq: row.seq,
    messages: [],
    calls: [],
    responseSeq: 0,
    open: undefined,
    rounds: 0,
    roundsInTurn: 0,
    answer: undefined,
    queued: [],
    restApproved: false,
    repeats: {},
    recollections: [],
  };
}

function nextState(state: LoopState, row: RunRow): LoopState {
  switch (row.type) {
    case "run.start":
      throw new RowsDoNotFoldError(`Row ${row.seq} starts the run again.`);
    case "run.activate":
      return { ...state, worker: row.worker, activatedSeq: row.seq, interrupted: false };
    case "run.config":
      return { ...state, model: row.model };
    case "run.interrupted":
      return { ...state, interrupted: true };
    case "notice":
      return state;
    case "followup.queued":
      return { ...state, queued: [...state.queued, { key: row.key, text: row.text }] };
    case "followup.consumed":
      return consume(state, row.keys, row.by === "turn");
    case "turn.begin":
      return {
        ...state,
        inTurn: true,
        interrupted: false,
        turn: row.turn,
        turnBeganAt: row.at,
        turnBeganSeq: row.seq,
        open: undefined,
        roundsInTurn: 0,
        answer: undefined,
        restApproved: false,
        repeats: {},
      };
    case "turn.end":
      return {
        ...state,
        inTurn: false,
        interrupted: false,
        open: undefined,
        answer: undefined,
        restApproved: false,
      };
    case "model.attempt":
    case "model.failed":
    case "model.response":
    case "model.nudge":
      return applyModelRow(state, row);
    case "tool.intent":
    case "request.opened":
    case "request.decided":
    case "tool.result":
      return applyCallRow(state, row);
  }
}

type ModelRow = Extract<
  RunRow,
  { type: "model.attempt" | "model.failed" | "model.response" | "model.nudge" }
>;

function applyModelRow(state: LoopState, row: ModelRow): LoopState {
  switch (row.type) {
    case "model.attempt":
      return {
        ...state,
        rounds: row.round,
        roundsInTurn: state.roundsInTurn + (state.open?.round === row.round ? 0 : 1),
        answer: undefined,
        open: {
          round: row.round,
          attempt: row.attempt,
          retries: state.open?.round === row.round ? state.open.retries : 0,
        },
      };
    case "model.failed": {
      if (state.open === undefined) throw new RowsDoNotFoldError(`No attempt "${row.key}" is open.`);
      const failed = { ...state.open, failure: row.failure };
      if (row.retryAt === undefined) return { ...state, open: failed };
      return { ...state, open: { ...failed, retries: failed.retries + 1, retryAt: row.retryAt } };
    }
    case "model.response":
      return respond(state, row, row.seq);
    case "model.nudge":
      return {
        ...state,
        answer: undefined,
        messages: [...state.messages, { role: "user", parts: [row.text] }],
      };
  }
}

function respond(state: LoopState, row: ModelResponseFact, seq: number): LoopState {
  if (state.calls.length > 0) throw new RowsDoNotFoldError("A response arrived while another is unfinished.");
  const blank = row.text.trim() === "";
  const message: HistoryMessage = {
    role: "assistant",
    text: row.text,
    calls: row.calls,
    ...(row.providerContent === undefined ? {} : { providerContent: row.providerContent }),
  };
  return {
    ...state,
    open: undefined,
    responseSeq: seq,
    // A provider refuses an assistant message that says nothing.
    messages: blank && row.calls.length === 0 ? state.messages : [...state.messages, message],
    calls: row.calls.map((fact) => ({ fact, attempt: 0, intentSeq: 0, requests: [] })),
    answer:
      row.calls.length === 0 ? { blank, afterTools: state.messages.at(-1)?.role === "tool" } : undefined,
  };
}

type CallRow = Extract<
  RunRow,
  { type: "tool.intent" | "request.opened" | "request.decided" | "tool.result" }
>;

function applyCallRow(state: LoopState, row: CallRow): LoopState {
  const callId = row.type === "request.opened" ? row.request.callId : row.callId;
  const index = state.calls.findIndex((call) => call.fact.callId === callId);
  const call = state.calls[index];
  if (call === undefined) throw new RowsDoNotFoldError(`No unfinished response made the call "${callId}".`);
  if (call.result !== undefined) throw new RowsDoNotFoldError(`The call "${callId}" has a result already.`);
  const changed = changeCall(call, row);
  const calls = state.calls.with(index, changed);
  const next = { ...state, calls };
  if (row.type === "request.decided")
    return { ...next, restApproved: state.restApproved || row.resolution.kind === "approve-rest-of-turn" };
  if (row.type !== "tool.result") return next;
  return deliver({
    ...next,
    repeats: countRepeat(state.repeats, call.fact, row),
    recollections: recollect(state.recollections, call, row),
  });
}

function changeCall(call: CallState, row: CallRow): CallState {
  switch (row.type) {
    case "tool.intent":
      if (row.attempt <= call.attempt)
        throw new RowsDoNotFoldError(`Attempt ${row.attempt} of "${row.callId}" was made before.`);
      return { ...call, attempt: row.attempt, intentSeq: row.seq };
    case "request.opened":
      return { ...call, requests: [...call.requests, { request: row.request }] };
    case "request.decided":
      return {
        ...call,
        requests: call.requests.map((entry) =>
          entry.request.id === row.approval ? decide(entry, row.resolution, row.seq) : entry,
        ),
      };
    case "tool.result":
      return { ...call, result: row };
  }
}

function decide(entry: RequestState, resolution: Resolution, decidedSeq: number): RequestState {
  if (entry.resolution !== undefined)
    throw new RowsDoNotFoldError(`The request "${entry.request.id}" is decided already.`);
  return { ...entry, resolution, decidedSeq };
}

/** Results enter the conversation together, when the last one is there. */
function deliver(state: LoopState): LoopState {
  const results = state.calls.flatMap(({ fact, result }) =>
    result === undefined
      ? []
      : [
          {
            callId: fact.callId,
            providerCallId: fact.providerCallId,
            tool: fact.tool,
            text: result.text,
            failed: result.disposition !== "done",
          },
        ],
  );
  if (results.length < state.calls.length) return state;
  return { ...state, calls: [], messages: [...state.messages, { role: "tool", results }] };
}

function consume(state: LoopState, keys: readonly string[], read: boolean): LoopState {
  const taken = state.queued.filter(({ key }) => keys.includes(key));
  if (taken.length !== keys.length)
    throw new RowsDoNotFoldError("A message was read or withdrawn that is not queued.");
  const queued = state.queued.filter(({ key }) => !keys.includes(key));
  if (!read) return { ...state, queued };
  const parts = taken.map(({ text }) => text);
  return { ...state, queued, messages: [...state.messages, { role: "user", parts }] };
}
