import { type Disposable, DisposableStore, disposable } from "../../base/disposable.ts";
import type { AgentNotice } from "../../contracts/agent-link.ts";
import type { Engine } from "../../contracts/engine.ts";
import type { HostInfo } from "../../contracts/host-info.ts";
import type { ProjectStore } from "../../projects/project-store.ts";
import { memoryInStorage, type Memory } from "../../ui/state/memory.ts";
import { createRunsStore, type RunsStore } from "../../ui/state/runs.ts";
import { createWorkbenchStores, type WorkbenchStores } from "../../ui/state/workbench-stores.tsx";
import { ENGINE_LABEL } from "../../engine/engine-problem.ts";
import { connectStores } from "./connect-stores.ts";
import { openApprovals } from "./open-approvals.ts";
import { type AgentConnection, connectAgent } from "./session/agent-connection.ts";
import { createEngineSession, type EngineSession } from "./session/engine-session.ts";
import type { OpenedProject } from "./session/find-project.ts";

/** Everything that lives as long as one project is open in this page. */
export interface ProjectPage extends Disposable {
  readonly project: Pick<OpenedProject, "id" | "name" | "origin" | "trust" | "warnings">;
  readonly hostInfo: HostInfo;
  readonly memory: Memory;
  readonly stores: WorkbenchStores;
  readonly runs: RunsStore;
  readonly agent: Pick<AgentConnection, "requests" | "notices">;
  restartEngine(): Promise<void>;
  /** A project from a link runs nothing until the person trusts it. */
  mayRun(): boolean;
  trust(): Promise<void>;
}

export interface ProjectPageOptions {
  readonly memory: Memory;
  readonly hostInfo: HostInfo;
  readonly project: OpenedProject;
  /** `undefined` where the browser keeps nothing. */
  readonly store: ProjectStore | undefined;
}

/** Opens a project: its stores at once, its engine and agent behind them. */
export function openProjectPage(options: ProjectPageOptions): ProjectPage {
  const { memory, hostInfo, project } = options;
  const owned = new DisposableStore();
  const projectMemory = memoryInStorage(`tabwright.${project.id}.`);
  const stores = owned.add(
    createWorkbenchStores({
      memory,
      projectMemory,
      engineLabel: ENGINE_LABEL[hostInfo.engine.kind],
      mayCloseFile,
    }),
  );
  owned.add(connectStores(stores));
  for (const warning of project.warnings) stores.notices.show({ tone: "warn", text: warning });
  const agent = owned.add(connectAgent(project.id, hostInfo));
  const runs = owned.add(createRunsStore(agent.requests, agent.notices, projectMemory));
  owned.add(openApprovals(runs, stores));
  owned.add(agent.notices.subscribe((notice) => hear(notice, stores)));
  const session = owned.add(createEngineSession(hostInfo, project.workdirName));
  owned.add(followEngine(session, stores, agent));
  const trust = trustOf(options, session, stores);
  owned.add(trust);
  return {
    project,
    hostInfo,
    memory,
    stores,
    runs,
    agent,
    restartEngine: async () => {
      if (trust.mayRun()) await session.restart("You asked for a restart. Files are kept.");
    },
    mayRun: () => trust.mayRun(),
    trust: () => trust.give(),
    dispose: () => owned.dispose(),
  };
}

/** Starts the engine of a trusted project; shows the files of an untrusted one as they came, with nothing that could run them. */
function trustOf({ project, store }: ProjectPageOptions, session: EngineSession, { files }: WorkbenchStores) {
  let trusted = project.trust !== "untrusted";
  let copy: Disposable | undefined;
  const showCopy = async (): Promise<void> => {
    const [kept, { untrustedFiles }] = await Promise.all([
      store?.files(project.id),
      import("./untrusted-files.ts"),
    ]);
    if (kept?.ok && !trusted) copy = files.connect(untrustedFiles(kept.value));
  };
  void (trusted ? session.start() : showCopy());
  return {
    mayRun: () => trusted,
    async give(): Promise<void> {
      if (trusted) return;
      trusted = true;
      await store?.change(project.id, { trust: "trusted-once" });
      copy?.dispose();
      await session.start();
    },
    dispose: () => copy?.dispose(),
  };
}

function mayCloseFile(path: string, { documents, notices, editors }: WorkbenchStores): boolean {
  if (!documents.dirtyPaths().includes(path)) return true;
  notices.show({
    tone: "warn",
    text: `${path} is not saved.`,
    action: {
      title: "Save and close",
      run: () => void documents.save(path).then((saved) => saved && editors.close(path)),
    },
  });
  return false;
}

/** What the agent's worker tells besides runs. */
function hear(notice: AgentNotice, { engine, notices }: WorkbenchStores): void {
  if (notice.type === "project-kept") engine.setState({ saved: notice.state });
  if (notice.type === "store-problem" || notice.type === "bug-reported")
    notices.show({ tone: "warn", text: notice.message });
}

/** Gives each started engine to all who work with it, and takes it from them when it is gone. */
function followEngine(session: EngineSession, stores: WorkbenchStores, agent: AgentConnection): Disposable {
  let running: DisposableStore | undefined;
  let current: Engine | undefined;
  const serve = (engine: Engine): void => {
    const owned = new DisposableStore();
    running = owned;
    owned.add(stores.files.connect(engine.backend));
    stores.engine.setState({ engine, status: session.status(), ports: engine.openPorts() });
    owned.add(engine.ports.subscribe((ports) => stores.engine.setState({ ports })));
    agent.giveBackend(session.backendPort());
  };
  const release = (): void => {
    running?.dispose();
    running = undefined;
    stores.engine.setState({ engine: undefined, ports: [] });
    agent.giveBackend(undefined);
  };
  const follow = (): void => {
    const engine = session.engine();
    if (engine !== current) {
      if (current) release();
      current = engine;
      if (engine) serve(engine);
    }
    if (!engine) stores.engine.setState({ status: session.status() });
  };
  const listening = session.changed.subscribe(follow);
  return disposable(() => {
    listening.dispose();
    running?.dispose();
  });
}
