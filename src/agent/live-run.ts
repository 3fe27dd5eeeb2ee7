import type { Disposable } from "../base/disposable.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import type { ApprovalId, Decision } from "../contracts/approval.ts";
import type { RunFact } from "../contracts/run-rows.ts";
import type { RunId } from "../contracts/run-view.ts";
import { type CellListener, RunCell, StoreRefusedError } from "./history/run-cell.ts";
import type { HeldLock, RunLocks } from "./history/run-locks.ts";
import type { RunStore, StoreProblem } from "./history/run-store.ts";
import { ApprovalDesk } from "./loop/approval-desk.ts";
import { driveRun, stopFacts } from "./loop/drive-run.ts";
import { endTurnFacts } from "./loop/end-turn.ts";
import type { LoopSurroundings, StreamChunk } from "./loop/loop-context.ts";
import { pause } from "./loop/wait.ts";

/** A browser frees the locks of a tab that was closed only after a moment. */
const CLAIM_PATIENCE_MS = 1_000;
const CLAIM_EVERY_MS = 100;

export interface ElsewhereProblem {
  readonly kind: "open-elsewhere";
  readonly message: string;
}

export type ClaimProblem = StoreProblem | ElsewhereProblem;

export interface RunHost extends CellListener {
  readonly store: RunStore;
  readonly locks: RunLocks;
  /** New for every start of the worker. */
  readonly worker: string;
  readonly databaseName: string;
  readonly surroundings: LoopSurroundings;
  chunk(run: RunId, chunk: StreamChunk): void;
  storeProblem(problem: StoreProblem): void;
  bug(error: unknown): void;
}

/** A run that this worker has in memory. It holds the run's claim while it drives or writes, and only then. */
export class LiveRun implements Disposable {
  readonly cell: RunCell;
  readonly #host: RunHost;
  readonly #desk: ApprovalDesk;
  #held: Promise<Result<HeldLock, ClaimProblem>> | undefined;
  #holders = 0;
  #driving: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  #again = false;

  constructor(run: RunId, host: RunHost) {
    this.#host = host;
    this.cell = new RunCell(run, host.store, host, () => host.surroundings.now());
    this.#desk = new ApprovalDesk(this.cell, host.surroundings);
  }

  get driven(): boolean {
    return this.#driving !== undefined;
  }

  /** Runs the job while the claim is held; inside it the cell is up to date and may append. */
  async claimed<Value>(
    job: () => Promise<Value>,
    claim: "ask" | "take-over" = "ask",
  ): Promise<Result<Value, ClaimProblem>> {
    const lock = await this.#acquire(claim);
    if (!lock.ok) return lock;
    try {
      return succeed(await job());
    } catch (error) {
      if (error instanceof StoreRefusedError) return fail(error.problem);
      throw error;
    } finally {
      await this.#release();
    }
  }

  /** Appends under the claim and then drives the run on. */
  async appendAndDrive(facts: () => readonly RunFact[]): Promise<Result<undefined, ClaimProblem>> {
    return this.claimed(async () => {
      await this.cell.append(facts);
      await this.drive();
      return undefined;
    });
  }

  /** Takes the run from the worker that holds it, which can write no more, and drives it on. */
  async takeOver(): Promise<Result<undefined, ClaimProblem>> {
    return this.claimed(async () => {
      await this.drive();
      return undefined;
    }, "take-over");
  }

