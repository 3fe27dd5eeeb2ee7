import { fail, type Result, succeed } from "../../base/result.ts";
import { applyRow, summarizeRun } from "../../contracts/fold-run.ts";
import type { RunFact, RunRow } from "../../contracts/run-rows.ts";
import type { RunId, RunSummary, RunView } from "../../contracts/run-view.ts";
import { applyToLoop, type LoopState } from "./loop-state.ts";
import type { Ownership, RunStore, StoreProblem } from "./run-store.ts";

/** The store refused a row: the run ends here, whatever else failed beside it. */
export class StoreRefusedError extends Error {
  override readonly name = "StoreRefusedError";
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export interface CellListener {
  rowsAppended(run: RunId, rows: readonly RunRow[]): void;
}

interface Folded {
  readonly loop: LoopState | undefined;
  readonly view: RunView | undefined;
}

/**
 * One run in memory: its rows and their folds. Everything that drives a run writes through its cell, one batch after the other;
 * a batch is folded before it is stored, so that rows which do not fit are never stored.
 */
export class RunCell {
  readonly run: RunId;
  readonly #store: RunStore;
  readonly #listener: CellListener;
  readonly #now: () => number;
  #rows: readonly RunRow[] = [];
  #folded: Folded = { loop: undefined, view: undefined };
  #ownership: Ownership | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(run: RunId, store: RunStore, listener: CellListener, now: () => number = Date.now) {
    this.run = run;
    this.#store = store;
    this.#listener = listener;
    this.#now = now;
  }

  get rows(): readonly RunRow[] {
    return this.#rows;
  }

  /** Only after the run has rows. */
  get state(): LoopState {
    if (this.#folded.loop === undefined) throw new Error(`The run ${this.run} has no rows.`);
    return this.#folded.loop;
  }

  get view(): RunView {
    if (this.#folded.view === undefined) throw new Error(`The run ${this.run} has no rows.`);
    return this.#folded.view;
  }

  summary(): RunSummary {
    return summarizeRun(this.view, this.#rows.at(-1)?.at ?? 0);
  }

  /** Under a claim the cell may append; without one it only reads. */
  own(ownership: Ownership | undefined): void {
    this.#ownership = ownership;
  }

  /** Reads what others stored since. */
  refresh(): Promise<Result<undefined, StoreProblem>> {
    return this.#inTurn(async () => {
      const stored = await this.#store.rows(this.run, this.#rows.length);
      if (!stored.ok) return stored;
      try {
        this.#take(stored.value, foldAll(this.#folded, stored.value));
      } catch (error) {
        return fail({ kind: "damaged-row", message: `The run cannot be continued: ${String(error)}` });
      }
      return succeed();
    });
  }

  /** The facts may depend on the state that they follow. No facts, no write. Throws `StoreRefusedError`. */
  append(facts: readonly RunFact[] | ((state: LoopState) => readonly RunFact[])): Promise<LoopState> {
    return this.#appendChosen(() => (typeof facts === "function" ? facts(this.state) : facts));
  }

  /** The first rows of a run that has none. */
  start(title: string, facts: readonly RunFact[]): Promise<LoopState> {
    return this.#appendChosen(() => [{ type: "run.start", title }, ...facts]);
  }

  #appendChosen(choose: () => readonly RunFact[]): Promise<LoopState> {
    return this.#inTurn(async () => {
      const chosen = choose();
      if (chosen.length === 0) return this.state;
      if (this.#ownership === undefined) throw new Error(`The run ${this.run} is not claimed.`);
      const at = this.#now();
      const rows = chosen.map((fact, index): RunRow => {
        return { ...fact, run: this.run, seq: this.#rows.length + index + 1, at };
      });
      const folded = foldAll(this.#folded, rows);
      if (folded.view === undefined) throw new Error("Rows without a view.");
      const stored = await this.#store.append(this.#ownership, rows, summarizeRun(folded.view, at));
      if (!stored.ok) throw new StoreRefusedError(stored.problem);
      this.#take(rows, folded);
      return this.state;
    });
  }

  #take(rows: readonly RunRow[], folded: Folded): void {
    if (rows.length === 0) return;
    this.#rows = [...this.#rows, ...rows];
    this.#folded = folded;
    this.#listener.rowsAppended(this.run, rows);
  }

  #inTurn<Value>(job: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(job, job);
    this.#last = result.catch(() => {});
    return result;
  }
}

function foldAll(folded: Folded, rows: readonly RunRow[]): Folded {
  return rows.reduce<Folded>(
    ({ loop, view }, row) => ({ loop: applyToLoop(loop, row), view: applyRow(view, row) }),
    folded,
  );
}
