import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { AgentNotice, AgentRequests, SendOutcome } from "../contracts/agent-link.ts";
import type { ApprovalId, ApprovalMode, Decision } from "../contracts/approval.ts";
import type { RunRow } from "../contracts/run-rows.ts";
import type { RunId, RunState, RunSummary } from "../contracts/run-view.ts";
import { ChunkBatch } from "./chunk-batch.ts";
import type { RunLocks } from "./history/run-locks.ts";
import type { RunStore, StoreProblem } from "./history/run-store.ts";
import { type ClaimProblem, LiveRun, type RunHost } from "./live-run.ts";
import { openRequests } from "./loop/approval-desk.ts";
import type { LoopSurroundings } from "./loop/loop-context.ts";
import { planCall } from "./loop/plan-call.ts";

export interface AgentParts {
  readonly store: RunStore;
  readonly locks: RunLocks;
  /** Tells other tabs that rows were stored, and hears it from them. Carries no data. */
  readonly wakes: RunWakes;
  readonly databaseName: string;
  readonly surroundings: Omit<LoopSurroundings, "approvalMode">;
  notify(notice: AgentNotice): void;
}

export interface RunWakes {
  stored(run: RunId): void;
  onStored(listener: (run: RunId) => void): Disposable;
}

/** The part of the agent's requests that is about runs. */
export type RunRequests = Pick<
  AgentRequests,
  | "listRuns"
  | "openRun"
  | "closeRun"
  | "startRun"
  | "sendMessage"
  | "withdrawMessage"
  | "stopRun"
  | "resumeRun"
  | "takeOverRun"
  | "decide"
  | "approvalMode"
  | "setApprovalMode"
>;

const TITLE_CHARS = 80;
/** A model would have to read it all with every request. */
const MESSAGE_CHARS = 200_000;
const LIST_AFTER_MS = 100;
const APPROVAL_MODE = "approvalMode";
const INTERRUPTED = "The tab was closed or reloaded in the middle of this turn.";

