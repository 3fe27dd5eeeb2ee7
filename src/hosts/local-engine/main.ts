import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readStartOptions } from "../../../scripts/start-options.mjs";
import { openBrowser } from "./open-browser.ts";
import reporterScript from "./page/preview-reporter.ts?program=page";
import {
  defaultDataFolder,
  type LocalEngine,
  LauncherProblem,
  startLocalEngine,
} from "./server/local-engine.ts";

const USAGE_ERROR = 2;

async function run(): Promise<void> {
  const read = readStartOptions(process.argv.slice(2));
  if (!read.ok) endWith(read.problem);
  const { options } = read;
  const built = dirname(dirname(fileURLToPath(import.meta.url)));
  let engine: LocalEngine;
  try {
    engine = await startLocalEngine({
      ide: options.ide ?? join(built, "ide"),
      port: options.port,
      engine: options.engine,
      launch: options.launch,
      folders: options.folders,
      dataFolder: resolve(options.data ?? defaultDataFolder(process.env)),
      environment: process.env,
      agent: { file: join(built, "local-engine/agent.mjs"), packages: join(dirname(built), "node_modules") },
      pageScript: join(built, "engine-page/main.js"),
      reporterScript,
    });
  } catch (error) {
    if (error instanceof LauncherProblem) endWith(error.message);
    throw error;
  }
  stopOnSignals(engine);
  if (options.readyJson) {
    console.log(JSON.stringify({ ideUrl: engine.ideUrl, engineOrigin: engine.engineOrigin }));
    return;
  }
  if (options.port !== 0 && engine.port !== options.port)
    console.log(`Port ${options.port} is busy, using ${engine.port}.`);
  console.log(`Tabwright is at ${engine.ideUrl}`);
  if (options.open) openBrowser(engine.ideUrl);
}

function stopOnSignals(engine: LocalEngine): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    void engine.stop().finally(() => process.exit(signal === "SIGINT" ? 130 : 0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}

function endWith(problem: string): never {
  console.error(problem);
  process.exit(USAGE_ERROR);
}

await run();
