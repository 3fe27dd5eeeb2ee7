import { describe, expect, test } from "vitest";
import { TOOL_SCHEMAS } from "../tool-schemas.ts";
import { ToolInputError } from "../tool.ts";
import { guardToolExecute } from "./guard-tool-execute.ts";
import { missingParamError } from "./missing-param-error.ts";
import { normalizeToolInput } from "./normalize-tool-input.ts";

const { exec_command: exec, rename_file: rename, write_file: write } = TOOL_SCHEMAS;

describe("normalizeToolInput", () => {
  test.each([
    [exec, { cmd: "npm ci", timeout: 9_000 }, { command: "npm ci", timeout: 9_000 }, [], ["cmd→command"]],
    [exec, { command: "ls", cmd: "rm x" }, { command: "ls", cmd: "rm x" }, [], []],
    [exec, { command: 7 }, { command: "7" }, [], []],
    [exec, { command: "  " }, { command: "  " }, ["command"], []],
    [exec, ["ls"], {}, ["command"], []],
    [exec, '{"command":"ls"}', { command: "ls" }, [], []],
    [rename, { path: "a" }, { path: "a" }, ["old_path", "new_path"], []],
    [
      rename,
      { oldPath: "a", newPath: "b" },
      { old_path: "a", new_path: "b" },
      [],
      ["oldPath→old_path", "newPath→new_path"],
    ],
    [write, { path: "a", content: "" }, { path: "a", content: "" }, [], []],
    [
      write,
      { file_path: "a", file_text: "x" },
      { path: "a", content: "x" },
      [],
      ["file_path→path", "file_text→content"],
    ],
    [
      write,
      { path: "a", file_text: "x", file_content: "y" },
      { path: "a", file_text: "x", file_content: "y" },
      ["content"],
      [],
    ],
  ])("$name %j", (schema, raw, input, missing, aliased) => {
    expect(normalizeToolInput(schema, raw)).toEqual({ input, missing, aliased });
  });

  test("input that is right is handed on as the same object, and repairing twice changes nothing", () => {
    const right = { command: "ls" };
    expect(normalizeToolInput(exec, right).input).toBe(right);
    const repaired = normalizeToolInput(exec, { cmd: "ls" }).input;
    expect(normalizeToolInput(exec, repaired).input).toBe(repaired);
  });
});

test("what is missing is named with what came and a right call", () => {
  const one = missingParamError(exec, { cmdline: "x" }, ["command"]);
  for (const part of ["exec_command", '"command"', "cmdline", '{"command":"<string>"}'])
    expect(one).toContain(part);
  const two = missingParamError(rename, {}, ["old_path", "new_path"]);
  expect(two).toContain("parameters");
  expect(two).toContain("No parameters were sent");
});

describe("guardToolExecute", () => {
  const answer = (
    implementation: () => Promise<Record<string, unknown>>,
    input: unknown = { command: "x" },
  ) => guardToolExecute(exec, implementation)(input);
  const throwing = (thrown: unknown) => async (): Promise<never> => {
    throw thrown;
  };

  test("names a parameter that was missing when the tool threw", async () => {
    expect((await answer(throwing(new TypeError("no")), { timeout: 5 }))["error"]).toContain('"command"');
  });

  test("masks secrets in what was thrown", async () => {
    expect((await answer(throwing(new Error("boot failed DB_PASSWORD=pw1"))))["error"]).toContain(
      "DB_PASSWORD=[REDACTED]",
    );
  });

  test("hands on what the tool answered, and the message of a wrong input as it is", async () => {
    expect(await answer(async () => ({ error: "x" }))).toEqual({ error: "x" });
    expect(await answer(throwing(new ToolInputError("outside")))).toEqual({ error: "outside" });
    expect((await answer(throwing("boom")))["error"]).toContain("boom");
  });
});
