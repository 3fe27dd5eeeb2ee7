/** `npm run bench -- NAME`: runs one benchmark, or lists them. With `--json` the last line printed is one object. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { installPackages, repositoryRoot, requireNode } from "./prepare.mjs";

requireNode();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: "5" } },
});
const folder = join(repositoryRoot, "bench");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".bench.mjs"))
  .map((name) => name.replace(".bench.mjs", ""));
const [name] = positionals;

if (name === undefined) {
  for (const each of names) console.log(`${each.padEnd(12)} ${(await load(each)).about}`);
  process.exit(0);
}
if (!existsSync(join(folder, `${name}.bench.mjs`))) {
  console.error(`There is no benchmark "${name}". There are: ${names.join(", ")}.`);
  process.exit(2);
}
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds takes a whole number from 1, not "${values.rounds}".`);
  process.exit(2);
}

installPackages();
const bench = await load(name);
const { figures } = await bench.run({ rounds, log: (/** @type {string} */ line) => console.error(line) });
for (const figure of figures) console.log(sentence(figure));
if (values.json) console.log(JSON.stringify({ name, figures }));
process.exit(figures.every((/** @type {Figure} */ figure) => figure.holds) ? 0 : 1);

/**
 * @typedef {{ what: string, unit: string, ours: number, rival: number | null, rivalName: string | null, ratio: number | null, target: string, holds: boolean }} Figure
 * @param {Figure} figure
 */
function sentence({ what, unit, ours, rival, rivalName, ratio, target, holds }) {
  const beside = rival === null ? "" : ` | ${rivalName} ${round(rival)} ${unit}`;
  const share = ratio === null ? "" : ` | ratio ${round(ratio)}`;
  return `${holds ? "holds" : "MISSES"}  ${what}: ${round(ours)} ${unit}${beside}${share} | target ${target}`;
}

/** @param {number} value */
function round(value) {
  return Number(value.toPrecision(3));
}

/** @param {string} each */
function load(each) {
  return import(pathToFileURL(join(folder, `${each}.bench.mjs`)).href);
}