  /** Drives the run if nobody does; resolves when it is on its way. Only under the claim. */
  async drive(): Promise<void> {
    if (this.#driving !== undefined) {
      this.#again = true;
      return;
    }
    const lock = await this.#acquire("ask");
    if (!lock.ok) throw new Error("The claim was lost before the run was driven.");
    if (this.#driving !== undefined) {
      await this.#release();
      return;
    }
    const stop = new AbortController();
    const activated = this.#activate();
    const done = this.#driveToEnd(stop.signal, lock.value.lost, activated);
    this.#driving = { stop, done };
    done.catch((error: unknown) => this.#host.bug(error));
    await activated.catch(() => {});
  }

  /** Resolves when the stop is stored and nothing of the turn runs on. */
  async stop(): Promise<void> {
    this.#again = false;
    const driving = this.#driving;
    if (driving !== undefined) {
      driving.stop.abort();
      await driving.done;
      return;
    }
    const stored = await this.claimed(() =>
      this.cell.append((state) => stopFacts(state, this.#host.surroundings.now())),
    );
    if (!stored.ok && stored.problem.kind !== "open-elsewhere") this.#host.storeProblem(stored.problem);
  }

  async decide(approval: ApprovalId, decision: Decision): Promise<Result<boolean, ClaimProblem>> {
    return this.claimed(async () => {
      if (this.#driving === undefined) await this.drive();
      return this.#desk.decide(approval, decision);
    });
  }

  /** Stops driving without a word in the rows, as a reload would. */
  dispose(): void {
    this.#again = false;
    this.#driving?.stop.abort(abandoned);
  }

  async #activate(): Promise<void> {
    const { worker } = this.#host;
    await this.cell.append((state) =>
      state.worker === worker && !state.interrupted ? [] : [{ type: "run.activate", worker }],
    );
  }

  async #driveToEnd(stop: AbortSignal, lost: AbortSignal, activated: Promise<void>): Promise<void> {
    const { surroundings } = this.#host;
    try {
      await activated;
      await driveRun({
        cell: this.cell,
        desk: this.#desk,
        surroundings,
        signal: AbortSignal.any([stop, lost]),
        chunk: (chunk) => this.#host.chunk(this.cell.run, chunk),
      });
      if (stop.aborted && stop.reason !== abandoned && !lost.aborted)
        await this.cell.append((state) => stopFacts(state, surroundings.now()));
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.#driving = undefined;
      if (this.#again && !lost.aborted) {
        this.#again = false;
        await this.drive();
      }
      await this.#release();
    }
  }

  async #fail(error: unknown): Promise<void> {
    if (error instanceof StoreRefusedError) {
      this.#host.storeProblem(error.problem);
      return;
    }
    this.#host.bug(error);
    const failure = {
      kind: "unknown",
      message: `A mistake inside Tabwright ended this turn: ${String(error)}`,
    } as const;
    try {
      await this.cell.append((state) => {
        const now = this.#host.surroundings.now();
        const settled = stopFacts(state, now).filter(({ type }) => type !== "turn.end");
        return state.inTurn ? [...settled, ...endTurnFacts(state, now, "failed", { failure })] : [];
      });
    } catch (second) {
      this.#host.bug(second);
    }
  }

  #acquire(claim: "ask" | "take-over"): Promise<Result<HeldLock, ClaimProblem>> {
    this.#holders += 1;
    this.#held ??= this.#claim(claim);
    const held = this.#held;
    return held.then(async (lock) => {
      if (!lock.ok) await this.#release();
      return lock;
    });
  }

  async #release(): Promise<void> {
    this.#holders -= 1;
    if (this.#holders > 0 || this.#held === undefined) return;
    const held = this.#held;
    this.#held = undefined;
    this.cell.own(undefined);
    const lock = await held;
    if (lock.ok) lock.value.dispose();
  }

  async #claim(claim: "ask" | "take-over"): Promise<Result<HeldLock, ClaimProblem>> {
    const { store, locks, databaseName, worker } = this.#host;
    const name = `${databaseName}:${this.cell.run}`;
    const lock = claim === "take-over" ? await locks.takeOver(name) : await holdPatiently(locks, name);
    if (lock === undefined)
      return fail({ kind: "open-elsewhere", message: "This run is being worked on in another tab." });
    const ownership = await store.claim(this.cell.run, worker);
    const read = ownership.ok ? await this.cell.refresh() : ownership;
    if (!read.ok || !ownership.ok) {
      lock.dispose();
      return read.ok ? fail(unreachable) : read;
    }
    this.cell.own(ownership.value);
    return succeed(lock);
  }
}

async function holdPatiently(locks: RunLocks, name: string): Promise<HeldLock | undefined> {
  let lock = await locks.tryHold(name);
  for (let waited = 0; lock === undefined && waited < CLAIM_PATIENCE_MS; waited += CLAIM_EVERY_MS) {
    await pause(CLAIM_EVERY_MS);
    lock = await locks.tryHold(name);
  }
  return lock;
}

const abandoned = { kind: "abandoned" };
const unreachable: StoreProblem = { kind: "write-failed", message: "The run could not be claimed." };
