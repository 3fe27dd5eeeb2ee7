/** Builds every program of the product into `dist/`. Names on the command line build only those. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { rolldown } from "rolldown";
import { build as viteBuild } from "vite";

/** @type {Record<string, () => Promise<unknown>>} */
const targets = {
  /** The IDE's page and its workers. */
  ide: async () => {
    await viteBuild({ logLevel: "warn" });
    await compress("dist/ide");
  },
  /** The page that the local engine serves as `/headless`. */
  "engine-page": () => bundle("src/hosts/local-engine/page/main.ts", "dist/engine-page/main.js", "browser"),
  /** The server that `npm start` runs. */
  "local-engine": () => bundle("src/hosts/local-engine/main.ts", "dist/local-engine/server.mjs", "node"),
  /** The process inside the launcher that owns files, terminals and ports. */
  "engine-agent": () => bundle("src/hosts/local-engine/agent/main.ts", "dist/local-engine/agent.mjs", "node"),
};

/** Native packages stay outside the bundles. */
const NATIVE = [/^@lydell\/node-pty/, /^@parcel\/watcher/];

/** @param {string} input @param {string} file @param {"node" | "browser"} platform */
async function bundle(input, file, platform) {
  const bundled = await rolldown({
    input,
    platform,
    external: platform === "node" ? [/^node:/, ...NATIVE] : [],
    plugins: [programText],
  });
  await bundled.write({ file, format: "es", minify: platform === "browser", codeSplitting: false });
  await bundled.close();
}

/** Puts a compressed copy beside each file that gets smaller by it: the server sends those. @param {string} folder */
async function compress(folder) {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(js|css|html|svg|json|wasm|map)$/.test(name)) continue;
    const file = `${folder}/${name}`;
    const bytes = await readFile(file);
    const packed = await promisify(gzip)(bytes, { level: 9 });
    if (packed.byteLength < bytes.byteLength * 0.9) await writeFile(`${file}.gz`, packed);
  }
}

const programText = await loadProgramText();

/** The plugin that the Vite builds use, compiled because Node 20 runs no TypeScript. */
async function loadProgramText() {
  const bundled = await rolldown({ input: "build/program-text.ts", platform: "node", external: [/^[^./]/] });
  const { output } = await bundled.generate({ format: "es" });
  await bundled.close();
  const folder = "dist/.build";
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/program-text.mjs`, output[0].code);
  const module = await import(pathToFileURL(`${folder}/program-text.mjs`).href);
  return module.programText();
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const unknown = wanted.filter((name) => !(name in targets));
if (unknown.length > 0) {
  console.error(
    `build: no target named ${unknown.join(", ")}. There are: ${Object.keys(targets).join(", ")}.`,
  );
  process.exit(2);
}
for (const [name, run] of Object.entries(targets)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = performance.now();
  await run();
  console.log(`built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
if (wanted.length === 0) await writeFile("dist/.build/stamp", "");
