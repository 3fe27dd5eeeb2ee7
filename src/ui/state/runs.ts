import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import type { Subscribable } from "../../base/emitter.ts";
import type { Remote } from "../../base/link.ts";
import type { AgentNotice, AgentRequests, SendOutcome } from "../../contracts/agent-link.ts";
import type { ApprovalId, ApprovalRequest, Decision } from "../../contracts/approval.ts";
import { applyRow, foldRun } from "../../contracts/fold-run.ts";
import type { RunRow } from "../../contracts/run-rows.ts";
import type { RunId, RunSummary, RunView } from "../../contracts/run-view.ts";
import type { Memory } from "./memory.ts";
import { createStore, type Store } from "./store.ts";

/** Text of a stream that is not a row yet. Tool output keeps only its end. */
export const LIVE_TAIL_CHARACTERS = 20_000;

export interface RunsState {
  readonly runs: readonly RunSummary[];
  /** `undefined`: a new run is being written, or nothing is open. */
  readonly view: RunView | undefined;
  readonly streams: Readonly<Record<string, string>>;
  readonly opening: boolean;
  readonly draft: string;
  /** By request: the proposed text as the person has changed it so far. */
  readonly edited: Readonly<Record<string, string>>;
  /** The request whose answer is on its way. */
  readonly deciding: ApprovalId | undefined;
  /** What went wrong with the last thing the person asked for, in words. */
  readonly problem: string | undefined;
}

export interface RunsStore extends Disposable {
  readonly store: Store<RunsState>;
  open(run: RunId | undefined): Promise<void>;
  setDraft(text: string): void;
  /** Sends the text to the open run, or starts a run with it. */
  send(text: string): Promise<void>;
  stop(): Promise<void>;
  resume(): Promise<void>;
  /** Takes a waiting message back: into what is being written, or away. */
  withdraw(key: string, then: "edit" | "drop"): Promise<void>;
  /** Keeps the proposed text as the person changed it; an approval that names no content of its own approves that. */
  setEdited(request: ApprovalRequest, text: string): void;
  decide(request: ApprovalRequest, decision: Decision): Promise<void>;
  dismissProblem(): void;
}

const LAST_RUN = "run";
const DRAFT = "draft";

/** The runs of one project and the open one, folded from the worker's rows. */
export function createRunsStore(
  requests: Remote<AgentRequests>,
  notices: Subscribable<AgentNotice>,
  memory: Memory,
): RunsStore {
  return new Runs(requests, notices, memory);
}

class Runs implements RunsStore {
  readonly store: Store<RunsState>;
  readonly #requests: Remote<AgentRequests>;
  readonly #memory: Memory;
  readonly #owned = new DisposableStore();
  /** Grows with every change of the open run, so that a slow answer for an earlier one is dropped. */
  #openings = 0;

