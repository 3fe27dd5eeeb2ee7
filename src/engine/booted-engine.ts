import type { Disposable } from "../base/disposable.ts";
import { DisposableStore, disposable } from "../base/disposable.ts";
import { Emitter } from "../base/emitter.ts";
import type { Engine, EngineKind, PreviewMessage } from "../contracts/engine.ts";
import type { EngineCapabilities } from "../contracts/engine-capabilities.ts";
import type { ExecutionBackend } from "../contracts/execution-backend.ts";
import { askShell, capabilitiesOfRunner, capabilitiesOfShell } from "./engine-abilities.ts";
import type { EngineClient } from "./engine-client.ts";
import { ENGINE_LABEL, engineLost } from "./engine-problem.ts";
import { Liveness } from "./liveness.ts";
import { MergedCommands } from "./merged-commands.ts";
import { OpenPorts } from "./open-ports.ts";
import { parsePreviewMessage } from "./preview-message.ts";
import { ProjectCommands } from "./project-commands.ts";
import { ProjectFiles } from "./project-files.ts";
import { watchProject } from "./project-watch.ts";
import { ResidentRunner } from "./resident-runner.ts";
import { openTerminalSession } from "./terminal-session.ts";

const LIFE_SIGN_MS = 10_000;

/** Makes an `Engine` of a booted client. Disposing it tears the client down. */
export async function engineOver(
  client: EngineClient,
  kind: EngineKind,
  options: { readonly launcher?: string; readonly onTrouble: (message: string) => void },
): Promise<Engine> {
  const owned = new DisposableStore();
  const liveness = new Liveness();
  const lose = (reason: string): void => liveness.end(engineLost(kind, reason));
  const ports = owned.add(new OpenPorts(client));
  const previewMessages = owned.add(new Emitter<PreviewMessage>());
  owned.add(disposable(client.on("error", ({ message }) => lose(sentence(message)))));
  owned.add(
    disposable(
      client.on("preview-message", (foreign) => {
        const message = parsePreviewMessage(foreign);
        if (message) previewMessages.emit(message);
      }),
    ),
  );
  const runner = await startRunner(client, liveness, lose, options.onTrouble);
  if (runner) owned.add(runner);
  const shellFacts = runner ? undefined : await askShell(client);
  const capabilities = runner ? capabilitiesOfRunner(runner.facts) : capabilitiesOfShell(kind, shellFacts);
  const shell = runner?.facts.shell?.program ?? shellFacts?.shell ?? "sh";
  const backend = backendOver(client, runner, liveness, { capabilities, shell });
  return {
    kind,
    label:
      options.launcher === undefined ? ENGINE_LABEL[kind] : `${ENGINE_LABEL[kind]} (${options.launcher})`,
    capabilities,
    backend,
    ports: ports.changed,
    openPorts: () => ports.list(),
    previewMessages,
    lost: liveness.lost,
    openTerminal: (size) => openTerminalSession(client, liveness, shell, size),
    dispose() {
      if (owned.disposed) return;
      liveness.end({ kind: "engine-lost", message: "The engine was stopped." }, true);
      owned.dispose();
      client.teardown();
    },
  };
}

async function startRunner(
  client: EngineClient,
  liveness: Liveness,
  lose: (reason: string) => void,
  onTrouble: (message: string) => void,
): Promise<ResidentRunner | undefined> {
  const started = await ResidentRunner.start(client, {
    onTrouble,
    onGivenUp(refusal) {
      void livesStill(client, liveness).then((alive) =>
        lose(
          alive
            ? `Its runner ended and could not be started again (${sentence(refusal.message)})`
            : "It stopped answering.",
        ),
      );
    },
  });
  return started.ok ? started.value : undefined;
}

async function livesStill(client: EngineClient, liveness: Liveness): Promise<boolean> {
  const deadline = new Promise<false>((resolve) => setTimeout(resolve, LIFE_SIGN_MS, false));
  const listing = client.fs.readdir(".", { withFileTypes: true }).then(
    () => true,
    () => false,
  );
  const answer = await liveness.unlessLost(Promise.race([listing, deadline]));
  return answer !== "lost" && answer.value;
}

function backendOver(
  client: EngineClient,
  runner: ResidentRunner | undefined,
  liveness: Liveness,
  found: { readonly capabilities: EngineCapabilities; readonly shell: string },
): ExecutionBackend {
  const files = new ProjectFiles(client, runner, liveness);
  const commands = runner
    ? new ProjectCommands(files.root, runner, liveness)
    : new MergedCommands(client, found.shell, files.root, liveness);
  return {
    projectRoot: files.root,
    hostFs: found.capabilities.servesOwnDisk,
    capabilities: found.capabilities,
    readFile: (path) => files.read(path),
    readFiles: (paths) => files.readAll(paths),
    writeFile: (path, bytes) => files.write(path, bytes),
    readDirectory: (path) => files.list(path),
    makeDirectory: (path) => files.makeDirectory(path),
    rename: (from, to) => files.rename(from, to),
    remove: (path, options) => files.remove(path, options?.recursive ?? false),
    run: (command, options) => commands.run(command, options),
    start: (command, options) => commands.start(command, options),
    watch: (listener): Disposable => watchProject(client, files, listener),
    ...(runner && {
      stat: (path) => files.stat(path),
      realPath: (path) => files.realPath(path),
    }),
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
