import { expect, test } from "vitest";
import type { ApprovalId } from "../../contracts/approval.ts";
import type { FileEffect, RunView, ToolCallView, TranscriptItem } from "../../contracts/run-view.ts";
import { changesByTurn } from "./changed-files.ts";

const effect = (path: string, change: FileEffect["change"], addedLines: number): FileEffect => ({
  path,
  change,
  addedLines,
  removedLines: 1,
});
const call = (key: string, ...files: FileEffect[]): TranscriptItem => ({
  kind: "tool-call",
  key,
  callId: key,
  tool: "edit_file",
  input: {},
  state: "done",
  files,
});
const end = (turn: number, ...files: FileEffect[]): TranscriptItem => ({
  kind: "turn-end",
  key: `turn-${turn}`,
  turn,
  outcome: "finished",
  durationMs: 1,
  files,
});
const view = (items: TranscriptItem[], turn: number) => ({ items, turn }) as unknown as RunView;

test("turns stand newest first and a turn without changes is left out", () => {
  const one = effect("a.ts", "modified", 1);
  const three = effect("b.ts", "created", 2);
  expect(
    changesByTurn(view([call("1", one), end(1, one), end(2), call("3", three), end(3, three)], 3)),
  ).toEqual([
    { turn: 3, running: false, files: [three] },
    { turn: 1, running: false, files: [one] },
  ]);
});

test("the turn that still runs counts, with each file once", () => {
  const items = [call("1", effect("a.ts", "created", 5)), call("2", effect("a.ts", "modified", 2))];
  expect(changesByTurn(view(items, 1))).toEqual([
    { turn: 1, running: true, files: [{ path: "a.ts", change: "created", addedLines: 7, removedLines: 2 }] },
  ]);
});

const edit = (key: string, before: string, after: string): TranscriptItem => ({
  ...(call(key, effect("a.ts", "modified", 1)) as ToolCallView),
  request: {
    id: key as ApprovalId,
    callId: key,
    openedAt: 0,
    proposal: {
      kind: "edit",
      tool: "edit_file",
      path: "a.ts",
      original: before,
      proposed: after,
      addedLines: 1,
      removedLines: 1,
    },
  },
});

test("several edits of one file are shown as one, from the first text to the last", () => {
  const [turn] = changesByTurn(view([edit("1", "a", "b"), edit("2", "b", "c")], 1));
  expect(turn?.files[0]?.texts).toEqual({ before: "a", after: "c" });
});

test("texts are not told when something else had a part in the file", () => {
  const [turn] = changesByTurn(view([edit("1", "a", "b"), call("2", effect("a.ts", "modified", 1))], 1));
  expect(turn?.files[0]?.texts).toBeUndefined();
});
