import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = new URL("..", import.meta.url).pathname;

/**
 * Bundles a module of the product for Node and imports it.
 * @param {string} entry A path from the repository's root.
 * @returns {Promise<any>}
 */
export async function bundled(entry) {
  const folder = mkdtempSync(join(tmpdir(), "tabwright-bench-"));
  try {
    const file = await bundleTo(entry, join(folder, "module.mjs"));
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the bundle of a module and says where.
 * @param {string} entry A path from the repository's root.
 * @param {string} file
 */
export async function bundleTo(entry, file) {
  const build = await rolldown({ input: join(root, entry), platform: "node", external: /\?program=/ });
  await build.write({ file, format: "esm", codeSplitting: false });
  await build.close();
  return file;
}
