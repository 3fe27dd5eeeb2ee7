import type { ApprovalId, ApprovalMode, Decision } from "./approval.ts";
import type { HostInfo } from "./host-info.ts";
import type { ConnectionReport, ModelChoice, ModelProvider, ModelSettingsView } from "./models.ts";
import type { KeepingState } from "./project-keeping.ts";
import type { RunRow } from "./run-rows.ts";
import type { RunId, RunSummary } from "./run-view.ts";

/** The first message to the agent worker. The page answers `AgentListener` on the other end of `agentPort`. */
export interface AgentWorkerStart {
  readonly type: "start";
  readonly agentPort: MessagePort;
  /** Leads to the engine's `ExecutionBackend`; `undefined` while no engine is ready. */
  readonly backendPort: MessagePort | undefined;
  /** Names the database: every project has its own runs. */
  readonly projectId: string;
  readonly hostInfo?: HostInfo;
  /** The origin that serves the IDE, for model calls through its proxy. */
  readonly pageOrigin: string;
}

/** Told later, whenever the engine was started again or is gone. */
export interface AgentWorkerBackend {
  readonly type: "backend";
  readonly backendPort: MessagePort | undefined;
}

export type AgentWorkerMessage = AgentWorkerStart | AgentWorkerBackend;

export type SendOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: "open-elsewhere" | "closed" | "store-refused";
      readonly message: string;
    };

/** Asked by the page, answered by the agent worker. */
export interface AgentRequests {
  listRuns(): Promise<readonly RunSummary[]>;
  /** Every row of a run so far; rows that follow arrive as notices, without a gap. */
  openRun(run: RunId): Promise<readonly RunRow[]>;
  /** Stops the notices of a run. */
  closeRun(run: RunId): void;
  startRun(message: string): Promise<RunId>;
  sendMessage(run: RunId, message: string): Promise<SendOutcome>;
  /** Takes back a queued message that no turn has read. */
  withdrawMessage(run: RunId, key: string): Promise<boolean>;
  stopRun(run: RunId): Promise<void>;
  /** Continues a run that was interrupted by a reload. */
  resumeRun(run: RunId): Promise<SendOutcome>;
  /** Continues here a run that another tab works on; that tab stops at once. */
  takeOverRun(run: RunId): Promise<SendOutcome>;
  /** `false`: the request was already decided. */
  decide(run: RunId, approval: ApprovalId, decision: Decision): Promise<boolean>;
  approvalMode(): Promise<ApprovalMode>;
  setApprovalMode(mode: ApprovalMode): Promise<void>;
  modelSettings(): Promise<ModelSettingsView>;
  chooseModel(choice: ModelChoice): Promise<void>;
  /** An empty key forgets the stored one. */
  storeKey(provider: ModelProvider, key: string): Promise<void>;
  testConnection(choice: ModelChoice): Promise<ConnectionReport>;
}

/** Told by the agent worker; the page never answers. */
export type AgentNotice =
  | { readonly type: "rows-appended"; readonly run: RunId; readonly rows: readonly RunRow[] }
  /** Text that is not a row yet. It is replaced by the row that carries the same key. */
  | {
      readonly type: "stream-chunk";
      readonly run: RunId;
      readonly key: string;
      readonly stream: "assistant-text" | "tool-output";
      readonly text: string;
    }
  | { readonly type: "runs-changed"; readonly runs: readonly RunSummary[] }
  /** How the browser's copy of the project stands. */
  | { readonly type: "project-kept"; readonly state: KeepingState }
  | { readonly type: "store-problem"; readonly message: string }
  | { readonly type: "bug-reported"; readonly message: string };

export interface AgentListener {
  notice(notice: AgentNotice): void;
}
