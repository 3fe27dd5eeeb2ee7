import { expect, test } from "vitest";
import { memoryInStorage } from "./memory.ts";

function storage(fails = false) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (fails) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, text);
    },
  };
}

test("what was written is read again under the same prefix only", () => {
  const place = storage();
  memoryInStorage("a.", () => place).write("size", 240);
  expect(memoryInStorage("a.", () => place).read("size")).toBe(240);
  expect(memoryInStorage("b.", () => place).read("size")).toBeUndefined();
});

test("a damaged entry reads as nothing", () => {
  const place = storage();
  place.kept.set("a.size", "{oops");
  expect(memoryInStorage("a.", () => place).read("size")).toBeUndefined();
});

test("a full storage still remembers for this page", () => {
  const memory = memoryInStorage("a.", () => storage(true));
  memory.write("size", 300);
  expect(memory.read("size")).toBe(300);
});
