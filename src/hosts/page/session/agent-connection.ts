import type { Disposable } from "../../../base/disposable.ts";
import { Emitter, type Subscribable } from "../../../base/emitter.ts";
import { link, type Remote, wireOf } from "../../../base/link.ts";
import type {
  AgentListener,
  AgentNotice,
  AgentRequests,
  AgentWorkerMessage,
} from "../../../contracts/agent-link.ts";
import type { HostInfo } from "../../../contracts/host-info.ts";

/** The agent worker of one project. Disposing it ends the worker and every run in it. */
export interface AgentConnection extends Disposable {
  readonly requests: Remote<AgentRequests>;
  readonly notices: Subscribable<AgentNotice>;
  /** Hands over the engine, or tells that there is none any more. */
  giveBackend(port: MessagePort | undefined): void;
}

export function connectAgent(projectId: string, hostInfo: HostInfo): AgentConnection {
  const worker = new Worker(new URL("../../agent-worker/main.ts", import.meta.url), {
    type: "module",
    name: "agent",
  });
  const notices = new Emitter<AgentNotice>();
  worker.addEventListener("error", (event) => {
    notices.emit({ type: "bug-reported", message: event.message || "The agent's worker could not start." });
  });
  const { port1, port2 } = new MessageChannel();
  const listener: AgentListener = { notice: (notice) => notices.emit(notice) };
  const requests = link<AgentRequests>(wireOf(port1), listener);
  const post = (message: AgentWorkerMessage, transfer: Transferable[]): void =>
    worker.postMessage(message, transfer);
  post(
    {
      type: "start",
      agentPort: port2,
      backendPort: undefined,
      projectId,
      hostInfo,
      pageOrigin: location.origin,
    },
    [port2],
  );
  return {
    requests: requests.remote,
    notices,
    giveBackend: (backendPort) => post({ type: "backend", backendPort }, backendPort ? [backendPort] : []),
    dispose() {
      requests.dispose();
      worker.terminate();
      port1.close();
      notices.dispose();
    },
  };
}
