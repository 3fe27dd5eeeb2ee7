/** What `npm start` understands. Read before anything is installed, and again by the server. */
import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

const DEFAULT_PORT = 4600;
const HIGHEST_PORT = 65_535;
const ENGINES = ["webcontainer", "local"];
const LAUNCHERS = ["none", "bwrap"];

/**
 * @typedef {{ folders: string[], port: number, open: boolean, engine: "webcontainer" | "local", launch: "none" | "bwrap" | undefined, data: string | undefined, ide: string | undefined, readyJson: boolean }} StartOptions
 * @param {string[]} args
 * @returns {{ ok: true, options: StartOptions } | { ok: false, problem: string }} The problem is one line.
 */
export function readStartOptions(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        port: { type: "string" },
        "no-open": { type: "boolean", default: false },
        engine: { type: "string", default: "local" },
        launch: { type: "string" },
        data: { type: "string" },
        ide: { type: "string" },
        "ready-json": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    const [message] = String(error instanceof Error ? error.message : error).split(/[.\n]/);
    return fail(
      `${message}. npm start understands: FOLDER, --port N, --no-open, --engine ${ENGINES.join("|")}, --launch ${LAUNCHERS.join("|")}, --data FOLDER.`,
    );
  }
  const { values, positionals } = parsed;
  if (!ENGINES.includes(values.engine))
    return fail(`--engine takes ${ENGINES.join(" or ")}, not "${values.engine}".`);
  if (values.launch !== undefined && !LAUNCHERS.includes(values.launch))
    return fail(`--launch takes ${LAUNCHERS.join(" or ")}, not "${values.launch}".`);
  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
  if (!/^\d+$/.test(values.port ?? "0") || port > HIGHEST_PORT)
    return fail(`--port takes a number from 0 to ${HIGHEST_PORT}, not "${values.port}".`);
  for (const [name, value] of Object.entries({ data: values.data, ide: values.ide }))
    if (value === "") return fail(`--${name} takes a folder.`);
  const folders = positionals.map((folder) => resolve(folder));
  const problem = folders.map(folderProblem).find((each) => each !== undefined);
  if (problem !== undefined) return fail(problem);
  return {
    ok: true,
    options: {
      folders,
      port,
      open: !values["no-open"],
      engine: /** @type {"webcontainer" | "local"} */ (values.engine),
      launch: /** @type {"none" | "bwrap" | undefined} */ (values.launch),
      data: values.data,
      ide: values.ide,
      readyJson: values["ready-json"],
    },
  };
}

/** @param {string} folder */
function folderProblem(folder) {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return `There is no folder ${folder}.`;
  if (!stat.isDirectory()) return `${folder} is a file; npm start opens a folder.`;
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
  } catch {
    return `You may not read the folder ${folder}.`;
  }
  return undefined;
}

/** @param {string} problem @returns {{ ok: false, problem: string }} */
function fail(problem) {
  return { ok: false, problem };
}
