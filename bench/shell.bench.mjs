import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { rolldown } from "rolldown";
import { HARD_CASES } from "./shell.hard-cases.mjs";

export const about =
  "reading shell commands beside tree-sitter-bash and the parser of just-bash (Chromium worker)";

const root = new URL("..", import.meta.url).pathname;

/** @param {{ rounds: number, log: (line: string) => void }} options */
export async function run({ rounds, log }) {
  const measured = await inWorker(rounds);
  const time = (/** @type {string} */ name) => median(measured.times[name]);
  const slowest = measured.hostile.toSorted(
    (/** @type {any} */ a, /** @type {any} */ b) => b.milliseconds - a.milliseconds,
  )[0];
  log(`hard cases of ${HARD_CASES.length}: ${JSON.stringify(measured.scores)}`);
  log(`slowest hostile input: 100 KB of ${JSON.stringify(slowest.unit)}`);
  if (measured.growth.cut) log("the text of 100 KB was cut by the clock, so its growth says nothing");
  return {
    figures: [
      against("tree-sitter-bash", time("ours"), time("treeSitter"), 1 / 8),
      against("just-bash", time("ours"), time("justBash"), 1 / 4),
      limit("every question about one command, median", "ms", median(measured.questions), 0.2),
      {
        what: "time per character at 100 KB, beside 1 KB",
        unit: "ns",
        ours: measured.growth.long * 1e6,
        rival: measured.growth.short * 1e6,
        rivalName: "1 KB",
        ratio: measured.growth.long / measured.growth.short,
        target: "<= 1.5 of 1 KB",
        holds: !measured.growth.cut && measured.growth.long / measured.growth.short <= 1.5,
      },
      limit("slowest of 20 hostile inputs of 100 KB", "ms", slowest.milliseconds, 100),
      ...["treeSitter", "justBash"].map((rival) => ({
        what: `hard cases read right, of ${HARD_CASES.length}`,
        unit: "cases",
        ours: measured.scores.ours,
        rival: measured.scores[rival],
        rivalName: rival === "treeSitter" ? "tree-sitter-bash" : "just-bash",
        ratio: measured.scores.ours / measured.scores[rival],
        target: `all ${HARD_CASES.length}`,
        holds: measured.scores.ours === HARD_CASES.length,
      })),
    ],
  };
}

/** @param {string} rivalName @param {number} ours @param {number} rival @param {number} share */
function against(rivalName, ours, rival, share) {
  return {
    what: "parse and read every command's words, one pass over the corpus",
    unit: "ms",
    ours,
    rival,
    rivalName,
    ratio: ours / rival,
    target: `<= ${share} of ${rivalName}`,
    holds: ours / rival <= share,
  };
}

/** @param {string} what @param {string} unit @param {number} ours @param {number} most */
function limit(what, unit, ours, most) {
  return {
    what,
    unit,
    ours,
    rival: null,
    rivalName: null,
    ratio: null,
    target: `< ${most} ${unit}`,
    holds: ours < most,
  };
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @param {number} rounds @returns {Promise<any>} */
async function inWorker(rounds) {
  const files = new Map([
    ["/", ["text/html", "<!doctype html><title>bench</title>"]],
    ["/worker.js", ["text/javascript", await workerProgram()]],
    ["/web-tree-sitter.wasm", ["application/wasm", read("web-tree-sitter/web-tree-sitter.wasm")]],
    ["/tree-sitter-bash.wasm", ["application/wasm", read("tree-sitter-bash/tree-sitter-bash.wasm")]],
  ]);
  const server = createServer((request, response) => {
    const [type, body] = files.get(request.url ?? "") ?? [];
    response.writeHead(body ? 200 : 404, { "content-type": String(type ?? "text/plain") }).end(body ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${address.port}/`);
    const answer = await page.evaluate(
      (input) =>
        new Promise((resolve) => {
          const worker = new Worker("/worker.js", { type: "module" });
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", ({ data }) => resolve(data));
          port1.start();
          worker.addEventListener("error", ({ message }) => resolve({ failed: message }));
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
          worker.postMessage({ ...input, port: port2 }, [port2]);
        }),
      { rounds, fileWrites: fileWrites() },
    );
    const { ok, failed } = answer;
    if (!ok) throw new Error(`The worker failed: ${failed}`);
    return ok;
  } finally {
    await browser.close();
    server.close();
  }
}

/** Agents write files with heredocs: one such command for each small source file of the contracts. */
function fileWrites() {
  const folder = join(root, "src/contracts");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map(
      (name) =>
        `cat > src/${name} <<'EOF'\n${readFileSync(join(folder, name), "utf8")}EOF\nnpx tsc --noEmit 2>&1 | head -20`,
    );
}

/** @param {string} path */
const read = (path) => readFileSync(join(root, "node_modules", path));

/** just-bash exports its parser only from its build for Node, whose built-in modules are not needed to parse. */
async function workerProgram() {
  const bundle = await rolldown({
    input: join(root, "bench/shell.worker.mjs"),
    platform: "browser",
    shimMissingExports: true,
    onLog: () => {},
    resolve: { alias: { "just-bash": join(root, "node_modules/just-bash/dist/bundle/index.js") } },
    external: [],
    plugins: [
      {
        name: "without-node",
        resolveId: (id) => (/^node:|^(?:fs|path|module)$/.test(id) ? `\0${id}` : null),
        load: (id) =>
          id.startsWith("\0") && !id.startsWith("\0rolldown")
            ? "export const createRequire = () => () => ({}); export const fileURLToPath = String; export const dirname = String; export default {};"
            : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: "es", codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
