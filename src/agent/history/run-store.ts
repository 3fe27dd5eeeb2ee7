import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { fail, type Result, succeed } from "../../base/result.ts";
import type { RunRow } from "../../contracts/run-rows.ts";
import { parseRunRow } from "../../contracts/run-row-schema.ts";
import type { RunId, RunSummary } from "../../contracts/run-view.ts";

/** Changes when rows of an earlier build can no longer be read as they are. */
const FORMAT_VERSION = 1;

export interface StoreProblem {
  readonly kind:
    | "not-owner" // another worker took the run
    | "newer-format"
    | "no-space"
    | "write-failed"
    | "read-failed"
    | "damaged-row";
  readonly message: string;
}

/** Proof that this worker may append to a run; a later claim makes it worthless. */
export interface Ownership {
  readonly run: RunId;
  readonly owner: string;
  readonly epoch: number;
}

interface RunRecord {
  readonly run: RunId;
  readonly lastSeq: number;
  readonly owner: string;
  readonly epoch: number;
  /** Absent while the run has no rows. */
  readonly summary?: RunSummary;
}

interface RunDatabase extends DBSchema {
  rows: {
    key: [run: string, seq: number];
    value: { readonly commit: number; readonly row: unknown };
    indexes: { commit: number };
  };
  runs: { key: string; value: RunRecord };
  meta: { key: string; value: number };
  values: { key: string; value: unknown };
}

/** The rows of every run of one project, in IndexedDB. A batch is stored whole or not at all, and durably. */
export class RunStore {
  readonly #database: IDBPDatabase<RunDatabase>;

  private constructor(database: IDBPDatabase<RunDatabase>) {
    this.#database = database;
  }

  /** `onBlocked` hears that another tab wants a newer database; this store is closed then. */
  static async open(name: string, onBlocked: () => void = () => {}): Promise<Result<RunStore, StoreProblem>> {
    let database: IDBPDatabase<RunDatabase> | undefined;
    try {
      database = await openDB<RunDatabase>(name, 1, {
        upgrade(created) {
          created.createObjectStore("rows").createIndex("commit", "commit", { unique: true });
          created.createObjectStore("runs", { keyPath: "run" });
          created.createObjectStore("meta");
          created.createObjectStore("values");
        },
        blocking() {
          database?.close();
          onBlocked();
        },
      });
      const transaction = database.transaction("meta", "readwrite");
      const stored = await transaction.store.get("formatVersion");
      if (stored === undefined) await transaction.store.put(FORMAT_VERSION, "formatVersion");
      await transaction.done;
      if (stored !== undefined && stored > FORMAT_VERSION) {
        database.close();
        return fail(newerFormat);
      }
      return succeed(new RunStore(database));
    } catch (error) {
      if (error instanceof DOMException && error.name === "VersionError") return fail(newerFormat);
      return fail(problemOf(error, "read-failed"));
    }
  }

  close(): void {
    this.#database.close();
  }

