import "fake-indexeddb/auto";
import { afterEach, expect, test } from "vitest";
import type { RunId } from "../contracts/run-view.ts";
import { memoryLocks } from "./history/run-locks.ts";
import { NUDGE } from "./loop/next-step.ts";
import { RunWorld, ToyProject, type WorldOptions } from "./testing/run-world.ts";
import { answers, calls, inOrder, says, ScriptedModel } from "./testing/scripted-model.ts";

const open: RunWorld[] = [];

async function world(options: WorldOptions): Promise<RunWorld> {
  const opened = await RunWorld.open(options);
  open.push(opened);
  return opened;
}

afterEach(() => {
  for (const opened of open.splice(0)) opened.close();
});

function types(rows: readonly { readonly type: string }[]): string[] {
  return rows.map(({ type }) => type);
}

test("an answer without calls ends the turn", async () => {
  const here = await world({ model: inOrder(says("All is well.")) });
  const run = await here.agent.startRun("How is it?");
  const view = await here.until(run, "waiting");
  expect(view.items.map((item) => item.kind)).toEqual(["user-message", "assistant-text", "turn-end"]);
  expect(types(await here.rows(run))).toEqual([
    "run.start",
    "followup.queued",
    "run.activate",
    "followup.consumed",
    "turn.begin",
    "run.config",
    "model.attempt",
    "model.response",
    "turn.end",
  ]);
});

test("calls that read run without a question and their results go back together", async () => {
  const model = inOrder(
    calls(["read_file", { path: "a.txt" }], ["read_file", { path: "b.txt" }]),
    says("Read."),
  );
  const here = await world({ model });
  const run = await here.agent.startRun("Read both.");
  await here.until(run, "waiting");
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    role: "tool",
    results: [
      { callId: "c1.1", failed: false, text: '{"content":"one"}' },
      { callId: "c1.2", failed: true },
    ],
  });
});

test("an edit waits for the person and is made as the person left it", async () => {
  const project = new ToyProject();
  const here = await world({
    project,
    model: inOrder(calls(["edit_file", { path: "a.txt", content: "two" }]), says("Done.")),
  });
  const run = await here.agent.startRun("Edit.");
  const request = await here.request(run);
  expect([request.id, project.files.get("a.txt")]).toEqual(["c1.1:1:1", "one"]);
  expect(await here.agent.decide(run, request.id, { kind: "approve", content: "three" })).toBe(true);
  expect(await here.agent.decide(run, request.id, { kind: "reject" })).toBe(false);
  const view = await here.until(run, "waiting");
  expect(project.files.get("a.txt")).toBe("three");
  expect(view.items.find((item) => item.kind === "tool-call")).toMatchObject({
    state: "done",
    files: [{ path: "a.txt", change: "modified" }],
    resolution: { by: "person", kind: "approve", content: "three" },
  });
});

test("the reason of a rejection reaches the model as an instruction", async () => {
  const project = new ToyProject();
  const model = inOrder(calls(["edit_file", { path: "a.txt", content: "two" }]), says("I see."));
  const here = await world({ project, model });
  const run = await here.agent.startRun("Edit.");
  await here.agent.decide(run, (await here.request(run)).id, {
    kind: "reject",
    reason: "Change b.txt instead.",
  });
  const view = await here.until(run, "waiting");
  expect(view.items.find((item) => item.kind === "tool-call")).toMatchObject({ state: "rejected" });
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("Change b.txt instead.");
  expect(project.done).toEqual([]);
});

test("approving the rest of the turn covers whatever this turn still asks, and not the next turn", async () => {
  const edit = calls(["edit_file", { path: "a.txt", content: "x" }]);
  const model = inOrder(
    calls(["edit_file", { path: "a.txt", content: "1" }], ["edit_file", { path: "a.txt", content: "2" }]),
    calls(["exec_command", { command: "ls" }]),
    says("Done."),
    edit,
  );
  const here = await world({ model });
  const run = await here.agent.startRun("Edit twice.");
  await here.agent.decide(run, (await here.request(run)).id, { kind: "approve-rest-of-turn" });
  await here.until(run, "waiting");
  await here.agent.sendMessage(run, "Again.");
  expect((await here.request(run)).proposal.kind).toBe("edit");
});

test("the approval mode decides what asks", async () => {
  const project = new ToyProject();
  const model = inOrder(
    calls(["exec_command", { command: "ls" }]),
    calls(["edit_file", { path: "a.txt", content: "x" }]),
    says("Done."),
  );
  const here = await world({ project, model });
  await here.agent.setApprovalMode("edits-only");
  const run = await here.agent.startRun("Go.");
  const request = await here.request(run);
  expect([project.done, request.proposal.kind]).toEqual([["start ls", "run ls"], "edit"]);
  await here.agent.setApprovalMode("nothing-in-sandbox");
  await here.agent.decide(run, request.id, { kind: "approve" });
  await here.until(run, "waiting");
  const free = await here.agent.startRun("Go.");
  await here.until(free, "waiting");
  const decided = (await here.rows(free)).filter((row) => row.type === "request.decided");
  expect(decided.map((row) => row.type === "request.decided" && row.resolution.by)).toEqual([
    "policy",
    "policy",
  ]);
});

