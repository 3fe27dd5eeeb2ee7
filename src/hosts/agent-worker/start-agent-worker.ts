import { Agent, type AgentParts } from "../../agent/agent.ts";
import { demoModel } from "../../agent/demo/demo-model.ts";
import { EngineToolbox } from "../../agent/engine-toolbox.ts";
import type { RunLocks } from "../../agent/history/run-locks.ts";
import { RunStore } from "../../agent/history/run-store.ts";
import { ModelSettings } from "../../agent/models/model-settings.ts";
import { SystemPrompt } from "../../agent/system-prompt.ts";
import { type Disposable, disposable } from "../../base/disposable.ts";
import { link, type Link, wireOf } from "../../base/link.ts";
import type {
  AgentListener,
  AgentNotice,
  AgentRequests,
  AgentWorkerMessage,
  AgentWorkerStart,
} from "../../contracts/agent-link.ts";
import type { ExecutionBackend } from "../../contracts/execution-backend.ts";
import type { RunId } from "../../contracts/run-view.ts";
import { connectBackend } from "../../engine/backend-link.ts";
import { ProjectKeeping } from "./project-keeping.ts";
import { runsWithoutStore } from "./runs-without-store.ts";

/** Keys and the choice of a model belong to the person, runs to a project. */
const MODELS_DATABASE = "tabwright-models";

/** Starts when the first message arrives; later ones bring the engine's backend or take it away. */
export function startAgentWorker(
  listen: (receive: (message: AgentWorkerMessage) => void) => void,
  locks: RunLocks,
): void {
  let worker: AgentWorker | undefined;
  listen((message) => {
    if (message.type === "start" && worker === undefined) {
      worker = new AgentWorker(message, locks);
      void worker.start();
    }
    void worker?.connect(message.backendPort);
  });
}

class AgentWorker {
  readonly #start: AgentWorkerStart;
  readonly #locks: RunLocks;
  readonly #toolbox = new EngineToolbox();
  #backend: (ExecutionBackend & Disposable) | undefined;
  #connections = 0;
  #page: Link<AgentListener> | undefined;
  readonly #early: AgentNotice[] = [];
  readonly #keeping: ProjectKeeping;

  constructor(start: AgentWorkerStart, locks: RunLocks) {
    this.#start = start;
    this.#keeping = new ProjectKeeping(start.projectId, (state) =>
      this.#notify({ type: "project-kept", state }),
    );
    this.#locks = locks;
    globalThis.addEventListener("error", ({ message }) => this.#bug(message));
    globalThis.addEventListener("unhandledrejection", ({ reason }) => this.#bug(String(reason)));
  }

  /** Calls that the page makes meanwhile wait in the port. */
  async start(): Promise<void> {
    const { agentPort, hostInfo, pageOrigin, projectId } = this.#start;
    const models = new ModelSettings({
      databaseName: MODELS_DATABASE,
      hostInfo,
      pageOrigin,
      demo: demoModel(),
    });
    const requests: AgentRequests = {
      ...(await this.#runs(`tabwright-runs:${projectId}`, models)),
      modelSettings: () => models.view(),
      chooseModel: (choice) => models.choose(choice),
      storeKey: (provider, key) => models.storeKey(provider, key),
      testConnection: (choice) => models.testConnection(choice),
    };
    this.#page = link<AgentListener>(wireOf(agentPort), requests);
    for (const notice of this.#early.splice(0)) this.#notify(notice);
  }

  async connect(port: MessagePort | undefined): Promise<void> {
    this.#connections += 1;
    const connection = this.#connections;
    this.#toolbox.setBackend(undefined);
    this.#keeping.stop();
    this.#backend?.dispose();
    this.#backend = undefined;
    if (port === undefined) return;
    const backend = await connectBackend(port);
    if (connection !== this.#connections) {
      backend.dispose();
      return;
    }
    this.#backend = backend;
    // No tool may look before an empty engine has been filled from the browser's copy.
    await this.#keeping.follow(backend);
    if (connection === this.#connections) this.#toolbox.setBackend(backend);
  }

  async #runs(
    databaseName: string,
    models: ModelSettings,
  ): Promise<Omit<AgentRequests, keyof ModelRequests>> {
    const store = await RunStore.open(databaseName, () =>
      this.#notify({
        type: "store-problem",
        message: "Another tab uses a newer version of Tabwright. Reload this tab to go on.",
      }),
    );
    if (!store.ok) {
      this.#notify({ type: "store-problem", message: store.problem.message });
      return runsWithoutStore(store.problem.message);
    }
    const prompt = new SystemPrompt();
    const agent = new Agent({
      store: store.value,
      locks: this.#locks,
      wakes: wakesBetweenTabs(databaseName),
      databaseName,
      notify: (notice) => this.#notify(notice),
      surroundings: {
        chooseModel: () => models.model(),
        systemPrompt: () => prompt.text(this.#toolbox.backend),
        toolbox: this.#toolbox,
        now: () => Date.now(),
        random: () => Math.random(),
      },
    });
    return requestsOf(agent);
  }

  #notify(notice: AgentNotice): void {
    if (this.#page === undefined) this.#early.push(notice);
    else this.#page.tell("notice", notice);
  }

  #bug(message: string): void {
    this.#notify({ type: "bug-reported", message });
  }
}

type ModelRequests = Pick<AgentRequests, "modelSettings" | "chooseModel" | "storeKey" | "testConnection">;

/** The link calls plain functions; methods of a class are not own properties. */
function requestsOf(agent: Agent): Omit<AgentRequests, keyof ModelRequests> {
  return {
    listRuns: () => agent.listRuns(),
    openRun: (run) => agent.openRun(run),
    closeRun: (run) => agent.closeRun(run),
    startRun: (message) => agent.startRun(message),
    sendMessage: (run, message) => agent.sendMessage(run, message),
    withdrawMessage: (run, key) => agent.withdrawMessage(run, key),
    stopRun: (run) => agent.stopRun(run),
    resumeRun: (run) => agent.resumeRun(run),
    takeOverRun: (run) => agent.takeOverRun(run),
    decide: (run, approval, decision) => agent.decide(run, approval, decision),
    approvalMode: () => agent.approvalMode(),
    setApprovalMode: (mode) => agent.setApprovalMode(mode),
  };
}

function wakesBetweenTabs(databaseName: string): AgentParts["wakes"] {
  const channel = new BroadcastChannel(databaseName);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    stored: (run) => channel.postMessage(run),
    onStored(listener) {
      const onMessage = ({ data }: MessageEvent<RunId>): void => listener(data);
      channel.addEventListener("message", onMessage);
      return disposable(() => {
        channel.removeEventListener("message", onMessage);
        channel.close();
      });
    },
  };
}
