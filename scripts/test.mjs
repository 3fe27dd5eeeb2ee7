/** `npm test`: installs what is missing, finds a browser, builds, runs every test and counts what the reports say. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findOrInstallBrowser } from "./find-browser.mjs";
import { buildIfStale, installPackages, repositoryRoot, requireNode } from "./prepare.mjs";

requireNode();
installPackages();
const browser = findOrInstallBrowser();
if (browser === undefined) {
  console.error(
    "No Chrome or Chromium was found and none could be installed. Install one, or set TABWRIGHT_BROWSER to its path.",
  );
  process.exit(2);
}
buildIfStale();

const reports = join(repositoryRoot, ".reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const unit = runSuite("vitest", ["run"], "unit.json", countVitest);
const endToEnd = runSuite("playwright", ["test"], "e2e.json", countPlaywright);

const total = {
  passed: unit.passed + endToEnd.passed,
  failed: unit.failed + endToEnd.failed,
  skipped: unit.skipped + endToEnd.skipped,
};
for (const suite of [unit, endToEnd]) if (suite.problem) console.error(suite.problem);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && !unit.problem && !endToEnd.problem ? 0 : 1);

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @param {string} program @param {string[]} args @param {string} report @param {(report: any) => Counts} count
 * @returns {Counts & { problem?: string }} A runner that ends badly without a failed test is a failure of its own.
 */
function runSuite(program, args, report, count) {
  const { status, signal } = spawnSync("npx", ["--no-install", program, ...args], {
    cwd: repositoryRoot,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, TABWRIGHT_BROWSER: browser, CI: "1" },
  });
  /** @type {Counts} */
  let counts;
  try {
    counts = count(JSON.parse(readFileSync(join(reports, report), "utf8")));
  } catch {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      problem: `${program} wrote no report (exit ${status ?? signal}).`,
    };
  }
  if (counts.passed + counts.failed === 0)
    return { ...counts, failed: 1, problem: `${program} ran no test.` };
  if (status !== 0 && counts.failed === 0)
    return {
      ...counts,
      failed: 1,
      problem: `${program} ended with ${status ?? signal} although no test failed.`,
    };
  return counts;
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} report */
function countVitest(report) {
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report */
function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
