import { expect, test } from "vitest";
import fc from "fast-check";
import { characterBorder } from "../wire/character-border.ts";
import { OutputPump } from "./output-pump.ts";

const still = { pause: () => undefined, resume: () => undefined };

test("whatever the pieces are, each decodes on its own to the whole text", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", minLength: 1, maxLength: 300 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 }),
      async (text, cuts) => {
        const bytes = Buffer.from(text.replaceAll(/[\ud800-\udfff\ufeff]/g, "€😀"));
        let decoded = "";
        const pump = new OutputPump(
          still,
          async (piece) => void (decoded += new TextDecoder().decode(piece)),
        );
        for (let at = 0, turn = 0; at < bytes.byteLength; turn += 1) {
          const length = cuts[turn % cuts.length] ?? 1;
          pump.push(bytes.subarray(at, at + length));
          at += length;
          if (turn % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        await pump.end();
        expect(decoded).toBe(bytes.toString());
      },
    ),
    { numRuns: 60 },
  );
});

test("a byte order mark at the start of a piece survives the client's decoder", async () => {
  let decoded = "";
  const pump = new OutputPump(still, async (piece) => void (decoded += new TextDecoder().decode(piece)));
  pump.push(Buffer.from("\ufeffmark"));
  await pump.end();
  expect(decoded).toBe("\ufeffmark");
});

test("a slow reader pauses the program and gets everything in order", async () => {
  const turns: string[] = [];
  const source = { pause: () => turns.push("pause"), resume: () => turns.push("resume") };
  const release: (() => void)[] = [];
  let received = 0;
  const pump = new OutputPump(source, (piece) => {
    received += piece.byteLength;
    return new Promise((resolve) => release.push(resolve));
  });
  for (let index = 0; index < 40; index += 1) pump.push(Buffer.alloc(64 * 1024, 97));
  await new Promise((resolve) => setImmediate(resolve));
  expect([turns, release.length]).toEqual([["pause"], 4]);
  const ended = pump.end();
  for (let next = release.shift(); next !== undefined; next = release.shift()) {
    next();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  expect([turns, received]).toEqual([["pause", "resume"], 40 * 64 * 1024]);
});

test("a reader that fails does not keep the program from ending", async () => {
  const pump = new OutputPump(still, () => Promise.reject(new Error("the reader left")));
  pump.push(Buffer.from("text"));
  await expect(pump.end()).resolves.toBeUndefined();
});

test("bytes that are no text are cut anywhere", () => {
  expect(characterBorder(Buffer.from([0x80, 0x80, 0x80, 0x80]), 4)).toBe(4);
  expect(characterBorder(Buffer.from("a€"), 3)).toBe(1);
  expect(characterBorder(Buffer.from("a€"), 4)).toBe(4);
});
