import type { ApprovalRequest } from "./approval.ts";
import type { ModelResponseFact, RunRow } from "./run-rows.ts";
import type { FileEffect, RunState, RunSummary, RunView, ToolCallView, TranscriptItem } from "./run-view.ts";

/** Rows that do not follow from the rows before them: a damaged run, or a mistake of whoever appended. */
export class RowsDoNotFoldError extends Error {
  override readonly name = "RowsDoNotFoldError";
}

/** The display of a run from all its rows, which start with `run.start`. */
export function foldRun(rows: readonly RunRow[]): RunView {
  const [first, ...rest] = rows;
  if (first === undefined) throw new RowsDoNotFoldError("A run without rows has no view.");
  return rest.reduce(applyRow, startView(first));
}

/** The view before the first row is `undefined`. Folding row by row and folding all at once give equal views. */
export function applyRow(view: RunView | undefined, row: RunRow): RunView {
  if (view === undefined) return startView(row);
  if (row.type === "run.start") throw new RowsDoNotFoldError(`Row ${row.seq} starts the run again.`);
  return nextView(view, row);
}

function startView(row: RunRow): RunView {
  if (row.type !== "run.start")
    throw new RowsDoNotFoldError(`The first row of a run is "${row.type}", not its start.`);
  return {
    run: row.run,
    title: row.title,
    createdAt: row.at,
    state: { at: "waiting" },
    model: { provider: "", model: "", demo: false },
    items: [],
    use: { input: 0, output: 0 },
    turn: 0,
  };
}

function nextView(view: RunView, row: Exclude<RunRow, { type: "run.start" }>): RunView {
  switch (row.type) {
    case "run.config":
      return { ...view, model: row.model };
    case "run.activate":
      return inTurn(view) ? settleState(view) : view;
    case "run.interrupted":
      return { ...closeStreams(view), state: { at: "interrupted", reason: row.reason } };
    case "followup.queued":
      return withItem(view, {
        kind: "user-message",
        key: row.key,
        text: row.text,
        at: row.at,
        state: "queued",
      });
    case "followup.consumed":
      return consume(view, row.keys, row.by === "turn");
    case "turn.begin":
      return { ...view, turn: row.turn, state: { at: "thinking" } };
    case "model.attempt":
      return {
        ...withItem(view, { kind: "assistant-text", key: row.key, text: "", streaming: true }),
        state: { at: "thinking" },
      };
    case "model.failed":
      return failAttempt(view, row);
    case "model.response":
      return respond(view, row);
    case "model.nudge":
      return view;
    case "notice":
      return withItem(view, { kind: "notice", key: row.key, level: row.level, text: row.text });
    case "turn.end":
      return endTurn(view, row);
    case "tool.intent":
    case "request.opened":
    case "request.decided":
    case "tool.result":
      return settleState(changeCall(view, row));
  }
}

function changeCall(
  view: RunView,
  row: Extract<RunRow, { type: "tool.intent" | "request.opened" | "request.decided" | "tool.result" }>,
): RunView {
  switch (row.type) {
    case "tool.intent":
      return withCall(view, row.callId, (call) => ({ ...call, state: "running", startedAt: row.at }));
    case "request.opened":
      return withCall(view, row.request.callId, (call) => ask(call, row.request));
    case "request.decided":
      return withCall(view, row.callId, (call) =>
        call.request?.id === row.approval
          ? { ...call, state: "running", startedAt: row.at, resolution: row.resolution }
          : call,
      );
    case "tool.result":
      return withCall(view, row.callId, (call) => ({
        ...call,
        state: row.disposition,
        durationMs: row.durationMs,
        resultText: row.text,
        files: row.files,
        ...(row.errorText === undefined ? {} : { errorText: row.errorText }),
        ...(row.suiteNote === undefined ? {} : { suiteNote: row.suiteNote }),
      }));
  }
}

function ask(call: ToolCallView, request: ApprovalRequest): ToolCallView {
  const { resolution: answerBefore, ...unanswered } = call;
  return { ...(answerBefore === undefined ? call : unanswered), state: "asking", request };
}

function failAttempt(view: RunView, row: Extract<RunRow, { type: "model.failed" }>): RunView {
  const ended = endStream(view, row.key, row.partialText ?? "");
  const withFailure = withItem(ended, {
    kind: "model-failure",
    key: `${row.key}:failure`,
    failure: row.failure,
    ...(row.retryAt === undefined ? {} : { willRetryAt: row.retryAt }),
  });
  if (row.retryAt === undefined) return withFailure;
  return {
    ...withFailure,
    state: { at: "retrying", attempt: row.attempt + 1, retryAt: row.retryAt, reason: row.failure },
  };
}

function respond(view: RunView, row: ModelResponseFact): RunView {
  const ended = endStream(view, row.key, row.text);
  const calls = row.calls.map((call): TranscriptItem => ({
    kind: "tool-call",
    key: call.callId,
    callId: call.callId,
    tool: call.tool,
    input: call.input,
    state: "waiting",
    files: [],
  }));
  return settleState({ ...calls.reduce(withItem, ended), use: addUse(view.use, row.use) });
}