/** All runs of one project in this worker. */
export class Agent implements RunRequests, Disposable {
  readonly #parts: AgentParts;
  readonly #host: RunHost;
  readonly #owned = new DisposableStore();
  readonly #live = new Map<RunId, LiveRun>();
  readonly #watched = new Set<RunId>();
  readonly #chunks: ChunkBatch;
  /** Runs that an earlier worker left in the middle of a turn are marked before anything else is answered. */
  readonly #marked: Promise<void>;
  #mode: ApprovalMode = "ask";
  #listTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.#chunks = this.#owned.add(
      new ChunkBatch((chunk) => parts.notify({ type: "stream-chunk", ...chunk })),
    );
    this.#host = {
      store: parts.store,
      locks: parts.locks,
      worker: crypto.randomUUID(),
      databaseName: parts.databaseName,
      surroundings: { ...parts.surroundings, approvalMode: () => this.#mode },
      chunk: (run, chunk) => {
        if (this.#watched.has(run)) this.#chunks.add({ run, ...chunk });
      },
      rowsAppended: (run, rows) => this.#rowsAppended(run, rows),
      storeProblem: (problem) => this.#storeProblem(problem),
      bug: (error) => parts.notify({ type: "bug-reported", message: String(error) }),
    };
    this.#owned.add(parts.wakes.onStored((run) => void this.#readFromElsewhere(run)));
    this.#marked = this.#start();
  }

  dispose(): void {
    clearTimeout(this.#listTimer);
    for (const live of this.#live.values()) live.dispose();
    this.#owned.dispose();
  }

  async listRuns(): Promise<readonly RunSummary[]> {
    await this.#marked;
    const summaries = await this.#parts.store.summaries();
    if (summaries.ok) return summaries.value;
    this.#storeProblem(summaries.problem);
    return [];
  }

  async openRun(run: RunId): Promise<readonly RunRow[]> {
    await this.#marked;
    const live = this.#liveRun(run);
    if (!live.driven) {
      const read = await live.cell.refresh();
      if (!read.ok) throw new Error(read.problem.message);
    }
    const { rows } = live.cell;
    // The answer to this call is on its way before the first notice that follows it.
    setTimeout(() => this.#watch(live, rows.length), 0);
    return rows;
  }

  closeRun(run: RunId): void {
    this.#watched.delete(run);
    if (this.#live.get(run)?.driven === false) this.#live.delete(run);
  }

  async startRun(message: string): Promise<RunId> {
    const run = `run-${crypto.randomUUID()}` as RunId;
    const live = this.#liveRun(run);
    const started = await live.claimed(async () => {
      await live.cell.start(titleOf(message), [queued(message)]);
      await live.drive();
    });
    if (!started.ok) throw new Error(started.problem.message);
    return run;
  }

  async sendMessage(run: RunId, message: string): Promise<SendOutcome> {
    if (message.trim() === "")
      return { ok: false, reason: "closed", message: "An empty message is not sent." };
    if (message.length > MESSAGE_CHARS)
      return {
        ok: false,
        reason: "closed",
        message: `The message has ${message.length} characters; at most ${MESSAGE_CHARS} are sent. Put long text into a file of the project.`,
      };
    await this.#marked;
    const live = this.#liveRun(run);
    const known = await live.cell.refresh();
    if (known.ok && live.cell.rows.length === 0)
      return { ok: false, reason: "closed", message: "This run is not there any more." };
    return outcomeOf(await live.appendAndDrive(() => [queued(message)]));
  }

  async withdrawMessage(run: RunId, key: string): Promise<boolean> {
    const live = this.#liveRun(run);
    let withdrawn = false;
    const stored = await live.claimed(() =>
      live.cell.append((state) => {
        withdrawn = state.queued.some((message) => message.key === key);
        return withdrawn ? [{ type: "followup.consumed", keys: [key], by: "withdrawal" }] : [];
      }),
    );
    return stored.ok && withdrawn;
  }

  async stopRun(run: RunId): Promise<void> {
    await this.#liveRun(run).stop();
  }

  async resumeRun(run: RunId): Promise<SendOutcome> {
    await this.#marked;
    const live = this.#liveRun(run);
    return outcomeOf(
      await live.appendAndDrive(() => {
        const { state, view } = live.cell;
        const ended = !state.inTurn && state.queued.length === 0;
        const unfinished = view.state.at === "failed" || view.state.at === "stopped";
        return ended && unfinished ? [{ type: "turn.begin", turn: state.turn + 1 }] : [];
      }),
    );
  }

  async takeOverRun(run: RunId): Promise<SendOutcome> {
    await this.#marked;
    return outcomeOf(await this.#liveRun(run).takeOver());
  }

  async decide(run: RunId, approval: ApprovalId, decision: Decision): Promise<boolean> {
    await this.#marked;
    const decided = await this.#liveRun(run).decide(approval, decision);
    if (!decided.ok) this.#storeProblem(decided.problem);
    return decided.ok && decided.value;
  }

  async approvalMode(): Promise<ApprovalMode> {
    await this.#marked;
    return this.#mode;
  }

  async setApprovalMode(mode: ApprovalMode): Promise<void> {
    const stored = await this.#parts.store.setValue(APPROVAL_MODE, mode);
    // A setting that asks less counts only when it is stored; one that asks more counts in any case.
    if (stored.ok || mode === "ask") this.#mode = mode;
    if (!stored.ok) this.#storeProblem(stored.problem);
  }

  async #start(): Promise<void> {
    const mode = await this.#parts.store.value(APPROVAL_MODE).catch(() => undefined);
    if (mode === "edits-only" || mode === "nothing-in-sandbox") this.#mode = mode;
    const summaries = await this.#parts.store.summaries();
    if (!summaries.ok) {
      this.#storeProblem(summaries.problem);
      return;
    }
    const cut = summaries.value.filter(({ state }) => wasMoving(state));
    await Promise.all(cut.map(({ run }) => this.#markInterrupted(run)));
  }

  async #markInterrupted(run: RunId): Promise<void> {
    const live = this.#liveRun(run);
    const marked = await live.claimed(() =>
      live.cell.append((state) =>
        state.inTurn && !state.interrupted ? [{ type: "run.interrupted", reason: INTERRUPTED }] : [],
      ),
    );
    if (!marked.ok && marked.problem.kind !== "open-elsewhere") this.#storeProblem(marked.problem);
  }

  #liveRun(run: RunId): LiveRun {
    const known = this.#live.get(run);
    if (known !== undefined) return known;
    const live = new LiveRun(run, this.#host);
    this.#live.set(run, live);
    return live;
  }

  #watch(live: LiveRun, shown: number): void {
    const { run, rows } = live.cell;
    this.#watched.add(run);
    if (rows.length > shown) this.#parts.notify({ type: "rows-appended", run, rows: rows.slice(shown) });
    if (!live.driven && waitsOnlyForAnswers(live)) void live.appendAndDrive(() => []);
  }

  #rowsAppended(run: RunId, rows: readonly RunRow[]): void {
    this.#chunks.flush();
    if (this.#watched.has(run)) this.#parts.notify({ type: "rows-appended", run, rows });
    this.#parts.wakes.stored(run);
    this.#listSoon();
  }

  async #readFromElsewhere(run: RunId): Promise<void> {
    const live = this.#live.get(run);
    if (live !== undefined && !live.driven) await live.cell.refresh();
    this.#listSoon();
  }

  #listSoon(): void {
    this.#listTimer ??= setTimeout(() => {
      this.#listTimer = undefined;
      void this.#parts.store.summaries().then((summaries) => {
        if (summaries.ok) this.#parts.notify({ type: "runs-changed", runs: summaries.value });
      });
    }, LIST_AFTER_MS);
  }

  #storeProblem({ message }: Pick<StoreProblem, "message">): void {
    this.#parts.notify({ type: "store-problem", message });
  }
}

/** Whether nothing has to be done again or asked of a model before the person answers. */
function waitsOnlyForAnswers({ cell }: LiveRun): boolean {
  if (cell.rows.length === 0 || !cell.state.inTurn) return false;
  // As the calls will stand once this worker has taken the run over.
  const state = { ...cell.state, activatedSeq: cell.state.lastSeq };
  const unsettled = state.calls.filter(({ result }) => result === undefined);
  const plans = unsettled.map((call) => planCall(state, call));
  return (
    openRequests(state).length > 0 &&
    plans.every((plan) => plan.kind === "run" || plan.result.disposition !== "outcome-unknown")
  );
}

function wasMoving(state: RunState["at"]): boolean {
  switch (state) {
    case "thinking":
    case "running-tools":
    case "asking":
    case "retrying":
      return true;
    case "waiting":
    case "interrupted":
    case "stopped":
    case "failed":
      return false;
  }
}

function queued(text: string) {
  return { type: "followup.queued", key: `u-${crypto.randomUUID()}`, text } as const;
}

function titleOf(message: string): string {
  const line = message.trim().split("\n", 1)[0] ?? "";
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS - 1)}…` : line;
}

function outcomeOf(
  result: { readonly ok: true } | { readonly ok: false; readonly problem: ClaimProblem },
): SendOutcome {
  if (result.ok) return { ok: true };
  const { kind, message } = result.problem;
  const elsewhere = kind === "open-elsewhere" || kind === "not-owner";
  return { ok: false, reason: elsewhere ? "open-elsewhere" : "store-refused", message };
}
