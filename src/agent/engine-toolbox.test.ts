import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { type BackendInMemory, backendInMemory } from "../contracts/backend-in-memory.ts";
import type { RunId } from "../contracts/run-view.ts";
import { EngineToolbox } from "./engine-toolbox.ts";
import type { ModelEvent } from "./models/model-port.ts";
import { RunWorld } from "./testing/run-world.ts";
import { calls, inOrder, says } from "./testing/scripted-model.ts";

const edit = calls(["edit_file", { path: "a.ts", replacements: [{ old_string: "one", new_string: "two" }] }]);

async function world(backend: BackendInMemory, database: string, ...answers: (readonly ModelEvent[])[]) {
  const toolbox = new EngineToolbox();
  toolbox.setBackend(backend);
  return RunWorld.open({ model: inOrder(...answers), database, surroundings: { toolbox } });
}

/** A run that asked for its edit when the tab was closed. */
async function cutWhileAsking(backend: BackendInMemory, database: string): Promise<RunId> {
  const before = await world(backend, database, calls(["read_file", { path: "a.ts" }]), edit);
  const run = await before.agent.startRun("Edit a.ts.");
  await before.request(run);
  before.close();
  return run;
}

test("an edit that was asked before a reload can be approved after it", async () => {
  const backend = backendInMemory({ "a.ts": "const a = 'one';\n" });
  const run = await cutWhileAsking(backend, "toolbox-reload");
  const after = await world(backend, "toolbox-reload", says(""), says(""), says("Done."));
  await after.agent.openRun(run);
  const request = await after.request(run);
  expect(request.id).toBe("c2.1:1:1");
  await after.agent.decide(run, request.id, { kind: "approve" });
  await after.until(run, "waiting");
  expect(backend.text("a.ts")).toBe("const a = 'two';\n");
  after.close();
});

test("a file that changed meanwhile must be read again", async () => {
  const backend = backendInMemory({ "a.ts": "const a = 'one';\n" });
  const run = await cutWhileAsking(backend, "toolbox-changed");
  await backend.writeFile("a.ts", new TextEncoder().encode("const a = 'one'; // by hand\n"));
  const after = await world(backend, "toolbox-changed", says(""), says(""), says("Done."));
  await after.agent.openRun(run);
  const view = await after.until(run, "waiting");
  const call = view.items.findLast((item) => item.kind === "tool-call");
  expect(call).toMatchObject({ state: "failed", errorText: expect.stringContaining("read") });
  expect(backend.text("a.ts")).toBe("const a = 'one'; // by hand\n");
  after.close();
});

test("a file that was edited and not changed since can be edited again after a reload", async () => {
  const backend = backendInMemory({ "a.ts": "const a = 'one';\n" });
  const first = await world(
    backend,
    "toolbox-twice",
    calls(["read_file", { path: "a.ts" }]),
    edit,
    says("Done."),
  );
  const run = await first.agent.startRun("Edit a.ts.");
  await first.agent.decide(run, (await first.request(run)).id, {
    kind: "approve",
    content: "const a = 'one more';\n",
  });
  await first.until(run, "waiting");
  first.close();
  const second = await world(backend, "toolbox-twice", says(""), says(""), says(""), edit, says("Done."));
  await second.agent.sendMessage(run, "Again.");
  await second.agent.decide(run, (await second.request(run)).id, { kind: "approve" });
  await second.until(run, "waiting");
  expect(backend.text("a.ts")).toBe("const a = 'two more';\n");
  second.close();
});

test("a call without an engine fails with what the person can do", async () => {
  const toolbox = new EngineToolbox(20);
  const model = inOrder(calls(["read_file", { path: "a.ts" }]), says("No engine."));
  const here = await RunWorld.open({ model, surroundings: { toolbox } });
  const run = await here.agent.startRun("Read.");
  const view = await here.until(run, "waiting");
  expect(view.items.find((item) => item.kind === "tool-call")).toMatchObject({
    state: "failed",
    errorText: expect.stringContaining("engine is not ready"),
  });
  here.close();
});
