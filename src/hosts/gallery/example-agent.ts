import { Emitter } from "../../base/emitter.ts";
import type { Remote } from "../../base/link.ts";
import type { AgentNotice, AgentRequests } from "../../contracts/agent-link.ts";
import type { RunId } from "../../contracts/run-view.ts";
import type { Memory } from "../../ui/state/memory.ts";
import { createRunsStore, type RunsStore } from "../../ui/state/runs.ts";
import { exampleNamed } from "./example-runs.ts";

/** The runs of a page whose agent only remembers what it was asked. */
export function exampleRuns(name: string, log: (line: string) => void): RunsStore {
  const example = exampleNamed(name);
  const notices = new Emitter<AgentNotice>();
  const kept = new Map<string, unknown>([["run", name]]);
  const memory: Memory = { read: (key) => kept.get(key), write: (key, value) => void kept.set(key, value) };
  const hour = 3_600_000;
  const summaries = example
    ? ([
        {
          run: name as RunId,
          title: "Make the tests pass",
          createdAt: 0,
          updatedAt: Date.now(),
          state: "waiting",
        },
        {
          run: "older" as RunId,
          title: "Add a dark theme",
          createdAt: 0,
          updatedAt: Date.now() - 5 * hour,
          state: "stopped",
        },
      ] as const)
    : [];
  const answered =
    <Answer>(what: string, answer: Answer) =>
    async (...parts: readonly unknown[]): Promise<Answer> => {
      log(`${what} ${JSON.stringify(parts)}`);
      return answer;
    };
  const requests: Remote<AgentRequests> = {
    listRuns: answered("listRuns", summaries),
    openRun: answered("openRun", example?.rows ?? []),
    closeRun: answered("closeRun", undefined),
    startRun: answered("startRun", name as RunId),
    sendMessage: answered("sendMessage", { ok: true } as const),
    withdrawMessage: answered("withdrawMessage", true),
    stopRun: answered("stopRun", undefined),
    resumeRun: answered("resumeRun", { ok: true } as const),
    takeOverRun: answered("takeOverRun", { ok: true } as const),
    decide: answered("decide", true),
    approvalMode: answered("approvalMode", "ask" as const),
    setApprovalMode: answered("setApprovalMode", undefined),
    modelSettings: answered("modelSettings", {
      choice: { provider: "demo", model: "demo" },
      keys: { demo: "none", anthropic: "none", openai: "none", google: "none", "openai-compatible": "none" },
    } as const),
    chooseModel: answered("chooseModel", undefined),
    storeKey: answered("storeKey", undefined),
    testConnection: answered("testConnection", { ok: false, likelyCause: "This is an example." } as const),
  };
  const runs = createRunsStore(requests, notices, memory);
  for (const [key, text] of Object.entries(example?.streams ?? {})) {
    setTimeout(
      () => notices.emit({ type: "stream-chunk", run: name as RunId, key, stream: "assistant-text", text }),
      150,
    );
  }
  return runs;
}
