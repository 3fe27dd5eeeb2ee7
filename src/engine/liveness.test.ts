import { expect, test } from "vitest";
import type { EngineProblem } from "../contracts/engine.ts";
import { Liveness } from "./liveness.ts";

const gone: EngineProblem = { kind: "engine-lost", message: "Gone." };
const later = () => new Promise((resolve) => setTimeout(resolve, 0));

test("a loss is told once to who listens", () => {
  const liveness = new Liveness();
  const heard: EngineProblem[] = [];
  liveness.lost.subscribe((problem) => heard.push(problem));
  liveness.end(gone);
  liveness.end({ kind: "failed", message: "Later." });
  expect(heard).toEqual([gone]);
});

test("who listens only after the loss is told, too", async () => {
  const liveness = new Liveness();
  liveness.end(gone);
  const heard: EngineProblem[] = [];
  liveness.lost.subscribe((problem) => heard.push(problem));
  await later();
  expect(heard).toEqual([gone]);
});

test("who stopped listening in time is not told", async () => {
  const liveness = new Liveness();
  liveness.end(gone);
  const heard: EngineProblem[] = [];
  liveness.lost.subscribe((problem) => heard.push(problem)).dispose();
  await later();
  expect(heard).toEqual([]);
});

test("a quiet end is told to nobody", async () => {
  const liveness = new Liveness();
  liveness.end(gone, true);
  const heard: EngineProblem[] = [];
  liveness.lost.subscribe((problem) => heard.push(problem));
  await later();
  expect(heard).toEqual([]);
});

test("nobody waits for an answer of an engine that is gone", async () => {
  const liveness = new Liveness();
  const waiting = liveness.unlessLost(new Promise<never>(() => {}));
  liveness.end(gone);
  expect(await waiting).toBe("lost");
});
