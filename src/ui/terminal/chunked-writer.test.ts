import { expect, test } from "vitest";
import { ChunkedWriter } from "./chunked-writer.ts";

function screen() {
  const drawn: string[] = [];
  const waiting: (() => void)[] = [];
  const writer = new ChunkedWriter((text, done) => {
    drawn.push(text);
    waiting.push(done);
  });
  const drawAll = () => {
    while (waiting.length > 0) waiting.shift()?.();
  };
  return { drawn, waiting, writer, drawAll };
}

test("a flood arrives whole and in order, in pieces of which one at a time is being drawn", () => {
  const { drawn, waiting, writer, drawAll } = screen();
  const flood = Array.from({ length: 50_000 }, (_, line) => `line ${line}\n`).join("");
  writer.push(flood);
  expect(waiting.length).toBe(1);
  drawAll();
  expect(drawn.join("")).toBe(flood);
  expect(Math.max(...drawn.map((text) => text.length))).toBeLessThan(128 * 1024 + 1);
});

test("small pieces that wait are drawn together", () => {
  const { drawn, writer, drawAll } = screen();
  for (const letter of "abcdef") writer.push(letter);
  drawAll();
  expect(drawn).toEqual(["a", "bcdef"]);
});

test("a closed writer draws nothing more", () => {
  const { drawn, writer, drawAll } = screen();
  writer.push("a");
  writer.push("b");
  writer.close();
  drawAll();
  expect(drawn).toEqual(["a"]);
});
