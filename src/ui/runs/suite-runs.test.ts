import { expect, test } from "vitest";
import type { RunView, ToolCallView } from "../../contracts/run-view.ts";
import type { SuiteFailure, SuiteNote } from "../../contracts/suite-notes.ts";
import { failuresByFile, runningCommandOf, suiteRunsOf } from "./suite-runs.ts";

const call = (key: string, more: Partial<ToolCallView>): ToolCallView => ({
  kind: "tool-call",
  key,
  callId: key,
  tool: "exec_command",
  input: { command: "npm test" },
  state: "done",
  startedAt: 7,
  files: [],
  ...more,
});
const view = (...items: ToolCallView[]): RunView => ({ items }) as unknown as RunView;
const suiteNote = { headline: "x" } as SuiteNote;

test("the runs of a conversation stand newest first, without other calls", () => {
  const runs = suiteRunsOf(view(call("1", { suiteNote }), call("2", {}), call("3", { suiteNote })));
  expect(runs.map(({ key }) => key)).toEqual(["3", "1"]);
  expect(suiteRunsOf(undefined)).toEqual([]);
});

test("the command that runs now is found, and hostile input is none", () => {
  expect(runningCommandOf(view(call("1", {}), call("2", { state: "running" })))).toEqual({
    command: "npm test",
    startedAt: 7,
  });
  for (const input of ["npm test", null, { command: 1 }, []])
    expect(runningCommandOf(view(call("1", { state: "running", input })))).toBeUndefined();
});

test("failures are grouped by file", () => {
  const failure = (id: string, file: string) => ({ id, file }) as SuiteFailure;
  const files = failuresByFile([failure("1", "b"), failure("2", "a"), failure("3", "b")]);
  expect(files.map(({ file, failures }) => [file, failures.map(({ id }) => id)])).toEqual([
    ["b", ["1", "3"]],
    ["a", ["2"]],
  ]);
});
