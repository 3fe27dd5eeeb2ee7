import fc from "fast-check";
import { expect, test } from "vitest";
import { PlainOutput } from "./plain-output.ts";

function plain(chunks: readonly string[]): string {
  const output = new PlainOutput();
  return chunks.map((chunk) => output.add(chunk)).join("") + output.end();
}

test("colours, cursor moves, window titles and carriage returns at line ends are gone", () => {
  expect(plain(["\u001b[31mred\u001b[0m\r\n\u001b[2K\u001b[1Gx\u001b]0;title\u0007y\r\nz\rw"])).toBe(
    "red\nxy\nz\rw",
  );
});

test("it does not matter where the output is cut", () => {
  const text = "a\u001b[38;5;12mb\u001b[0m\r\nc\u001b]654;exit=0:0\u0007d\r\n\u001b[Ke\r";
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      expect(plain(places.slice(1).map((end, index) => text.slice(places[index], end)))).toBe(plain([text]));
    }),
  );
});

test("an escape that never ends is not held for ever", () => {
  expect(plain(["\u001b]", "x".repeat(1_000)]).length).toBeGreaterThan(900);
});
