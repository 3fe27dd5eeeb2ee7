import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judge } from "./fixtures/corpus/judge.ts";

const FOLDER = join(import.meta.dirname, "fixtures/corpus/runs");
const verdicts = readdirSync(FOLDER).map((name) => judge(readFileSync(join(FOLDER, name), "utf8")));

test("of a sample app that was broken in known ways, the notes name the true causes and no other", () => {
  const wrong = verdicts
    .filter(({ right }) => !right)
    .map(({ name, truth, note }) => `${name}: ${truth} | ${note}`);
  expect(wrong).toEqual([]);
});

test("the corpus holds at least sixty runs", () => {
  expect(verdicts.length).toBeGreaterThanOrEqual(60);
});
