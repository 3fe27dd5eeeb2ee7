import type { Reply, SeenMessage, SeenRequest } from "./model-server.ts";

/**
 * Plays a model that repairs the sample project and reads what the tools answer: it runs the tests, reads the file that the
 * failing test imports, edits it, runs the tests again and says what it saw. `install` is run first when it is given.
 */
export function repairScript(
  { messages }: Pick<SeenRequest, "messages">,
  install?: string,
): Extract<Reply, { kind: "answer" }> {
  const start = messages.findLastIndex(({ role }) => role === "user");
  const turn = messages.slice(start + 1);
  const results = answered(turn);
  const commands = install === undefined ? [] : [install];
  const ran = (command: string): readonly string[] =>
    results.filter((entry) => entry.input["command"] === command).map(({ text }) => text);
  for (const command of commands) if (ran(command).length === 0) return callOf("exec_command", { command });

  const last = results.at(-1)?.text ?? "";
  if (/rejected/.test(last)) return { kind: "answer", text: "I leave the file as it is, as you said." };
  const tests = ran("npx vitest run");
  const read = results.find(({ name }) => name === "read_file");
  const edited = results.some(({ name }) => name === "edit_file");
  if (tests.length === 0) return callOf("exec_command", { command: "npx vitest run" }, "I run the tests.");
  if (read === undefined) {
    const failing = /FAIL\s+(?:\\u001b\S*\s*)*(\S+?)\.test\.ts/.exec(tests[0] ?? "")?.[1];
    if (failing === undefined)
      return { kind: "answer", text: `Nothing fails: ${(tests[0] ?? "").slice(0, 200)}` };
    return callOf("read_file", { path: failing.replace(/^test\//, "src/") + ".ts" });
  }
  if (!edited) {
    const line = /const minutes = (Math\.floor\(\w+ \/ 60\));/.exec(read.text);
    if (line === null) return { kind: "answer", text: "I do not see the mistake." };
    return callOf("edit_file", {
      path: read.input["path"],
      replacements: [{ old_string: line[0], new_string: `const minutes = ${line[1]} % 60;` }],
    });
  }
  if (tests.length === 1) return callOf("exec_command", { command: "npx vitest run" });
  const passed = /"exitCode":0/.test(tests[1] ?? "");
  return {
    kind: "answer",
    text: passed ? "The minutes are right now. All tests pass." : "The tests still fail.",
  };
}

function callOf(name: string, input: object, text = ""): Extract<Reply, { kind: "answer" }> {
  return { kind: "answer", text, calls: [{ name, input }] };
}

interface Answered {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function answered(turn: readonly SeenMessage[]): readonly Answered[] {
  const texts = new Map(turn.flatMap(({ results }) => results.map(({ id, text }) => [id, text] as const)));
  return turn.flatMap(({ calls }) =>
    calls.flatMap(({ id, name, input }) => {
      const text = texts.get(id);
      return text === undefined ? [] : [{ name, input: input as Record<string, unknown>, text }];
    }),
  );
}
