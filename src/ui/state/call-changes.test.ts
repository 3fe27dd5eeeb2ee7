import { expect, test } from "vitest";
import type { ApprovalId } from "../../contracts/approval.ts";
import type { ToolCallView } from "../../contracts/run-view.ts";
import { changesOfCall } from "./call-changes.ts";

const call = (more: Partial<ToolCallView>): ToolCallView => ({
  kind: "tool-call",
  key: "c",
  callId: "c",
  tool: "edit_file",
  input: {},
  state: "done",
  files: [],
  ...more,
});
const request = {
  id: "a" as ApprovalId,
  callId: "c",
  openedAt: 0,
  proposal: {
    kind: "edit",
    tool: "edit_file",
    path: "a.ts",
    original: "1\n",
    proposed: "2\n",
    addedLines: 1,
    removedLines: 1,
  },
} as const;

test("an approved edit shows what was proposed", () => {
  expect(changesOfCall(call({ request }))).toEqual([
    { path: "a.ts", before: "1\n", after: "2\n", whole: true },
  ]);
});

test("an edit that the person changed shows the person's text", () => {
  const resolution = { by: "person", kind: "approve", content: "3\n" } as const;
  expect(changesOfCall(call({ request, resolution }))[0]?.after).toBe("3\n");
});

test("an edit that nobody was asked about shows the replacements as the model sent them", () => {
  const input = {
    path: "a.ts",
    replacements: [{ old_string: "x", new_string: "y" }, { old_string: 1 }, "z"],
  };
  expect(changesOfCall(call({ input }))).toEqual([{ path: "a.ts", before: "x", after: "y", whole: false }]);
});

test.each([["garbage"], [{ path: 1, replacements: [] }], [{ path: "a", replacements: "x" }], [null]])(
  "input that is no edit has no change: %j",
  (input) => expect(changesOfCall(call({ input }))).toEqual([]),
);
