/** Runs the engine checks in a real browser against a real engine: `npm run conformance -- --engine local [--launch none|bwrap] [--group NAME ...] [--json]`. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { findOrInstallBrowser } from "./find-browser.mjs";
import { buildIfStale, installPackages, repositoryRoot, requireNode } from "./prepare.mjs";

const RUN_LIMIT_MS = 10 * 60_000;
const USAGE_ERROR = 2;

requireNode();
const options = readOptions();
installPackages();
buildIfStale();
const report = await checkEngine();
if (options.json) console.log(JSON.stringify(report, undefined, 2));
else printForPeople(report);
process.exit(report.problem !== undefined || report.failed > 0 ? 1 : 0);

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        engine: { type: "string", default: "local" },
        launch: { type: "string", default: "none" },
        group: { type: "string", multiple: true, default: [] },
        json: { type: "boolean", default: false },
      },
    });
    if (["local", "webcontainer"].includes(values.engine)) return values;
    endWith(`--engine takes local or webcontainer, not "${values.engine}".`);
  } catch (error) {
    endWith(String(error instanceof Error ? error.message : error).split("\n")[0] ?? "");
  }
}

async function checkEngine() {
  const executablePath = findOrInstallBrowser();
  if (!executablePath) return { problem: "There is no Chromium or Chrome, and none could be installed." };
  const { chromium } = await import("playwright-core");
  const data = mkdtempSync(join(tmpdir(), "tabwright-conformance-"));
  const server = startServer(data);
  /** @type {import("playwright-core").Browser | undefined} */
  let browser;
  try {
    const { ideUrl } = await server.ready;
    browser = await chromium.launch({
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    });
    const page = await browser.newPage();
    page.on("console", (message) => console.error(`page: ${message.text()}`));
    page.on("pageerror", (error) => console.error(`page: ${error.stack}`));
    const address = new URL(ideUrl);
    address.pathname = "/conformance.html";
    for (const group of options.group) address.searchParams.append("group", group);
    await page.goto(address.href);
    await page.waitForSelector("#report[data-done]", { timeout: RUN_LIMIT_MS });
    return JSON.parse(await page.inputValue("#report"));
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  } finally {
    await browser?.close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** @param {string} data */
function startServer(data) {
  const where = ["--ide", "dist/ide", "--port", "0", "--no-open", "--ready-json", "--data", data];
  const what = ["--engine", options.engine, "--launch", options.launch];
  const args = ["dist/local-engine/server.mjs", ...where, ...what];
  const child = spawn(process.execPath, args, { cwd: repositoryRoot, stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const ready = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line)));
    void exited.then((code) => reject(new Error(`The local engine's server ended with ${code}.`)));
  });
  return {
    ready,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** @param {any} report */
function printForPeople(report) {
  if (report.problem !== undefined) return console.log(report.problem);
  for (const { group, name, outcome, milliseconds, message } of report.checks) {
    const mark = { passed: "ok     ", failed: "FAILED ", skipped: "skipped" }[outcome];
    console.log(
      `${mark} ${group}: ${name} ${milliseconds} ms${outcome === "failed" ? `\n        ${message}` : ""}`,
    );
  }
  console.log(
    `${report.engine}: ${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`,
  );
}

/** @param {string} problem @returns {never} */
function endWith(problem) {
  console.error(problem);
  process.exit(USAGE_ERROR);
}
