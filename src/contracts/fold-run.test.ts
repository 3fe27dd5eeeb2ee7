import { expect, test } from "vitest";
import { exampleRows } from "./fixtures/example-run.ts";
import { applyRow, foldRun, RowsDoNotFoldError, summarizeRun } from "./fold-run.ts";
import { parseRunRow } from "./run-row-schema.ts";
import type { RunRow } from "./run-rows.ts";
import type { RunView } from "./run-view.ts";

function viewAfter(type: RunRow["type"], occurrence = 1): RunView {
  const indices = exampleRows.flatMap((row, index) => (row.type === type ? [index] : []));
  return foldRun(exampleRows.slice(0, (indices[occurrence - 1] ?? Number.NaN) + 1));
}

test("folding row by row gives at each row the view that folding from the start gives", () => {
  let view: RunView | undefined;
  exampleRows.forEach((row, index) => {
    view = applyRow(view, row);
    expect(view).toEqual(foldRun(exampleRows.slice(0, index + 1)));
  });
});

test("rows survive a trip through storage", () => {
  for (const row of exampleRows)
    expect(parseRunRow(JSON.parse(JSON.stringify(row)))).toEqual({ ok: true, value: row });
});

test("a stored row of an unknown type or with a wrong field is a problem that names the field", () => {
  expect(parseRunRow({ ...exampleRows[0], type: "run.exploded" })).toMatchObject({
    ok: false,
    problem: expect.stringContaining('"type"'),
  });
  expect(parseRunRow({ ...exampleRows[0], title: 7 })).toMatchObject({
    ok: false,
    problem: expect.stringContaining('"title"'),
  });
});

test("the state follows the rows", () => {
  expect(viewAfter("run.start").state).toEqual({ at: "waiting" });
  expect(viewAfter("turn.begin").state).toEqual({ at: "thinking" });
  expect(viewAfter("model.failed").state).toMatchObject({ at: "retrying", attempt: 2 });
  expect(viewAfter("model.response").state).toEqual({ at: "running-tools" });
  expect(viewAfter("tool.result", 1).state).toEqual({ at: "running-tools" });
  expect(viewAfter("tool.result", 2).state).toEqual({ at: "thinking" });
  expect(viewAfter("request.opened").state).toMatchObject({
    at: "asking",
    requests: [{ id: "c2.1:1:1" }],
  });
  expect(viewAfter("request.decided").state).toEqual({ at: "running-tools" });
  expect(viewAfter("turn.end", 1).state).toEqual({ at: "waiting" });
  expect(viewAfter("turn.end", 2).state).toEqual({ at: "stopped" });
});

test("a message typed while the run works stands last until it is read", () => {
  const queued = viewAfter("followup.queued", 2);
  expect(queued.items.at(-1)).toMatchObject({ kind: "user-message", text: "Now add hours", state: "queued" });
  const answered = viewAfter("turn.end", 1);
  expect(answered.items.slice(-3).map((item) => item.kind)).toEqual([
    "assistant-text",
    "turn-end",
    "user-message",
  ]);
  expect(viewAfter("followup.consumed", 2).items.at(-1)).toMatchObject({ state: "read" });
});

test("a withdrawn message leaves nothing behind", () => {
  const queued = viewAfter("followup.queued", 2);
  const head = { run: queued.run, seq: 999, at: 0 };
  const view = applyRow(queued, { ...head, type: "followup.consumed", keys: ["u2"], by: "withdrawal" });
  expect(view.items.some((item) => item.key === "u2")).toBe(false);
});

test("an attempt is one streaming item that its answer replaces", () => {
  expect(viewAfter("model.attempt").items.at(-1)).toEqual({
    kind: "assistant-text",
    key: "m1.1",
    text: "",
    streaming: true,
  });
  const answered = viewAfter("model.response");
  expect(answered.items.map((item) => item.key)).toEqual(["u1", "m1.1:failure", "m1.2", "c1.1", "c1.2"]);
});

test("the end of a turn names the files that the turn changed and the run adds up what it cost", () => {
  const view = viewAfter("turn.end", 1);
  expect(view.items.find((item) => item.kind === "turn-end")).toMatchObject({
    files: [{ path: "src/seconds.ts", change: "modified", addedLines: 1, removedLines: 1 }],
  });
  expect(view.use).toMatchObject({ input: 6_300, output: 300 });
  expect(view.use.cost).toBeCloseTo(0.0169);
  expect(summarizeRun(view, 5)).toMatchObject({
    title: "Make the tests pass",
    updatedAt: 5,
    state: "waiting",
  });
});

test("an interruption shows its reason and resuming shows what is unfinished", () => {
  const cut = viewAfter("request.opened");
  const head = { run: cut.run, seq: 999, at: 0 };
  const interrupted = applyRow(cut, { ...head, type: "run.interrupted", reason: "The tab was closed." });
  expect(interrupted.state).toEqual({ at: "interrupted", reason: "The tab was closed." });
  const resumed = applyRow(interrupted, { ...head, type: "run.activate", worker: "worker-2" });
  expect(resumed.state).toMatchObject({ at: "asking" });
});

test("rows that cannot follow are refused", () => {
  const [start] = exampleRows;
  const last = exampleRows.find((row) => row.type === "tool.result");
  if (start === undefined || last === undefined) throw new Error("the example lost its rows");
  expect(() => foldRun([])).toThrow(RowsDoNotFoldError);
  expect(() => foldRun([last])).toThrow(RowsDoNotFoldError);
  expect(() => foldRun([start, start])).toThrow(RowsDoNotFoldError);
  expect(() => applyRow(foldRun(exampleRows), last)).toThrow("has a result");
});
