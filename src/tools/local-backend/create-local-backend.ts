import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import type { ExecutionBackend } from "../../contracts/execution-backend.ts";
import { localFiles } from "./local-files.ts";
import { LocalPaths } from "./local-paths.ts";
import { runLocally, startLocally } from "./local-commands.ts";

/** A folder of this machine as a backend, for use in Node. File methods stay inside it, through links too; commands are not fenced. */
export function createLocalBackend(projectRoot: string): ExecutionBackend {
  const root = realpathSync(resolve(projectRoot));
  const paths = new LocalPaths(root);
  const shell = hasProgram("bash") ? "bash" : "sh";
  return {
    projectRoot: root,
    hostFs: true,
    capabilities: capabilitiesHere(shell),
    ...localFiles(paths),
    run: (command, options) => runLocally(paths, shell, command, options),
    start: (command, options) => startLocally(paths, shell, command, options),
  };
}

function capabilitiesHere(shell: "bash" | "sh"): EngineCapabilities {
  return {
    node: "full",
    nodeVersion: process.versions.node,
    packageInstall: hasProgram("npm"),
    git: hasProgram("git"),
    shell: shell === "bash" ? "bash" : "bash-compatible",
    terminal: false,
    separateErrorOutput: true,
    backgroundProcesses: true,
    servers: true,
    memoryReport: false,
    nativePrograms: true,
    isolation: "none",
    keepsFiles: true,
    servesOwnDisk: true,
  };
}

function hasProgram(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
