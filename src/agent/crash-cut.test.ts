import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { foldRun, summarizeRun } from "../contracts/fold-run.ts";
import type { RunRow } from "../contracts/run-rows.ts";
import type { RunId } from "../contracts/run-view.ts";
import { RunStore } from "./history/run-store.ts";
import { RunWorld, ToyProject } from "./testing/run-world.ts";
import { calls, inOrder, says, ScriptedModel } from "./testing/scripted-model.ts";

/*
 * A recorded run is cut after each commit, opened by another worker and resumed. What the first worker may have done
 * between the cut and its next commit counts as done: that is the worst moment for a crash.
 */

interface Recording {
  readonly rows: readonly RunRow[];
  /** What was done when the batch with this time was about to be stored. */
  readonly doneBefore: ReadonlyMap<number, readonly string[]>;
}

interface Scenario {
  readonly name: string;
  model(): ScriptedModel;
  readonly followUp?: string;
}

const scenarios: readonly Scenario[] = [
  {
    name: "parallel reads, an edit, a command and a final answer",
    model: () =>
      inOrder(
        calls(["read_file", { path: "a.txt" }], ["read_file", { path: "b.txt" }]),
        calls(["edit_file", { path: "a.txt", content: "two" }]),
        calls(["exec_command", { command: "test" }], ["exec_command", { command: "lint" }]),
        says("Done."),
      ),
  },
  {
    name: "a provider that fails once",
    model: () => {
      let failed = false;
      const script = inOrder(calls(["exec_command", { command: "test" }]), says("Done."));
      return new ScriptedModel((messages, request) => {
        if (request === 2 && !failed) {
          failed = true;
          return [
            {
              type: "failed",
              failure: { kind: "overloaded", message: "Busy." },
              retryable: true,
              retryAfterMs: 1,
            },
          ];
        }
        return script.answerTo(messages);
      });
    },
  },
  {
    name: "a message that waits for the end of the turn",
    followUp: "And now?",
    model: () => inOrder(calls(["exec_command", { command: "test" }]), says("First."), says("Second.")),
  },
];

async function record(scenario: Scenario): Promise<Recording> {
  let time = 0;
  const project = new ToyProject();
  const doneBefore = new Map<number, readonly string[]>();
  const world = await RunWorld.open({
    project,
    model: scenario.model(),
    surroundings: {
      now() {
        time += 10_000;
        doneBefore.set(time, [...project.done]);
        return time;
      },
    },
  });
  const run = await world.agent.startRun("Go.");
  if (scenario.followUp !== undefined) await world.agent.sendMessage(run, scenario.followUp);
  await finish(world, run);
  const rows = await world.rows(run);
  world.close();
  return { rows, doneBefore };
}

/** Answers every question with yes until the run waits. */
async function finish(world: RunWorld, run: RunId): Promise<void> {
  for (let waited = 0; waited < 1_000; waited += 1) {
    const { state, items } = await world.view(run);
    const queued = items.some((item) => item.kind === "user-message" && item.state === "queued");
    if (state.at === "waiting" && !queued) return;
    if (state.at === "asking")
      for (const request of state.requests) await world.agent.decide(run, request.id, { kind: "approve" });
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error("The run does not end.");
}

function lastText(rows: readonly RunRow[]): string {
  const last = foldRun(rows).items.findLast((item) => item.kind === "assistant-text");
  return last?.kind === "assistant-text" ? last.text : "";
}

/** A message that was queued before the cut is read with the resumed turn instead of after it. */
function mayEndWith(rows: readonly RunRow[], { followUp }: Scenario): readonly string[] {
  return followUp === undefined ? [lastText(rows)] : ["First.", lastText(rows)];
}

let cuts = 0;

async function cutAndResume(scenario: Scenario, { rows, doneBefore }: Recording, length: number) {
  const database = `cut-${(cuts += 1)}`;
  const kept = rows.slice(0, length);
  const run = kept[0]?.run ?? ("" as RunId);
  const store = await RunStore.open(database);
  if (!store.ok) throw new Error(store.problem.message);
  const claim = await store.value.claim(run, "worker-before");
  if (!claim.ok) throw new Error(claim.problem.message);
  await store.value.append(claim.value, kept, summarizeRun(foldRun(kept), kept.at(-1)?.at ?? 0));
  store.value.close();

  const project = new ToyProject();
  // A clock that leaps lets no retry wait.
  let time = kept.at(-1)?.at ?? 0;
  const now = (): number => (time += 10_000);
  const world = await RunWorld.open({
    project,
    model: scenario.model(),
    database,
    surroundings: { now },
  });
  await world.agent.openRun(run);
  await world.agent.resumeRun(run);
  await finish(world, run);
  const resumed = await world.rows(run);
  world.close();
  const before = doneBefore.get(rows[length]?.at ?? 0) ?? [];
  return { resumed, done: [...before, ...project.done], doneAfter: project.done };
}

test.each(scenarios)(
  "$name: cut after every commit, nothing runs twice and the run ends",
  async (scenario) => {
    const recording = await record(scenario);
    const { rows } = recording;
    const cutsOf = rows.flatMap((row, index) => (index > 0 && row.at !== rows[index - 1]?.at ? [index] : []));
    expect(cutsOf.length).toBeGreaterThan(6);
    for (const length of cutsOf) {
      const { resumed, done, doneAfter } = await cutAndResume(scenario, recording, length);
      const commands = done.filter((entry) => entry.startsWith("start "));
      expect(new Set(commands).size, `cut after row ${length}`).toBe(commands.length);
      const settled = rows
        .slice(0, length)
        .flatMap((row) => (row.type === "tool.result" && row.disposition === "done" ? [row.callId] : []));
      if (settled.includes("c2.1")) expect(doneAfter).not.toContain("edit a.txt");
      expect(resumed.slice(0, length)).toEqual(rows.slice(0, length));
      const opened = resumed.flatMap((row) => (row.type === "request.opened" ? [row.request.id] : []));
      expect(new Set(opened).size).toBe(opened.length);
      const results = resumed.flatMap((row) => (row.type === "tool.result" ? [row.callId] : []));
      expect(new Set(results).size).toBe(results.length);
      expect(mayEndWith(rows, scenario)).toContain(lastText(resumed));
      const read = resumed.flatMap((row) => (row.type === "followup.consumed" ? row.keys : []));
      const asked = resumed.flatMap((row) => (row.type === "followup.queued" ? [row.key] : []));
      expect(read.toSorted()).toEqual(asked.toSorted());
    }
  },
);

test("a question that was open at the cut is asked again with the same id and content, without a word of the person", async () => {
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error("no scenario");
  const recording = await record(scenario);
  const index = recording.rows.findIndex((row) => row.type === "request.opened");
  const asked = recording.rows[index];
  const database = "cut-open-question";
  const kept = recording.rows.slice(0, index + 1);
  const store = await RunStore.open(database);
  if (!store.ok || asked?.type !== "request.opened") throw new Error("no store or request");
  const claim = await store.value.claim(asked.run, "worker-before");
  if (!claim.ok) throw new Error(claim.problem.message);
  await store.value.append(claim.value, kept, summarizeRun(foldRun(kept), 0));
  store.value.close();
  const world = await RunWorld.open({ model: scenario.model(), database });
  await world.agent.openRun(asked.run);
  expect(await world.request(asked.run)).toEqual(asked.request);
  const opened = (await world.rows(asked.run)).filter((row) => row.type === "request.opened");
  expect(opened.length).toBe(1);
  world.close();
});