  constructor(requests: Remote<AgentRequests>, notices: Subscribable<AgentNotice>, memory: Memory) {
    this.#requests = requests;
    this.#memory = memory;
    this.store = createStore<RunsState>({
      runs: [],
      view: undefined,
      streams: {},
      opening: true,
      draft: readDraft(memory, undefined),
      edited: {},
      deciding: undefined,
      problem: undefined,
    });
    this.#owned.add(notices.subscribe((notice) => this.#heard(notice)));
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const openings = this.#openings;
    const runs = await this.#ask(() => this.#requests.listRuns());
    if (runs) this.store.setState({ runs });
    if (openings !== this.#openings) return;
    const last = this.#memory.read(LAST_RUN);
    const run = runs?.find((each) => each.run === last);
    if (run) await this.open(run.run);
    else this.store.setState({ opening: false });
  }

  async open(run: RunId | undefined): Promise<void> {
    const opening = ++this.#openings;
    const before = this.store.getState().view?.run;
    if (before && before !== run) void this.#requests.closeRun(before);
    this.#memory.write(LAST_RUN, run ?? null);
    this.store.setState({
      streams: {},
      problem: undefined,
      draft: readDraft(this.#memory, run),
      opening: run !== undefined,
      ...(before === run ? {} : { view: undefined }),
    });
    if (run === undefined) return;
    this.#missed = [];
    const rows = await this.#ask(() => this.#requests.openRun(run));
    if (opening !== this.#openings) return;
    this.store.setState({ opening: false });
    if (rows && rows.length > 0) this.#show(rows);
  }

  /** Rows of the run that is being opened, told before the answer with its history came. */
  #missed: RunRow[] = [];

  #show(rows: readonly RunRow[]): void {
    const last = rows.at(-1)?.seq ?? 0;
    const later = this.#missed.filter(({ seq }) => seq > last);
    this.#missed = [];
    this.store.setState({ view: foldRun([...rows, ...later]) });
  }

  setDraft(draft: string): void {
    this.store.setState({ draft });
    this.#memory.write(draftName(this.store.getState().view?.run), draft);
  }

  async send(text: string): Promise<void> {
    const message = text.trim();
    const { view, opening } = this.store.getState();
    if (message === "" || opening) return;
    this.setDraft("");
    if (!view) {
      const run = await this.#ask(() => this.#requests.startRun(message));
      if (run) await this.open(run);
      else this.setDraft(text);
      return;
    }
    const outcome = await this.#ask(() => this.#requests.sendMessage(view.run, message));
    if (!outcome?.ok) this.setDraft(text);
    this.#tellOutcome(outcome);
  }

  async stop(): Promise<void> {
    const run = this.store.getState().view?.run;
    if (run) await this.#ask(() => this.#requests.stopRun(run));
  }

  async resume(): Promise<void> {
    const run = this.store.getState().view?.run;
    if (run) this.#tellOutcome(await this.#ask(() => this.#requests.resumeRun(run)));
  }

  async withdraw(key: string, then: "edit" | "drop"): Promise<void> {
    const { view } = this.store.getState();
    const item = view?.items.find((each) => each.key === key);
    if (!view || item?.kind !== "user-message") return;
    const withdrawn = await this.#ask(() => this.#requests.withdrawMessage(view.run, key));
    const { draft } = this.store.getState();
    if (withdrawn && then === "edit")
      this.setDraft(draft.trim() === "" ? item.text : `${draft}\n${item.text}`);
    if (withdrawn === false) this.store.setState({ problem: "The agent has read this message already." });
  }

  setEdited({ id, proposal }: ApprovalRequest, text: string): void {
    const { [id]: _before, ...others } = this.store.getState().edited;
    const unchanged = proposal.kind !== "edit" || text === proposal.proposed;
    this.store.setState({ edited: unchanged ? others : { ...others, [id]: text } });
  }

  async decide(request: ApprovalRequest, decision: Decision): Promise<void> {
    const { view, edited } = this.store.getState();
    if (!view) return;
    const content = edited[request.id];
    const whole = decision.kind === "reject" || content === undefined ? decision : { content, ...decision };
    this.store.setState({ deciding: request.id });
    const taken = await this.#ask(() => this.#requests.decide(view.run, request.id, whole));
    this.store.setState({ deciding: undefined });
    if (taken === false) this.store.setState({ problem: "This was decided already." });
  }

  dismissProblem(): void {
    this.store.setState({ problem: undefined });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #tellOutcome(outcome: SendOutcome | undefined): void {
    if (outcome && !outcome.ok) this.store.setState({ problem: outcome.message });
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await question();
    } catch (error) {
      if (!this.#owned.disposed)
        this.store.setState({
          problem: `The agent did not answer: ${error instanceof Error ? error.message : String(error)}. Reload the tab; nothing is lost.`,
        });
      return undefined;
    }
  }

  #heard(notice: AgentNotice): void {
    switch (notice.type) {
      case "rows-appended":
        this.#append(notice.run, notice.rows);
        return;
      case "stream-chunk": {
        const { view, streams } = this.store.getState();
        if (view?.run !== notice.run) return;
        const text = (streams[notice.key] ?? "") + notice.text;
        const kept = notice.stream === "tool-output" ? text.slice(-LIVE_TAIL_CHARACTERS) : text;
        this.store.setState({ streams: { ...streams, [notice.key]: kept } });
        return;
      }
      case "runs-changed":
        this.store.setState({ runs: notice.runs });
        return;
      case "project-kept":
        return;
      case "store-problem":
      case "bug-reported":
        this.store.setState({ problem: notice.message });
    }
  }

  #append(run: RunId, rows: readonly RunRow[]): void {
    const { view, streams } = this.store.getState();
    if (!view) {
      this.#missed.push(...rows.filter((row) => row.run === run));
      return;
    }
    if (view.run !== run) return;
    const next = rows.reduce<RunView>((current, row) => applyRow(current, row), view);
    const ended = new Set(rows.flatMap(streamsEndedBy));
    const left = Object.entries(streams).filter(([key]) => !ended.has(key));
    this.store.setState({ view: next, streams: Object.fromEntries(left) });
  }
}

function streamsEndedBy(row: RunRow): readonly string[] {
  if (row.type === "model.response" || row.type === "model.failed") return [row.key];
  return row.type === "tool.result" ? [row.callId] : [];
}

function draftName(run: RunId | undefined): string {
  return `${DRAFT}.${run ?? "new"}`;
}

function readDraft(memory: Memory, run: RunId | undefined): string {
  const draft = memory.read(draftName(run));
  return typeof draft === "string" ? draft : "";
}

/** The requests of the open run that wait for the person, oldest first. */
export function pendingRequests(state: RunsState): readonly ApprovalRequest[] {
  return state.view?.state.at === "asking" ? state.view.state.requests : NO_REQUESTS;
}
const NO_REQUESTS: readonly ApprovalRequest[] = [];

/** Whether the agent is at work, so that a stop makes sense. */
export function isWorking(view: RunView | undefined): boolean {
  if (!view) return false;
  return ["thinking", "running-tools", "asking", "retrying"].includes(view.state.at);
}
