import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./suite-notes-bundle.mjs";

export const about =
  "how often notes name the true cause of a run, on a sample app that was broken in known ways (Node)";

const root = new URL("..", import.meta.url).pathname;
const folder = join(root, "src/suite-notes/fixtures/corpus/runs");
const SHARE = 0.95;

/** @param {{ log: (line: string) => void }} options */
export async function run({ log }) {
  const { judge } = await bundled("src/suite-notes/fixtures/corpus/judge.ts");
  /** @type {{ name: string, right: boolean, truth: string, note: string }[]} */
  const verdicts = readdirSync(folder).map((name) => judge(readFileSync(join(folder, name), "utf8")));
  /** @type {Map<string, number>} */
  const table = new Map();
  for (const { truth, note } of verdicts) {
    const row = `${truth.padEnd(34)} | ${note}`;
    table.set(row, (table.get(row) ?? 0) + 1);
  }
  log(`      ${"what is true".padEnd(34)} | what the note says`);
  for (const [row, runs] of [...table].toSorted(([left], [right]) => left.localeCompare(right)))
    log(`${String(runs).padStart(4)}  ${row}`);
  for (const { name, right } of verdicts) if (!right) log(`wrong: ${name}`);
  const right = verdicts.filter((verdict) => verdict.right).length;
  return {
    figures: [
      {
        what: `runs of ${verdicts.length} whose note names the true causes and no other`,
        unit: "share",
        ours: right / verdicts.length,
        rival: null,
        rivalName: null,
        ratio: null,
        target: `>= ${SHARE}, from 60 runs on`,
        holds: right / verdicts.length >= SHARE && verdicts.length >= 60,
      },
    ],
  };
}
