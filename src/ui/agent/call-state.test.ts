import { expect, test } from "vitest";
import type { ToolCallView } from "../../contracts/run-view.ts";
import { callStateWords } from "./call-state.ts";

const call = (more: Partial<ToolCallView>): ToolCallView => ({
  kind: "tool-call",
  key: "c",
  callId: "c",
  tool: "exec_command",
  input: {},
  state: "done",
  files: [],
  ...more,
});
const note = (outcome: "passed" | "failed" | "cut" | "could-not-run") => ({
  suiteNote: {
    runner: "vitest",
    command: "npm test",
    outcome,
    headline: "",
    counts: { passed: 0, failed: 0, flaky: 0, skipped: 0 },
    failures: [],
    causes: [],
    exitCode: 1,
    durationMs: 1,
  } as const,
});

test.each([
  ["a command that ended well", call({ resultText: '{"exitCode":0}' }), "done"],
  ["a command that reports a failure", call({ resultText: '{"exitCode":2}' }), "exit 2"],
  ["an answer that cannot be read", call({ resultText: "{" }), "done"],
  ["another tool with an exit code", call({ tool: "read_file", resultText: '{"exitCode":2}' }), "done"],
  ["tests that failed", call(note("failed")), "tests failed"],
  ["tests that passed", call(note("passed")), "done"],
  ["a run that was cut", call(note("cut")), "cut off"],
  ["a run without tests", call(note("could-not-run")), "no test ran"],
  ["a call that the policy refused", call({ state: "rejected" }), "rejected"],
  ["a call whose end nobody saw", call({ state: "outcome-unknown" }), "outcome unknown"],
])("%s", (_what, view, word) => expect(callStateWords(view).word).toBe(word));