  /** Makes `owner` the one worker that may append. Only for who holds the run's lock. */
  async claim(run: RunId, owner: string): Promise<Result<Ownership, StoreProblem>> {
    return this.#write(["runs"], async (transaction) => {
      const runs = transaction.objectStore("runs");
      const record = await runs.get(run);
      const epoch = (record?.epoch ?? 0) + 1;
      await runs.put({ ...(record ?? { run, lastSeq: 0 }), owner, epoch });
      return succeed({ run, owner, epoch });
    });
  }

  /** Appends rows that continue the run. Nothing is stored when the claim is no longer the latest. */
  async append(
    ownership: Ownership,
    rows: readonly RunRow[],
    summary: RunSummary,
  ): Promise<Result<undefined, StoreProblem>> {
    return this.#write(["rows", "runs", "meta"], async (transaction) => {
      const runs = transaction.objectStore("runs");
      const record = await runs.get(ownership.run);
      const first = rows[0]?.seq ?? 0;
      if (record?.owner !== ownership.owner || record.epoch !== ownership.epoch)
        return fail(lostClaim(ownership.run));
      if (record.lastSeq !== first - 1) return fail(lostClaim(ownership.run));
      const meta = transaction.objectStore("meta");
      const lastCommit = (await meta.get("lastCommit")) ?? 0;
      const store = transaction.objectStore("rows");
      await Promise.all([
        ...rows.map((row, index) => store.put({ commit: lastCommit + index + 1, row }, [row.run, row.seq])),
        meta.put(lastCommit + rows.length, "lastCommit"),
        runs.put({ ...record, lastSeq: record.lastSeq + rows.length, summary }),
      ]);
      return succeed();
    });
  }

  /** Rows of a run after `afterSeq`, in order. A row that cannot be read fails the whole read. */
  async rows(run: RunId, afterSeq = 0): Promise<Result<readonly RunRow[], StoreProblem>> {
    try {
      const range = IDBKeyRange.bound([run, afterSeq + 1], [run, Number.MAX_SAFE_INTEGER]);
      const stored = await this.#database.getAll("rows", range);
      const rows: RunRow[] = [];
      for (const { commit, row } of stored) {
        const parsed = parseRunRow(row);
        if (!parsed.ok)
          return fail({
            kind: "damaged-row",
            message: `The run cannot be continued. Commit ${commit}: ${parsed.problem}`,
          });
        rows.push(parsed.value);
      }
      return succeed(rows);
    } catch (error) {
      return fail(problemOf(error, "read-failed"));
    }
  }

  /** Latest first. */
  async summaries(): Promise<Result<readonly RunSummary[], StoreProblem>> {
    try {
      const records = await this.#database.getAll("runs");
      const summaries = records.flatMap(({ summary }) => (summary === undefined ? [] : [summary]));
      return succeed(summaries.toSorted((a, b) => b.updatedAt - a.updatedAt));
    } catch (error) {
      return fail(problemOf(error, "read-failed"));
    }
  }

  /** A setting of the project, as it was stored; whoever asks parses it. */
  async value(key: string): Promise<unknown> {
    return this.#database.get("values", key);
  }

  async setValue(key: string, value: unknown): Promise<Result<undefined, StoreProblem>> {
    return this.#write(["values"], async (transaction) => {
      await transaction.objectStore("values").put(value, key);
      return succeed();
    });
  }

  async #write<Names extends ("rows" | "runs" | "meta" | "values")[], Value>(
    names: Names,
    job: (transaction: ReturnType<typeof this.transaction<Names>>) => Promise<Result<Value, StoreProblem>>,
  ): Promise<Result<Value, StoreProblem>> {
    try {
      const transaction = this.transaction(names);
      const outcome = await job(transaction);
      if (!outcome.ok) transaction.abort();
      await transaction.done.catch((error: unknown) => {
        if (outcome.ok) throw error;
      });
      return outcome;
    } catch (error) {
      return fail(problemOf(error, "write-failed"));
    }
  }

  private transaction<Names extends ("rows" | "runs" | "meta" | "values")[]>(names: Names) {
    return this.#database.transaction(names, "readwrite", { durability: "strict" });
  }
}

const newerFormat: StoreProblem = {
  kind: "newer-format",
  message:
    "The history of this project was written by a newer version of Tabwright. Reload to get that version; nothing was changed.",
};

function lostClaim(run: RunId): StoreProblem {
  return { kind: "not-owner", message: `The run ${run} was continued in another tab.` };
}

function problemOf(error: unknown, kind: "write-failed" | "read-failed"): StoreProblem {
  if (error instanceof DOMException && error.name === "QuotaExceededError")
    return {
      kind: "no-space",
      message:
        "The browser has no space left for the history of runs. Free space or delete old projects; what was saved before is safe.",
    };
  const what = kind === "write-failed" ? "stored" : "read";
  return { kind, message: `The history could not be ${what}: ${String(error)}` };
}