test("messages that arrive while the run works are read together when the turn ends", async () => {
  const model = inOrder(says("A long answer of several words."), says("Second."));
  model.delay = 10;
  const here = await world({ model });
  const run = await here.agent.startRun("First.");
  await here.until(run, "thinking");
  await here.agent.sendMessage(run, "Also this.");
  await here.agent.sendMessage(run, "And that.");
  await here.until(run, "waiting");
  expect(model.requests[1]?.messages.at(-1)).toEqual({ role: "user", parts: ["Also this.", "And that."] });
  expect((await here.view(run)).turn).toBe(2);
});

test("a queued message can be taken back until it is read", async () => {
  const model = inOrder(says("A long answer of several words."));
  model.delay = 10;
  const here = await world({ model });
  const run = await here.agent.startRun("First.");
  await here.until(run, "thinking");
  await here.agent.sendMessage(run, "Never mind.");
  const queued = (await here.view(run)).items.find(
    (item) => item.kind === "user-message" && item.state === "queued",
  );
  expect(await here.agent.withdrawMessage(run, queued?.key ?? "")).toBe(true);
  expect(await here.agent.withdrawMessage(run, queued?.key ?? "")).toBe(false);
  await here.until(run, "waiting");
  expect(model.requests.length).toBe(1);
});

test("a stop ends a running command at once and is no failure of the tool", async () => {
  const project = new ToyProject();
  project.commandMs = 60_000;
  const model = inOrder(
    calls(["exec_command", { command: "sleep" }], ["exec_command", { command: "later" }]),
    says("Going on."),
  );
  const here = await world({ project, model });
  await here.agent.setApprovalMode("edits-only");
  const run = await here.agent.startRun("Go.");
  await expect.poll(() => project.done).toEqual(["start sleep"]);
  const before = performance.now();
  await here.agent.stopRun(run);
  expect(performance.now() - before).toBeLessThan(200);
  const view = await here.view(run);
  expect(view.state).toEqual({ at: "stopped" });
  expect(view.items.flatMap((item) => (item.kind === "tool-call" ? [item.state] : []))).toEqual([
    "stopped",
    "not-started",
  ]);
  await here.agent.sendMessage(run, "Continue.");
  await here.until(run, "waiting");
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  expect(JSON.stringify(model.requests[1]?.messages[2])).not.toContain("error");
});

test("a stop keeps the text that the person saw", async () => {
  const model = inOrder(says("one two three four five six seven"));
  model.delay = 20;
  const here = await world({ model });
  const run = await here.agent.startRun("Talk.");
  await here.agent.openRun(run);
  await expect.poll(() => here.notices.some((notice) => notice.type === "stream-chunk")).toBe(true);
  await here.agent.stopRun(run);
  const view = await here.view(run);
  const text = view.items.find((item) => item.kind === "assistant-text");
  expect(text).toMatchObject({ streaming: false, text: expect.stringContaining("one ") });
});

test("a stop while a question is open withdraws it", async () => {
  const here = await world({ model: inOrder(calls(["edit_file", { path: "a.txt", content: "x" }])) });
  const run = await here.agent.startRun("Edit.");
  const request = await here.request(run);
  await here.agent.stopRun(run);
  expect(await here.agent.decide(run, request.id, { kind: "approve" })).toBe(false);
  const call = (await here.view(run)).items.find((item) => item.kind === "tool-call");
  expect(call).toMatchObject({ state: "not-started", resolution: { by: "system", kind: "cancel" } });
});

test("a blank answer after a tool gets one nudge and a second one ends the turn", async () => {
  const model = new ScriptedModel((messages) =>
    messages.some(({ role }) => role === "tool")
      ? answers({ text: " " })
      : calls(["read_file", { path: "a.txt" }]),
  );
  const here = await world({ model });
  const run = await here.agent.startRun("Go.");
  const view = await here.until(run, "waiting");
  expect(model.requests.length).toBe(3);
  expect(model.requests[2]?.messages.at(-1)).toEqual({ role: "user", parts: [NUDGE] });
  expect(view.items.some((item) => item.kind === "notice")).toBe(true);
});

test("the same call with the same outcome three times ends the turn and says so", async () => {
  const model = new ScriptedModel(() => calls(["read_file", { path: "a.txt" }]));
  const here = await world({ model });
  const run = await here.agent.startRun("Go.");
  const view = await here.until(run, "waiting");
  expect(model.requests.length).toBe(3);
  expect(view.items.find((item) => item.kind === "notice")).toMatchObject({
    text: expect.stringContaining("same read_file call 3 times"),
  });
});

