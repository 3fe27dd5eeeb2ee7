import { expect, test } from "vitest";
import { disposable } from "../../base/disposable.ts";
import { followList } from "./follow-list.ts";

const later = () => new Promise((resolve) => setTimeout(resolve, 0));

function world() {
  const answers: {
    resolve(items: readonly string[]): void;
    reject(error: Error): void;
    signal: AbortSignal;
  }[] = [];
  const shown: string[] = [];
  let change = () => {};
  const following = followList<string>({
    read: (signal) => new Promise((resolve, reject) => answers.push({ resolve, reject, signal })),
    onChange: (changed) => {
      change = changed;
      return disposable(() => (change = () => {}));
    },
    show: (items) => shown.push(items.join(" ")),
    showFailure: (error) => shown.push(String(error)),
  });
  return { answers, shown, following, change: () => change() };
}

test("changes during a reading lead to one more reading, after it, and the newest list stays", async () => {
  const { answers, shown, change } = world();
  for (let times = 0; times < 50; times += 1) change();
  expect(answers.length).toBe(1);
  answers[0]?.resolve(["old"]);
  await later();
  expect(answers.length).toBe(2);
  answers[1]?.resolve(["old", "new"]);
  await later();
  expect([shown, answers.length]).toEqual([["old", "old new"], 2]);
});

test("a change after the reading reads again", async () => {
  const { answers, shown, change } = world();
  answers[0]?.resolve(["a"]);
  await later();
  change();
  answers[1]?.resolve(["b"]);
  await later();
  expect(shown).toEqual(["a", "b"]);
});

test("a failure is shown and the next change reads again", async () => {
  const { answers, shown, change } = world();
  answers[0]?.reject(new Error("gone"));
  await later();
  change();
  answers[1]?.resolve(["back"]);
  await later();
  expect(shown).toEqual(["Error: gone", "back"]);
});

test("nothing is shown and nothing is read after the end", async () => {
  const { answers, shown, following, change } = world();
  change();
  following.dispose();
  expect(answers[0]?.signal.aborted).toBe(true);
  answers[0]?.resolve(["late"]);
  await later();
  expect([shown, answers.length]).toEqual([[], 1]);
});
