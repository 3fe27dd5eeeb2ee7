/** Finds a Chromium for tests and benchmarks. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** @returns {string | undefined} the path of an installed browser; `TABWRIGHT_BROWSER` wins */
export function installedBrowser() {
  const chosen = process.env.TABWRIGHT_BROWSER;
  if (chosen) return chosen;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES].find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * An installed browser, else the distribution's package where this user may install one, else Playwright's own download.
 * @returns {string | undefined}
 */
export function findOrInstallBrowser() {
  return installedBrowser() ?? browserFromDistribution() ?? browserFromPlaywright();
}

function browserFromDistribution() {
  const mayInstall =
    process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!mayInstall) return undefined;
  console.error("Installing Chromium from the distribution ...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", 2, 2], env });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
    stdio: ["ignore", 2, 2],
    env,
  });
  return installedBrowser();
}

function browserFromPlaywright() {
  console.error("Downloading Playwright's Chromium ...");
  const npx = process.platform === "win32" ? "npx.cmd" : "npx";
  const { status } = spawnSync(npx, ["--no-install", "playwright", "install", "chromium"], {
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) return undefined;
  const { stdout } = spawnSync(
    process.execPath,
    ["-e", "console.log(require('playwright-core').chromium.executablePath())"],
    { encoding: "utf8" },
  );
  const path = stdout.trim();
  return isProgram(path) ? path : undefined;
}