test("an unknown tool and arguments that are no JSON become results that the model can act on", async () => {
  const model = inOrder(
    answers({
      calls: [
        { tool: "format_disk", input: {} },
        { tool: "read_file", input: "{oops", invalid: "Expected a property name." },
      ],
    }),
    says("Sorry."),
  );
  const here = await world({ model });
  const run = await here.agent.startRun("Go.");
  await here.until(run, "waiting");
  const results = JSON.stringify(model.requests[1]?.messages.at(-1));
  expect(results).toContain("There is no tool");
  expect(results).toContain("Expected a property name.");
});

test("a failed call is tried again after what the provider asks for, and the budget is two", async () => {
  let now = 1_000_000;
  const failing = new ScriptedModel(() => [
    {
      type: "failed",
      failure: { kind: "rate-limited", message: "Too many.", status: 429 },
      retryable: true,
      retryAfterMs: 40,
    },
  ]);
  const here = await world({ model: failing, surroundings: { now: () => (now += 1_000) } });
  const run = await here.agent.startRun("Go.");
  const view = await here.until(run, "failed");
  expect(failing.requests.length).toBe(3);
  expect(view.state).toMatchObject({ failure: { kind: "rate-limited", status: 429 } });
  expect(view.items.filter((item) => item.kind === "model-failure").length).toBe(3);
  await here.agent.resumeRun(run);
  await here.until(run, "failed");
  expect(failing.requests.length).toBe(6);
});

test("a failure that a retry cannot help ends the turn at once", async () => {
  const model = new ScriptedModel(() => [
    { type: "failed", failure: { kind: "refused-key", message: "No." }, retryable: false },
  ]);
  const here = await world({ model });
  await here.until(await here.agent.startRun("Go."), "failed");
  expect(model.requests.length).toBe(1);
});

test("a reader gets every row exactly once although rows arrive while it opens the run", async () => {
  const model = inOrder(
    calls(["read_file", { path: "a.txt" }]),
    calls(["read_file", { path: "b.txt" }]),
    says("Done."),
  );
  const here = await world({ model });
  const run = await here.agent.startRun("Go.");
  const first = await here.agent.openRun(run);
  await here.until(run, "waiting");
  await new Promise((resolve) => setTimeout(resolve, 20));
  const later = here.notices.flatMap((notice) => (notice.type === "rows-appended" ? notice.rows : []));
  expect([...first, ...later].map(({ seq }) => seq)).toEqual((await here.rows(run)).map(({ seq }) => seq));
});

test("a mistake inside a tool ends the turn and is reported once", async () => {
  const project = new ToyProject();
  const [read] = project.tools;
  if (read === undefined) throw new Error("no tool");
  Object.assign(read, { execute: () => Promise.reject(new Error("broken tool")) });
  const here = await world({ project, model: inOrder(calls(["read_file", { path: "a.txt" }])) });
  const run = await here.agent.startRun("Go.");
  const view = await here.until(run, "failed");
  expect(view.state).toMatchObject({ failure: { message: expect.stringContaining("broken tool") } });
  expect(here.notices.filter(({ type }) => type === "bug-reported").length).toBe(1);
});

test("the list of runs follows what happens", async () => {
  const here = await world({ model: inOrder(says("Done.")) });
  const run = await here.agent.startRun("A title\nand more");
  await here.until(run, "waiting");
  expect(await here.agent.listRuns()).toMatchObject([{ run, title: "A title", state: "waiting" }]);
  expect(await here.agent.sendMessage(run, " ")).toMatchObject({ ok: false, reason: "closed" });
  expect(await here.agent.sendMessage("run-unknown" as RunId, "Hello")).toMatchObject({
    ok: false,
    reason: "closed",
  });
});

test("of two tabs one works on a run; the other watches, is refused, and may take it over", async () => {
  const project = new ToyProject();
  project.commandMs = 60_000;
  const script = () => inOrder(calls(["exec_command", { command: "sleep" }]), says("Done."));
  const locks = memoryLocks();
  const first = await world({ project, model: script(), locks, database: "two-tabs" });
  await first.agent.setApprovalMode("edits-only");
  const second = await world({ project, model: script(), locks, database: "two-tabs" });
  const run = await first.agent.startRun("Go.");
  await expect.poll(() => project.done).toEqual(["start sleep"]);
  expect(await second.agent.sendMessage(run, "Me too.")).toMatchObject({
    ok: false,
    reason: "open-elsewhere",
  });
  expect(await second.agent.takeOverRun(run)).toEqual({ ok: true });
  const view = await second.until(run, "waiting");
  expect(view.items.find((item) => item.kind === "tool-call")).toMatchObject({ state: "outcome-unknown" });
  expect(project.done).toEqual(["start sleep"]);
  const writers = (await second.rows(run)).flatMap((row) =>
    row.type === "run.activate" ? [row.worker] : [],
  );
  expect(new Set(writers).size).toBe(2);
});
