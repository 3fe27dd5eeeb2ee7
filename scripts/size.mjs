/** `npm run size`: weighs what the built page loads and fails when a budget is broken. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildIfStale, installPackages, repositoryRoot, requireNode } from "./prepare.mjs";

requireNode();
installPackages();
buildIfStale();

const ide = join(repositoryRoot, "dist/ide");
/** @typedef {{ file: string, css?: string[], imports?: string[], isEntry?: boolean, name?: string }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join(ide, ".vite/manifest.json"), "utf8"));

/** The workbench is part of the page's entry; its heavy parts are not. */
const SHELL = "index.html";

/** Kilobytes (1,000 bytes) after gzip. The heavy parts are weighed with what only they bring. */
const budgets = [{ what: "shell before Monaco (JavaScript and CSS)", kilobytes: 170, files: filesOf(SHELL) }];

let broken = 0;
for (const { what, kilobytes, files } of budgets) {
  const weight =
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(ide, file)), { level: 9 }).length, 0) /
    1000;
  const holds = weight <= kilobytes;
  if (!holds) broken += 1;
  console.log(
    `${holds ? "holds" : "MISSES"}  ${what}: ${weight.toFixed(1)} KB of ${kilobytes} KB gzip, ${files.size} files`,
  );
}
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.file.endsWith(".js")) continue;
  const weight = gzipSync(readFileSync(join(ide, chunk.file)), { level: 9 }).length / 1000;
  if (weight >= 20) console.log(`        ${weight.toFixed(1).padStart(7)} KB  ${chunk.name ?? key}`);
}
process.exit(broken === 0 ? 0 : 1);

/** Everything that a browser fetches before the entry runs. @param {string} entry @param {Set<string>} seen */
function filesOf(entry, seen = new Set()) {
  const chunk = manifest[entry];
  if (chunk === undefined) throw new Error(`The build has no entry ${entry}.`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}