function addUse(total: RunView["use"], more: RunView["use"]): RunView["use"] {
  const cachedInput = (total.cachedInput ?? 0) + (more.cachedInput ?? 0);
  const unknownCost = more.cost === undefined || (total.cost === undefined && total.input + total.output > 0);
  return {
    input: total.input + more.input,
    output: total.output + more.output,
    ...(cachedInput > 0 ? { cachedInput } : {}),
    ...(unknownCost ? {} : { cost: (total.cost ?? 0) + (more.cost ?? 0) }),
  };
}

function endTurn(view: RunView, row: Extract<RunRow, { type: "turn.end" }>): RunView {
  const ended = withItem(closeStreams(view), {
    kind: "turn-end",
    key: `turn-${row.turn}`,
    turn: row.turn,
    outcome: row.outcome,
    durationMs: row.durationMs,
    files: filesOfTurn(view.items),
  });
  switch (row.outcome) {
    case "finished":
      return { ...ended, state: { at: "waiting" } };
    case "failed":
      return { ...ended, state: { at: "failed", failure: row.failure ?? unexplained } };
    case "stopped":
    case "interrupted":
      return { ...ended, state: { at: "stopped" } };
  }
}

const unexplained = { kind: "unknown", message: "The turn failed and its record does not say why." } as const;

/** One entry per file, in the order in which the turn first touched them. */
function filesOfTurn(items: readonly TranscriptItem[]): FileEffect[] {
  const start = items.findLastIndex((item) => item.kind === "turn-end") + 1;
  const byPath = new Map<string, FileEffect>();
  for (const item of items.slice(start)) {
    if (item.kind !== "tool-call") continue;
    for (const effect of item.files) {
      const before = byPath.get(effect.path);
      byPath.set(effect.path, before === undefined ? effect : joinEffects(before, effect));
    }
  }
  return [...byPath.values()];
}

function joinEffects(before: FileEffect, after: FileEffect): FileEffect {
  const change = before.change === "created" && after.change === "modified" ? "created" : after.change;
  return {
    ...after,
    change,
    addedLines: before.addedLines + after.addedLines,
    removedLines: before.removedLines + after.removedLines,
  };
}

/** A read message stands where it was read, not where it was typed. */
function consume(view: RunView, keys: readonly string[], read: boolean): RunView {
  const taken = view.items.flatMap((item) =>
    item.kind === "user-message" && keys.includes(item.key) ? [{ ...item, state: "read" as const }] : [],
  );
  const others = view.items.filter((item) => item.kind !== "user-message" || !keys.includes(item.key));
  return { ...view, items: read ? [...others, ...taken] : others };
}

function endStream(view: RunView, key: string, text: string): RunView {
  const items = view.items.flatMap((item) => {
    if (item.kind !== "assistant-text" || item.key !== key) return [item];
    return text === "" ? [] : [{ ...item, text, streaming: false }];
  });
  return { ...view, items };
}

/** An attempt that got no answer leaves nothing behind. */
function closeStreams(view: RunView): RunView {
  return { ...view, items: view.items.filter((item) => item.kind !== "assistant-text" || !item.streaming) };
}

/** Queued messages stay last: they are what comes next. An item whose key stands is replaced. */
function withItem(view: RunView, item: TranscriptItem): RunView {
  const standing = view.items.findLastIndex(({ key }) => key === item.key);
  if (standing >= 0) return { ...view, items: view.items.with(standing, item) };
  const end = item.kind === "user-message" ? view.items.length : endOfRead(view.items);
  return { ...view, items: view.items.toSpliced(end, 0, item) };
}

function endOfRead(items: readonly TranscriptItem[]): number {
  return items.findLastIndex((item) => item.kind !== "user-message" || item.state === "read") + 1;
}

function withCall(view: RunView, callId: string, change: (call: ToolCallView) => ToolCallView): RunView {
  const index = view.items.findLastIndex((item) => item.kind === "tool-call" && item.callId === callId);
  const call = view.items[index];
  if (call?.kind !== "tool-call") throw new RowsDoNotFoldError(`No response made the call "${callId}".`);
  if (call.durationMs !== undefined)
    throw new RowsDoNotFoldError(`The call "${callId}" has a result and changes again.`);
  return { ...view, items: view.items.with(index, change(call)) };
}

function inTurn(view: RunView): boolean {
  return view.state.at !== "waiting" && view.state.at !== "stopped" && view.state.at !== "failed";
}

/** Where a turn stands, from its calls alone. */
function settleState(view: RunView): RunView {
  return { ...view, state: stateOfCalls(view.items) };
}

function stateOfCalls(items: readonly TranscriptItem[]): RunState {
  const start = items.findLastIndex((item) => item.kind === "turn-end") + 1;
  const requests: ApprovalRequest[] = [];
  let unsettled = false;
  for (const item of items.slice(start)) {
    if (item.kind !== "tool-call" || item.durationMs !== undefined) continue;
    unsettled = true;
    if (item.state === "asking" && item.request !== undefined) requests.push(item.request);
  }
  if (requests.length > 0) return { at: "asking", requests };
  return { at: unsettled ? "running-tools" : "thinking" };
}

/** What a list of runs shows, from the view and its last row. */
export function summarizeRun(view: RunView, updatedAt: number): RunSummary {
  return {
    run: view.run,
    title: view.title,
    createdAt: view.createdAt,
    updatedAt,
    state: view.state.at,
    ...(view.use.cost === undefined ? {} : { cost: view.use.cost }),
  };
}
