import type { RunRequests } from "../../agent/agent.ts";

/** What the page is answered when the history cannot be opened: nothing is kept in memory only, so nothing is lost later. */
export function runsWithoutStore(message: string): RunRequests {
  const refused = { ok: false, reason: "store-refused", message } as const;
  const impossible = async (): Promise<never> => {
    throw new Error(message);
  };
  return {
    listRuns: async () => [],
    openRun: impossible,
    closeRun: () => {},
    startRun: impossible,
    sendMessage: async () => refused,
    withdrawMessage: async () => false,
    stopRun: async () => {},
    resumeRun: async () => refused,
    takeOverRun: async () => refused,
    decide: async () => false,
    approvalMode: async () => "ask",
    setApprovalMode: impossible,
  };
}
