import { expect, test } from "vitest";
import { Emitter } from "./emitter.ts";

test("listeners hear events in order until they unsubscribe", () => {
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  const first = emitter.subscribe((event) => heard.push(`first ${event}`));
  emitter.subscribe((event) => heard.push(`second ${event}`));
  emitter.emit(1);
  first.dispose();
  emitter.emit(2);
  expect(heard).toEqual(["first 1", "second 1", "second 2"]);
});

test("a listener that throws does not keep the next one from the event", () => {
  const errors: unknown[] = [];
  const emitter = new Emitter<number>((error) => errors.push(error));
  const heard: number[] = [];
  emitter.subscribe(() => {
    throw new Error("broken listener");
  });
  emitter.subscribe((event) => heard.push(event));
  emitter.emit(7);
  expect([heard, errors.length]).toEqual([[7], 1]);
});
