import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../contracts/approval.ts";
import type { RunView } from "../../contracts/run-view.ts";
import { runCommands } from "./run-commands.ts";
import type { RunsState, RunsStore } from "./runs.ts";
import { createStore } from "./store.ts";

function world(ids: readonly string[], shown: string | undefined) {
  const requests = ids.map((id) => ({ id }) as ApprovalRequest);
  const view = { state: { at: "asking", requests } } as unknown as RunView;
  const done: string[] = [];
  const runs = {
    store: createStore<Partial<RunsState>>({ view }),
    decide: async (request: ApprovalRequest, decision: { kind: string }) =>
      void done.push(`${decision.kind} ${request.id}`),
  } as unknown as RunsStore;
  const commands = runCommands(runs, {
    showRequest: (id) => void done.push(`show ${id}`),
    shownRequest: () => shown,
  });
  return {
    done,
    run: (id: string): void => {
      const command = commands.find((each) => each.id === id);
      if (command?.when?.() !== false) void command?.run();
    },
  };
}

test("the request that is shown is approved, whatever else waits", () => {
  const { run, done } = world(["a", "b"], "b");
  run("agent.approve");
  run("agent.approveRest");
  expect(done).toEqual(["approve b", "approve-rest-of-turn b"]);
});

test("nothing is approved that is not shown", () => {
  const { run, done } = world(["a"], undefined);
  run("agent.approve");
  expect(done).toEqual([]);
});

test("the next request comes after the one that is shown, and the first after the last", () => {
  for (const [shown, next] of [
    [undefined, "a"],
    ["a", "b"],
    ["b", "a"],
  ] as const) {
    const { run, done } = world(["a", "b"], shown);
    run("agent.nextRequest");
    expect(done).toEqual([`show ${next}`]);
  }
});
