import { expect, test } from "vitest";
import { disposable, DisposableStore } from "./disposable.ts";

test("what was added last is stopped first, each once", () => {
  const stopped: string[] = [];
  const store = new DisposableStore();
  for (const name of ["a", "b"]) store.add(disposable(() => stopped.push(name)));
  store.dispose();
  store.dispose();
  expect(stopped).toEqual(["b", "a"]);
});

test("what is added to a stopped owner is stopped at once", () => {
  const store = new DisposableStore();
  store.dispose();
  let stopped = false;
  store.add(disposable(() => (stopped = true)));
  expect(stopped).toBe(true);
});

test("one failing disposal does not keep the others from being stopped", () => {
  const stopped: string[] = [];
  const store = new DisposableStore();
  store.add(disposable(() => stopped.push("first")));
  store.add({
    dispose() {
      throw new Error("stuck");
    },
  });
  expect(() => store.dispose()).toThrow("stuck");
  expect(stopped).toEqual(["first"]);
});
