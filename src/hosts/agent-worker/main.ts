import { webLocks } from "../../agent/history/run-locks.ts";
import type { AgentWorkerMessage } from "../../contracts/agent-link.ts";
import { startAgentWorker } from "./start-agent-worker.ts";

startAgentWorker((receive) => {
  globalThis.addEventListener("message", ({ data }: MessageEvent<AgentWorkerMessage>) => receive(data));
}, webLocks(navigator.locks));
