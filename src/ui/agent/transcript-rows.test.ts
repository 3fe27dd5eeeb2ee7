import { expect, test } from "vitest";
import type { ToolCallView, TranscriptItem } from "../../contracts/run-view.ts";
import { transcriptRows } from "./transcript-rows.ts";

const call = (key: string, tool: string): ToolCallView => ({
  kind: "tool-call",
  key,
  callId: key,
  tool,
  input: {},
  state: "done",
  files: [],
});
const said = (key: string, text: string): TranscriptItem => ({
  kind: "assistant-text",
  key,
  text,
  streaming: false,
});

test("looks in a row become one row and anything else ends it", () => {
  const rows = transcriptRows([
    call("1", "list_files"),
    call("2", "read_file"),
    said("3", "Found it."),
    call("4", "read_file"),
    call("5", "edit_file"),
  ]);
  expect(rows.map((row) => [row.kind, row.key])).toEqual([
    ["reading", "1"],
    ["item", "3"],
    ["item", "4"],
    ["item", "5"],
  ]);
});

test("a reply without words and a queued message are not shown, and do not part the looks around them", () => {
  const queued: TranscriptItem = { kind: "user-message", key: "q", text: "also", at: 0, state: "queued" };
  const rows = transcriptRows([call("1", "read_file"), said("2", ""), queued, call("3", "read_file")]);
  expect(rows.map((row) => row.kind)).toEqual(["reading"]);
});

test("nothing runs in a run that was interrupted", () => {
  const items = [
    { ...call("1", "exec_command"), state: "running" },
    { ...call("2", "read_file"), state: "waiting" },
  ] as const;
  const states = transcriptRows(items, true).map(
    (row) => row.kind === "item" && row.item.kind === "tool-call" && row.item.state,
  );
  expect(states).toEqual(["outcome-unknown", "not-started"]);
});
