import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { gzipSync, zlibSync } from "fflate";
import lzString from "lz-string";
import { rolldown } from "rolldown";

export const about =
  "characters and milliseconds of a project link, beside the codecs of other playgrounds (Node)";

const root = new URL("..", import.meta.url).pathname;

/** @typedef {{ path: string, bytes: Uint8Array }} File */
/** @typedef {{ name: string, files: File[], emptyFolders: string[], leftOut: never[] }} Project */

/** Realistic projects, taken from packages that are installed here and from this repository. */
const projects = {
  "vite starter": () => filesBelow(join(root, "node_modules/create-vite/template-react-ts"), /\.(png|svg)$/),
  "small library": () => filesBelow(join(root, "node_modules/eventsource-parser/src")),
  "one module": () => filesBelow(join(root, "node_modules/node-diff3/src")),
  "thirty files": () => [
    ...filesBelow(join(root, "src/contracts")),
    ...filesBelow(join(root, "src/sharing")),
  ],
  "one long file": () => filesBelow(join(root, "node_modules/comlink/src")),
  "many alphabets": () => filesBelow(join(root, "node_modules/zod/src/v4/locales")).slice(0, 20),
};

/** @type {Record<string, (project: Project) => string>} */
const rivals = {
  "lz-string": (project) => lzString.compressToEncodedURIComponent(json(project)),
  gzip: (project) => base64url(gzipSync(Buffer.from(json(project)), { level: 6 })),
  zlib: (project) => base64url(zlibSync(Buffer.from(json(project)), { level: 9 })),
  brotli: (project) =>
    base64url(brotliCompressSync(json(project), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
};
const LIMITS = { "lz-string": 0.58, gzip: 1, zlib: 1, brotli: 1.2 };

/** @param {{ rounds: number, log: (line: string) => void }} options */
export async function run({ rounds, log }) {
  const { encodeProjectLink, decodeProjectLink } = await loadSharing();
  /** @type {Record<string, (project: Project) => string>} */
  const codecs = { ours: (project) => encodeProjectLink(project).hash, ...rivals };
  /** @type {Record<string, number>[]} */
  const lengths = [];
  const slowest = { encode: 0, decode: 0 };
  for (const [name, read] of Object.entries(projects)) {
    const project = { name, files: read(), emptyFolders: [], leftOut: [] };
    const times = { encode: /** @type {number[]} */ ([]), decode: /** @type {number[]} */ ([]) };
    /** @type {Record<string, number>} */
    const length = {};
    for (let round = 0; round < rounds; round += 1)
      for (const [codec, encode] of Object.entries(codecs)) {
        const started = performance.now();
        const link = encode(project);
        const encoded = performance.now();
        length[codec] = link.length;
        if (codec !== "ours") continue;
        if (!decodeProjectLink(link).ok) throw new Error("our own link did not open");
        times.encode.push(encoded - started);
        times.decode.push(performance.now() - encoded);
      }
    lengths.push(length);
    slowest.encode = Math.max(slowest.encode, median(times.encode));
    slowest.decode = Math.max(slowest.decode, median(times.decode));
    log(`${name}: ${JSON.stringify(length)} characters`);
  }
  return {
    figures: [
      ...Object.entries(LIMITS).map(([rival, limit]) => against(lengths, rival, limit)),
      templateFigure(encodeProjectLink),
      timeFigure("slowest encode of the six", slowest.encode, 40),
      timeFigure("slowest decode of the six", slowest.decode, 20),
    ],
  };
}

/** @param {Record<string, number>[]} lengths @param {string} rival @param {number} limit */
function against(lengths, rival, limit) {
  const logs = lengths.map((length) => Math.log((length.ours ?? 0) / (length[rival] ?? 1)));
  const ratio = Math.exp(logs.reduce((sum, each) => sum + each, 0) / logs.length);
  const total = (/** @type {string} */ codec) =>
    lengths.reduce((sum, length) => sum + (length[codec] ?? 0), 0);
  return {
    what: "link length over six projects (ratio: geometric mean)",
    unit: "characters",
    ours: total("ours"),
    rival: total(rival),
    rivalName: rival,
    ratio,
    target: `<= ${limit} of ${rival}`,
    holds: ratio <= limit,
  };
}

/** @param {(project: Project, template: { id: string, files: File[] }) => { hash: string }} encode */
function templateFigure(encode) {
  const files = projects["vite starter"]();
  const added = {
    path: "src/price.ts",
    bytes: Buffer.from("export const price = (cents: number) => (cents / 100).toFixed(2);\n"),
  };
  const edited = files.map((file) =>
    file.path === "src/App.tsx"
      ? { ...file, bytes: Buffer.concat([file.bytes, Buffer.from("\nexport const edited = true;\n")]) }
      : file,
  );
  const project = { name: "starter", files: [...edited, added], emptyFolders: [], leftOut: [] };
  const ours = encode(project, { id: "starter@1", files }).hash.length;
  const rival = lzString.compressToEncodedURIComponent(json(project)).length;
  return {
    what: "link length of a template with one edited and one new file",
    unit: "characters",
    ours,
    rival,
    rivalName: "lz-string",
    ratio: ours / rival,
    target: "<= 0.1 of lz-string",
    holds: ours / rival <= 0.1,
  };
}

/** @param {string} what @param {number} ours @param {number} limit */
function timeFigure(what, ours, limit) {
  return {
    what,
    unit: "ms",
    ours,
    rival: null,
    rivalName: null,
    ratio: null,
    target: `< ${limit} ms`,
    holds: ours < limit,
  };
}

async function loadSharing() {
  const folder = mkdtempSync(join(tmpdir(), "tabwright-bench-"));
  try {
    const bundled = await rolldown({ input: join(root, "src/sharing/project-link.ts"), platform: "node" });
    await bundled.write({ file: join(folder, "sharing.mjs"), format: "es" });
    await bundled.close();
    return await import(pathToFileURL(join(folder, "sharing.mjs")).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} folder @param {RegExp} [except] @returns {File[]} */
function filesBelow(folder, except) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile() && !except?.test(path))
    .map((path) => ({ path, bytes: new Uint8Array(readFileSync(join(folder, path))) }));
}

/** @param {Project} project */
function json(project) {
  return JSON.stringify(
    Object.fromEntries(project.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")])),
  );
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  return Buffer.from(bytes).toString("base64url");
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
