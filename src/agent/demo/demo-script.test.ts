import { expect, test } from "vitest";
import type { HistoryMessage } from "../history/history-message.ts";
import { type DemoMove, nextDemoMove } from "./demo-script.ts";
import { textOf } from "./turn-record.ts";

/** Plays the script against answers of tools: the first rule whose tool and input fit answers. */
type Answer = (move: NonNullable<DemoMove["call"]>, count: number) => { text: unknown; failed?: boolean };

function play(request: string, answer: Answer): { moves: DemoMove[]; last: string } {
  const messages: HistoryMessage[] = [{ role: "user", parts: [request] }];
  const moves: DemoMove[] = [];
  for (let count = 1; count < 20; count += 1) {
    const move = nextDemoMove(messages);
    moves.push(move);
    if (move.call === undefined) return { moves, last: move.text };
    const { tool, input } = move.call;
    const callId = `c${count}`;
    const { text, failed = false } = answer(move.call, count);
    messages.push(
      { role: "assistant", text: move.text, calls: [{ callId, providerCallId: callId, tool, input }] },
      {
        role: "tool",
        results: [{ callId, providerCallId: callId, tool, text: JSON.stringify(text), failed }],
      },
    );
  }
  throw new Error("The script does not end.");
}

const source = "const minutes = Math.floor(totalSeconds / 60);\n";
const files: Record<string, string> = {
  "package.json": '{\n  "name": "sample-durations"\n}',
  "test/format-duration.test.ts": 'import { formatDuration } from "../src/format-duration.ts";',
  "src/format-duration.ts": source,
};

function sample(overrides: Partial<Record<string, Answer>> = {}): Answer {
  let runs = 0;
  return (call, count) => {
    const command = textOf(call.input["command"] ?? call.tool);
    const override = overrides[command];
    if (override !== undefined) return override(call, count);
    if (call.tool === "list_files")
      return { text: { entries: Object.keys(files).map((name) => ({ name, type: "file" })) } };
    if (call.tool === "read_file") return { text: { content: files[String(call.input["path"])] ?? "" } };
    if (call.tool === "edit_file") return { text: { ok: true } };
    if (command === "npm install") return { text: { stdout: "added 1 package", exitCode: 0 } };
    runs += 1;
    return runs === 1
      ? {
          text: {
            stdout: "\u001b[31m FAIL \u001b[39m test/format-duration.test.ts > formatDuration > writes",
            exitCode: 1,
          },
        }
      : { text: { stdout: "Tests  12 passed (12)", exitCode: 0 } };
  };
}

test("it installs, runs, reads the test, reads what the test imports, edits and runs again", () => {
  const { moves, last } = play("Make the tests pass.", sample());
  expect(moves.map(({ call }) => call && [call.tool, call.input["path"] ?? call.input["command"]])).toEqual([
    ["list_files", undefined],
    ["read_file", "package.json"],
    ["exec_command", "npm install"],
    ["exec_command", "npx vitest run"],
    ["read_file", "test/format-duration.test.ts"],
    ["read_file", "src/format-duration.ts"],
    ["edit_file", "src/format-duration.ts"],
    ["exec_command", "npx vitest run"],
    undefined,
  ]);
  expect(moves[6]?.call?.input["replacements"]).toEqual([
    {
      old_string: "const minutes = Math.floor(totalSeconds / 60);",
      new_string: "const minutes = Math.floor(totalSeconds / 60) % 60;",
    },
  ]);
  expect(last).toContain("All tests pass");
});

test("it says what it is when it is asked for something else or sees another project", () => {
  expect(play("Write a poem about the sea.", sample()).last).toContain("a script, not a language model");
  const other = sample({
    read_file: () => ({ text: { content: '{ "name": "other" }' } }),
  });
  expect(play("Fix the tests.", other).last).toContain("not the sample project");
  const empty = sample({ list_files: () => ({ text: { entries: [] } }) });
  expect(play("Fix the tests.", empty).last).toContain("no package.json");
});

test("it says that tests pass already", () => {
  const passing = sample({ "npx vitest run": () => ({ text: { stdout: "ok", exitCode: 0 } }) });
  expect(play("Fix the tests.", passing).last).toContain("pass already");
});

test("a rejection ends it and its reason is quoted", () => {
  const rejected = sample({
    edit_file: () => ({
      text: {
        error:
          "The person rejected this change; nothing was written. Their instruction: Write it in one line.",
      },
      failed: true,
    }),
  });
  expect(play("Fix the tests.", rejected).last).toContain("“Write it in one line.”");
});

test("a command that fails is told with its last lines or its reason", () => {
  const failing = sample({
    "npm install": () => ({ text: { stdout: "npm error network", exitCode: 1 } }),
  });
  expect(play("Fix the tests.", failing).last).toContain("npm error network");
  const impossible = sample({
    "npm install": () => ({ text: { error: "This engine has no npm." }, failed: true }),
  });
  expect(play("Fix the tests.", impossible).last).toContain("This engine has no npm.");
});

test("a call that a reload cut is made again", () => {
  let cut = true;
  const reloaded = sample({
    "npm install": () => {
      if (!cut) return { text: { stdout: "", exitCode: 0 } };
      cut = false;
      return { text: { error: "This call was not started, because of a reload." }, failed: true };
    },
  });
  expect(play("Fix the tests.", reloaded).last).toContain("All tests pass");
});

test("it admits when the change did not help and when the mistake is not there", () => {
  const stubborn = sample({
    "npx vitest run": () => ({
      text: { stdout: "FAIL test/format-duration.test.ts\n Tests  1 failed | 11 passed (12)", exitCode: 1 },
    }),
  });
  expect(play("Fix the tests.", stubborn).last).toContain("tests still fail");
  const unknown = sample({
    read_file: (call) => ({
      text: {
        content: call.input["path"] === "src/format-duration.ts" ? "" : files[String(call.input["path"])],
      },
    }),
  });
  expect(play("Fix the tests.", unknown).last).toContain("does not hold the mistake");
});
