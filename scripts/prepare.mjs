/** What every command does before its own work, on a machine where nothing is installed yet. Plain Node, no packages. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));
const OLDEST_NODE = [20, 19];

/** Ends the process with one line and exit code 2 on a Node that is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(
    `Tabwright needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}. Install a newer Node and run the command again.`,
  );
  process.exit(2);
}

/** Installs the packages when what is installed is not what the lock file says. */
export function installPackages() {
  if (installedAsLocked()) return;
  console.error("Installing packages ...");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status } = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: repositoryRoot,
    stdio: ["ignore", 2, "inherit"],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error("npm could not install the packages. Its messages stand above.");
  process.exit(1);
}

function installedAsLocked() {
  const installed = packagesIn("node_modules/.package-lock.json");
  const locked = packagesIn("package-lock.json");
  if (installed === undefined || locked === undefined) return false;
  return Object.entries(locked).every(
    ([path, { version, optional }]) =>
      path === "" || installed[path]?.version === version || (optional && !installed[path]),
  );
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }> | undefined} */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(repositoryRoot, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

const SOURCES = [
  "src",
  "build",
  "public",
  "index.html",
  "conformance.html",
  "vite.config.ts",
  "scripts/build.mjs",
  "package-lock.json",
];
const BUILD_STAMP = "dist/.build/stamp";

/** Builds the product when a source is newer than the last complete build. */
export function buildIfStale() {
  const stamp = join(repositoryRoot, BUILD_STAMP);
  const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (SOURCES.every((source) => newestChange(join(repositoryRoot, source)) <= builtAt)) return;
  console.error("Building ...");
  const { status } = spawnSync(process.execPath, [join(repositoryRoot, "scripts/build.mjs")], {
    cwd: repositoryRoot,
    stdio: ["ignore", 2, "inherit"],
  });
  if (status === 0) return;
  console.error("The build failed. Its messages stand above.");
  process.exit(1);
}

/** @param {string} path @returns {number} milliseconds since 1970; 0 when nothing is there */
function newestChange(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChange(join(path, name))),
    stat.mtimeMs,
  );
}
