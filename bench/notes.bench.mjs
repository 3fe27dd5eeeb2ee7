import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { zipSync } from "fflate";
import { bundleTo } from "./suite-notes-bundle.mjs";

export const about =
  "milliseconds from a log of 10 MB to grouped causes, and from a trace of 30 MB to its facts (worker)";

const MB = 1024 * 1024;
const LOG_MS = 400;
const TRACE_MS = 1500;
const TRACE_MB = 150;
/** Twice the input may take this much longer and still be called linear. */
const GROWTH = 2.6;

/** @param {{ rounds: number, log: (line: string) => void }} options */
export async function run({ rounds, log }) {
  const folder = mkdtempSync(join(tmpdir(), "tabwright-bench-"));
  try {
    await bundleTo("src/suite-notes/notes/suite-note-from.ts", join(folder, "notes.mjs"));
    await bundleTo("src/suite-notes/traces/read-trace-zip.ts", join(folder, "traces.mjs"));
    writeFileSync(join(folder, "worker.mjs"), WORKER);
    const figures = [];
    for (const [runner, make] of Object.entries(LOGS)) {
      const half = await timed(folder, { kind: "log", input: make(2_500, 400, 5 * MB) }, rounds);
      const whole = await timed(folder, { kind: "log", input: make(5_000, 800, 10 * MB) }, rounds);
      log(
        `${runner}: ${Math.round(half.ms)} ms for 5 MB, ${Math.round(whole.ms)} ms for 10 MB, ${whole.failures} failures, ${whole.causes} causes`,
      );
      if (whole.failures !== 800)
        throw new Error(`${runner}: 800 failures were printed, ${whole.failures} were read`);
      figures.push(
        figure(
          `${runner}: log of 10 MB, 5,000 tests, 800 failures`,
          "ms",
          whole.ms,
          `< ${LOG_MS} ms`,
          whole.ms < LOG_MS,
        ),
        figure(
          `${runner}: growth from 5 to 10 MB`,
          "times",
          whole.least / half.least,
          `< ${GROWTH}`,
          whole.least / half.least < GROWTH,
        ),
      );
    }
    const trace = await timed(folder, { kind: "trace", input: traceZip() }, rounds);
    log(
      `trace: ${Math.round(trace.ms)} ms, ${Math.round(trace.bytes / MB)} MB more memory, ${trace.actions} actions`,
    );
    figures.push(
      figure("trace.zip of 30 MB", "ms", trace.ms, `< ${TRACE_MS} ms`, trace.ms < TRACE_MS),
      figure(
        "memory for that trace",
        "MB",
        trace.bytes / MB,
        `< ${TRACE_MB} MB`,
        trace.bytes / MB < TRACE_MB,
      ),
    );
    return { figures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} what @param {string} unit @param {number} ours @param {string} target @param {boolean} holds */
function figure(what, unit, ours, target, holds) {
  return { what, unit, ours, rival: null, rivalName: null, ratio: null, target, holds };
}

const WORKER = `
import { parentPort } from "node:worker_threads";
const { suiteNoteFrom } = await import("./notes.mjs");
const { readTraceZip } = await import("./traces.mjs");
parentPort.on("message", ({ kind, input }) => {
  const before = process.memoryUsage();
  const started = performance.now();
  let answer;
  if (kind === "log") {
    const note = suiteNoteFrom({ command: "npm test", stdout: input, stderr: "", exitCode: 1, durationMs: 1, projectRoot: "/project" });
    answer = { failures: note?.failures.length ?? 0, causes: note?.causes.length ?? 0 };
  } else {
    const trace = readTraceZip(input, "/project");
    answer = { actions: trace?.actions.length ?? 0 };
  }
  const ms = performance.now() - started;
  const after = process.memoryUsage();
  const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
  parentPort.postMessage({ ...answer, ms, bytes });
});
parentPort.postMessage("ready");
`;

/**
 * The median of some rounds in one worker, after one that warms it up.
 * @param {string} folder @param {{ kind: string, input: any }} job @param {number} rounds
 */
async function timed(folder, job, rounds) {
  const worker = new Worker(join(folder, "worker.mjs"));
  const next = () => new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await next();
  const answers = [];
  for (let round = 0; round <= rounds; round += 1) {
    worker.postMessage(job, []);
    answers.push(await next());
  }
  await worker.terminate();
  const [first, ...rest] = answers;
  const order = rest.toSorted((left, right) => left.ms - right.ms);
  return { ...order[Math.floor(order.length / 2)], least: order[0].ms, bytes: first.bytes };
}

const pad = (/** @type {number} */ length) => "x".repeat(Math.max(0, length));

/** Output of tests, so that a log reaches its size. */
function printed(/** @type {number} */ chars) {
  const line = "    at render (/project/src/view/list.ts:12:8) {id:1} Error: only printed ✓ 1 failed";
  return Array.from({ length: Math.ceil(chars / (line.length + 1)) }, () => line).join("\n");
}

const LOGS = {
  playwright: (/** @type {number} */ tests, /** @type {number} */ failed, /** @type {number} */ size) => {
    const rows = [];
    const blocks = [];
    for (let index = 1; index <= tests; index += 1) {
      const bad = index <= failed;
      const title = `[chromium] › e2e/part-${index % 90}.spec.ts:${index}:3 › Items › does thing ${index}`;
      rows.push(`  ${bad ? "✘" : "✓"}  ${index} ${title} (1.2s)`);
      if (!bad) continue;
      blocks.push(
        `  ${index}) ${title} ${"─".repeat(30)}`,
        "",
        "    Error: expect(locator).toBeVisible() failed",
        "",
        `    Locator: locator('#part-${index % 25}')`,
        "    Expected: visible",
        "    Timeout: 700ms",
        "    Error: element(s) not found",
        "",
        "    Call log:",
        `      - waiting for locator('#part-${index % 25}')`,
        "",
        `    > ${index} |   await expect(page.locator("#part")).toBeVisible();`,
        "         |   ^",
        `        at /project/e2e/part-${index % 90}.spec.ts:${index}:5`,
        "",
      );
    }
    const body = [`Running ${tests} tests using 4 workers`, "", ...rows];
    const end = [
      "",
      ...blocks,
      `  ${failed} failed`,
      ...rows
        .slice(0, failed)
        .map((row) => `    ${row.replace(/^ {2}✘ {2}\d+ /, "").replace(" (1.2s)", "")} ──`),
      `  ${tests - failed} passed (9m)`,
    ];
    const used = body.join("\n").length + end.join("\n").length;
    return [...body, printed(size - used), ...end].join("\n");
  },
  vitest: (/** @type {number} */ tests, /** @type {number} */ failed, /** @type {number} */ size) => {
    const rows = [];
    const blocks = [];
    for (let index = 1; index <= tests; index += 1) {
      const bad = index <= failed;
      const title = `src/part-${index % 90}.test.ts > Items > does thing ${index}`;
      rows.push(`\u001B[3${bad ? 1 : 2}m ${bad ? "×" : "✓"}\u001B[39m ${title} 3ms`);
      if (!bad) continue;
      blocks.push(
        `\u001B[41m FAIL \u001B[49m ${title}`,
        `AssertionError: expected ${index % 25} to be 1 // Object.is equality`,
        "",
        "- Expected",
        "+ Received",
        "",
        "- 1",
        `+ ${index % 25}`,
        "",
        ` ❯ src/part-${index % 90}.test.ts:${index}:5`,
        `      ${index}|   expect(value).toBe(1);`,
        "       |   ^",
        "",
        `${"⎯".repeat(24)}[${index}/${failed}]⎯`,
        "",
      );
    }
    const head = ["", " RUN  v4.1.12 /project", "", ...rows];
    const end = [
      "",
      `⎯⎯⎯⎯⎯⎯⎯ Failed Tests ${failed} ⎯⎯⎯⎯⎯⎯⎯`,
      "",
      ...blocks,
      " Test Files  90 failed (90)",
      `      Tests  ${failed} failed | ${tests - failed} passed (${tests})`,
      "",
    ];
    const used = head.join("\n").length + end.join("\n").length;
    return [...head, printed(size - used), ...end].join("\n");
  },
};

/** A trace like a long test leaves it: many snapshots, pictures that do not shrink, and thousands of requests. */
function traceZip() {
  const events = [
    '{"version":10,"type":"context-options","options":{"baseURL":"http://127.0.0.1:4173"},"title":"a.spec.ts:3 › x"}',
  ];
  const network = [];
  for (let index = 0; index < 3_000; index += 1) {
    events.push(
      JSON.stringify({
        type: "before",
        callId: `call@${index}`,
        startTime: index * 10,
        class: "Frame",
        method: "click",
        params: {},
      }),
    );
    events.push(
      JSON.stringify({
        type: "frame-snapshot",
        snapshot: {
          callId: `call@${index}`,
          phase: "before",
          frameUrl: "http://127.0.0.1:4173/items",
          html: ["HTML", {}, pad(6_000)],
          timestamp: index * 10,
          isMainFrame: true,
        },
      }),
    );
    events.push(
      JSON.stringify({
        type: "after",
        callId: `call@${index}`,
        endTime: index * 10 + 5,
        ...(index === 2_999 ? { error: { message: "Timeout" } } : {}),
      }),
    );
    network.push(
      JSON.stringify({
        type: "resource-snapshot",
        snapshot: {
          _monotonicTime: index * 10,
          _resourceType: "fetch",
          request: { method: "POST", url: `http://127.0.0.1:4173/api/items/${index}`, headers: [] },
          response: { status: index % 50 === 0 ? 422 : 200, content: { _file: `resources/${index}.json` } },
        },
      }),
    );
  }
  /** @type {Record<string, Uint8Array>} */
  const members = {
    "0-trace.trace": Buffer.from(events.join("\n")),
    "0-trace.network": Buffer.from(network.join("\n")),
    "test.trace": Buffer.from(""),
  };
  for (let index = 0; index < 3_000; index += 50)
    members[`resources/${index}.json`] = Buffer.from('{"errors":{"title":["can\'t be blank"]}}');
  const picture = new Uint8Array(300 * 1024);
  for (let index = 0; index < picture.length; index += 1) picture[index] = (index * 2_654_435_761) >>> 24;
  let size = 0;
  for (let index = 0; size < 29.5 * MB; index += 1, size += picture.length)
    members[`screencast/${index}.jpeg`] = picture;
  /** @type {import("fflate").Zippable} */
  const packed = {};
  for (const [name, bytes] of Object.entries(members))
    packed[name] = [bytes, { level: name.startsWith("screencast") ? 0 : 6 }];
  return zipSync(packed);
}
