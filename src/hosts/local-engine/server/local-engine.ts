import { homedir } from "node:os";
import { join } from "node:path";
import type { HostInfo } from "../../../contracts/host-info.ts";
import { HOST_KEY_PARAMETER } from "../../../contracts/host-info.ts";
import { bwrapProblem, launchBwrap } from "../launch/launch-bwrap.ts";
import { launchNone } from "../launch/launch-none.ts";
import type { AgentProgram, LauncherName } from "../launch/launcher.ts";
import { projectEnvironment } from "../launch/project-environment.ts";
import { EngineSite } from "./engine-site.ts";
import { readHostKeys } from "./host-keys.ts";
import { ideSite } from "./ide-site.ts";
import { listenOnLoopback, LOOPBACK } from "./loopback-listener.ts";
import { ModelProxy } from "./model-proxy.ts";
import { Workspaces } from "./workspaces.ts";

export interface LocalEngineOptions {
  /** The folder of the built IDE. */
  readonly ide: string;
  /** 0 is any free port. */
  readonly port: number;
  readonly engine: "webcontainer" | "local";
  /** Chosen by the person; otherwise the safest that fits each project. */
  readonly launch: LauncherName | undefined;
  /** Folders of the person's own disk, as absolute paths. */
  readonly folders: readonly string[];
  readonly dataFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly agent: AgentProgram;
  /** The script of the page under `/headless`. */
  readonly pageScript: string;
  readonly reporterScript: string;
  readonly graceMs?: number;
}

export interface LocalEngine {
  /** The address to open; it carries the key to this server. */
  readonly ideUrl: string;
  readonly engineOrigin: string;
  readonly port: number;
  readonly launcher: LauncherName;
  /** Ends every process that was started, then the servers. */
  stop(): Promise<void>;
}

const GRACE_MS = 30_000;

/** Starts the servers of the IDE and of the engine on this machine. Throws when bubblewrap is demanded and does not work. */
export async function startLocalEngine(options: LocalEngineOptions): Promise<LocalEngine> {
  const keptLauncher = chooseLauncher(options.launch);
  const keys = readHostKeys(options.dataFolder);
  const ide = await listenOnLoopback(options.port);
  // The same place after a restart, so that the engine page of an open tab finds it again.
  const engine = await listenOnLoopback(ide.port + 1);
  await engine.alsoOnIPv6();
  const ideHost = `${LOOPBACK}:${ide.port}`;
  const engineHost = `${LOOPBACK}:${engine.port}`;
  const engineOrigin = `http://${engineHost}`;
  const workspaces = openWorkspaces(options, keptLauncher, keys.previewKey);
  const models = new ModelProxy(options.environment, keys.proxyKey);
  ide.serve({
    answer: ideSite({
      host: ideHost,
      folder: options.ide,
      hostKey: keys.hostKey,
      engineOrigin,
      previewOrigins: `http://*.localhost:${engine.port}`,
      describe: () => ({
        version: 1,
        ...offered(options.engine, workspaces, engineOrigin, keys.sessionKey, keptLauncher),
        proxiedProviders: models.providers,
        proxyKey: keys.proxyKey,
      }),
      models,
    }),
  });
  const site = new EngineSite({
    host: engineHost,
    ideOrigin: `http://${ideHost}`,
    sessionKey: keys.sessionKey,
    secret: keys.socketSecret,
    pageScript: options.pageScript,
    reporterScript: options.reporterScript,
    workspaces,
  });
  engine.serve({
    answer: (request, response) => site.answer(request, response),
    upgrade: (request, socket, head) => site.upgrade(request, socket, head),
  });
  return {
    ideUrl: `http://${ideHost}/?${HOST_KEY_PARAMETER}=${keys.hostKey}`,
    engineOrigin,
    port: ide.port,
    launcher: keptLauncher,
    async stop() {
      site.stop();
      await workspaces.stop();
      await Promise.all([ide.stop(), engine.stop()]);
    },
  };
}

function openWorkspaces(options: LocalEngineOptions, keptLauncher: LauncherName, secret: string): Workspaces {
  return new Workspaces({
    dataFolder: options.dataFolder,
    ownFolders: options.folders,
    launcherFor: (place) => {
      const name = place === "own-folder" ? (options.launch ?? "none") : keptLauncher;
      return name === "bwrap" ? launchBwrap(options.agent) : launchNone(options.agent);
    },
    env: projectEnvironment(options.environment),
    secret: secret,
    graceMs: options.graceMs ?? GRACE_MS,
  });
}

function offered(
  kind: LocalEngineOptions["engine"],
  workspaces: Workspaces,
  origin: string,
  sessionKey: string,
  launcher: LauncherName,
): Pick<HostInfo, "engine" | "folders"> {
  if (kind === "webcontainer") return { engine: { kind }, folders: [] };
  return { engine: { kind, origin, sessionKey, launcher }, folders: workspaces.ownFolders };
}

/** Where projects, caches and keys are kept unless the person says otherwise. */
export function defaultDataFolder(environment: NodeJS.ProcessEnv): string {
  return join(environment["XDG_DATA_HOME"] || join(homedir(), ".local/share"), "tabwright");
}

function chooseLauncher(demanded: LauncherName | undefined): LauncherName {
  if (demanded === "none") return "none";
  const problem = process.platform === "linux" ? bwrapProblem() : "bubblewrap (bwrap) exists only on Linux.";
  if (problem === undefined) return "bwrap";
  if (demanded === "bwrap") throw new LauncherProblem(problem);
  return "none";
}

/** The launcher that the person asked for does not work here. The message is one sentence. */
export class LauncherProblem extends Error {
  override readonly name = "LauncherProblem";
}
