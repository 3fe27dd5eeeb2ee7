import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import { installedBrowser } from "../scripts/find-browser.mjs";
import { buildIfStale } from "../scripts/prepare.mjs";

export const about =
  "cold and warm times to first paint, shell, first key, engine and first tool result, beside a bare Monaco page";

const root = fileURLToPath(new URL("..", import.meta.url));
const QUIET_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Notes, in the page, when each thing is first there. Milliseconds since the navigation began. */
const watchFor = (/** @type {Record<string, string>} */ selectors) => {
  const seen = /** @type {Record<string, number>} */ ({});
  Object.assign(globalThis, { seen });
  const look = () => {
    for (const [name, selector] of Object.entries(selectors))
      if (!(name in seen) && document.querySelector(selector)) seen[name] = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
};

/** @param {{ rounds: number, log: (line: string) => void }} options */
export async function run({ rounds, log }) {
  buildIfStale();
  const work = mkdtempSync(join(tmpdir(), "tabwright-startup-"));
  const project = join(work, "project");
  copySample(project);
  await build({
    root: join(root, "bench/monaco-page"),
    configFile: false,
    logLevel: "error",
    worker: { format: "es" },
    build: { outDir: join(work, "monaco"), target: "es2024" },
  });
  const ours = await serve(["--ide", "dist/ide", "--data", join(work, "data"), project]);
  const bare = await serve(["--ide", join(work, "monaco"), "--data", join(work, "data-bare")]);
  const browser = await chromium.launch({ executablePath: installedBrowser(), args: QUIET_FLAGS });
  /** @type {Record<string, number[]>} */
  const times = {};
  const note = (/** @type {string} */ name, /** @type {number | undefined} */ milliseconds) => {
    if (milliseconds !== undefined) (times[name] ??= []).push(milliseconds);
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? [measureOurs, measureBare] : [measureBare, measureOurs];
      for (const measure of order)
        await measure(browser, measure === measureOurs ? ours.url : bare.url, note);
      log(
        `round ${round + 1}: ${JSON.stringify(Object.fromEntries(Object.entries(times).map(([name, all]) => [name, Math.round(all.at(-1) ?? 0)])))}`,
      );
    }
  } finally {
    await browser.close();
    ours.stop();
    bare.stop();
    rmSync(work, { recursive: true, force: true });
  }
  return { figures: figuresOf(times) };
}

/** The sample, so that the demo agent has something to do. @param {string} to */
function copySample(to) {
  const from = join(root, "src/projects/sample/files");
  for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".txt")) continue;
    const target = join(to, name.slice(0, -".txt".length).replace(/^gitignore$/, ".gitignore"));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(from, name), target);
  }
}

/** @param {import("playwright-core").Browser} browser @param {string} url @param {(name: string, ms: number | undefined) => void} note */
async function measureOurs(browser, url, note) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchFor, {
    shell: "#agent-composer",
    engine: '[data-engine-state="ready"]',
    editor: ".monaco-editor .view-line",
  });
  await page.goto(url);
  await page.locator("#agent-composer").waitFor();
  await page.locator('[data-engine-state="ready"]').waitFor({ timeout: 60_000 });
  note("cold first paint", await firstPaint(page));
  note("cold shell", await seenAt(page, "shell"));
  note("cold engine ready", await seenAt(page, "engine"));
  await page.getByRole("treeitem", { name: /README\.md/ }).dblclick();
  note("cold first key", await firstKey(page));
  await page.reload();
  await page.locator('[data-engine-state="ready"]').waitFor({ timeout: 60_000 });
  note("warm first paint", await firstPaint(page));
  note("warm shell", await seenAt(page, "shell"));
  note("warm engine ready", await seenAt(page, "engine"));
  note("warm first key", await firstKey(page));
  await page.locator("#agent-composer").fill("Make the tests pass");
  const asked = await page.evaluate(() => performance.now());
  await page.keyboard.press("Enter");
  await page.locator('[role="log"] [aria-expanded]').first().waitFor({ timeout: 30_000 });
  note("first tool card after a message", (await page.evaluate(() => performance.now())) - asked);
  await context.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} url @param {(name: string, ms: number | undefined) => void} note */
async function measureBare(browser, url, note) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchFor, { editor: ".monaco-editor .view-line" });
  for (const kind of ["cold", "warm"]) {
    if (kind === "cold") await page.goto(url);
    else await page.reload();
    await page.locator(".monaco-editor .view-line").first().waitFor();
    note(`${kind} bare editor`, await seenAt(page, "editor"));
    note(`${kind} bare first key`, await firstKey(page));
  }
  await context.close();
}

/** Types one character into the editor; milliseconds from the navigation until it is drawn. @param {import("playwright-core").Page} page */
async function firstKey(page) {
  await page.locator(".monaco-editor .view-line").first().waitFor({ timeout: 30_000 });
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.type("§");
  await page.locator(".monaco-editor .view-line", { hasText: "§" }).first().waitFor();
  return page.evaluate(() => performance.now());
}

/** @param {import("playwright-core").Page} page */
function firstPaint(page) {
  return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
}

/** @param {import("playwright-core").Page} page @param {string} name */
function seenAt(page, name) {
  return page.evaluate((key) => /** @type {any} */ (globalThis).seen[key], name);
}

/** @param {string[]} args */
async function serve(args) {
  const child = spawn(
    process.execPath,
    ["dist/local-engine/server.mjs", "--port", "0", "--no-open", "--ready-json", ...args],
    { cwd: root },
  );
  const line = await new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data)));
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { url: JSON.parse(line).ideUrl, stop: () => child.kill("SIGTERM") };
}

/** @param {Record<string, number[]>} times */
function figuresOf(times) {
  const at = (/** @type {string} */ name) => median(times[name] ?? []);
  const limit = (/** @type {string} */ what, /** @type {string} */ name, /** @type {number} */ most) =>
    figure(what, at(name), null, `< ${most} ms`, at(name) < most);
  const beside = (
    /** @type {string} */ what,
    /** @type {string} */ name,
    /** @type {string} */ rival,
    /** @type {number} */ most,
  ) => figure(what, at(name), at(rival), `<= ${most} of the bare page`, at(name) / at(rival) <= most);
  return [
    limit("first paint, cold", "cold first paint", 1_000),
    limit("first paint, warm", "warm first paint", 1_000),
    beside(
      "usable shell, cold, beside a bare Monaco that shows its text",
      "cold shell",
      "cold bare editor",
      0.5,
    ),
    beside("usable shell, warm", "warm shell", "warm bare editor", 0.5),
    limit("first key in the editor, cold (a file opened by hand)", "cold first key", 2_500),
    beside(
      "first key in the editor, warm (the tab of last time)",
      "warm first key",
      "warm bare first key",
      3,
    ),
    limit("engine ready, cold", "cold engine ready", 5_000),
    limit("engine ready, warm", "warm engine ready", 5_000),
    limit("first tool card after a message", "first tool card after a message", 5_000),
  ];
}

/** @param {string} what @param {number} ours @param {number | null} rival @param {string} target @param {boolean} holds */
function figure(what, ours, rival, target, holds) {
  return {
    what,
    unit: "ms",
    ours: Math.round(ours),
    rival: rival === null ? null : Math.round(rival),
    rivalName: rival === null ? null : "bare Monaco page",
    ratio: rival === null ? null : ours / rival,
    target,
    holds,
  };
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
