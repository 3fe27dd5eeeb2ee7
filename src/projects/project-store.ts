import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { fail, type Result, succeed } from "../base/result.ts";
import type { StoreProblem } from "../contracts/project-keeping.ts";
import type { ProjectFile } from "../contracts/shared-project.ts";

export type ProjectId = string & { readonly __brand: "ProjectId" };

/** Where a project came from, in words that a person sees. */
export type ProjectOrigin =
  | { readonly kind: "sample" }
  | { readonly kind: "empty" }
  | { readonly kind: "zip"; readonly fileName: string }
  | { readonly kind: "link"; readonly linkId: string }
  | { readonly kind: "folder" };

/** What the person allowed a project to do. Only links begin as `untrusted`: nothing of them runs. */
export type ProjectTrust = "own" | "untrusted" | "trusted-once";

export interface ProjectRecord {
  readonly id: ProjectId;
  readonly name: string;
  readonly origin: ProjectOrigin;
  readonly trust: ProjectTrust;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly openedAt: number;
  /** Set while the project can still be brought back. */
  readonly deletedAt?: number;
}

export interface FileChangeToKeep {
  readonly path: string;
  /** `null`: the file, or the folder with all that was in it, is gone. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

interface StoredFile {
  readonly project: ProjectId;
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Schema extends DBSchema {
  projects: { key: ProjectId; value: ProjectRecord };
  files: { key: [ProjectId, string]; value: StoredFile };
}

const DATABASE = "tabwright-projects";
const FORMAT = 1;

/** The projects of this browser and their files. Everything that resolves without a problem is durable. */
export class ProjectStore {
  readonly #database: IDBPDatabase<Schema>;

  private constructor(database: IDBPDatabase<Schema>) {
    this.#database = database;
  }

  static async open(onClosed: () => void = () => {}): Promise<Result<ProjectStore, StoreProblem>> {
    try {
      const database = await openDB<Schema>(DATABASE, FORMAT, {
        upgrade(opening) {
          opening.createObjectStore("projects", { keyPath: "id" });
          opening.createObjectStore("files", { keyPath: ["project", "path"] });
        },
        // A newer build in another tab wants to change the format: let it, this tab must be reloaded.
        blocking() {
          database.close();
          onClosed();
        },
        terminated: onClosed,
      });
      return succeed(new ProjectStore(database));
    } catch (error) {
      return fail(storeProblem(error));
    }
  }

  close(): void {
    this.#database.close();
  }

  /** Newest first, without the deleted ones. */
  async list(): Promise<Result<readonly ProjectRecord[], StoreProblem>> {
    return this.#attempt(async () => {
      const all = await this.#database.getAll("projects");
      return all
        .filter((project) => project.deletedAt === undefined)
        .toSorted((a, b) => b.openedAt - a.openedAt);
    });
  }

  async get(id: ProjectId): Promise<Result<ProjectRecord | undefined, StoreProblem>> {
    return this.#attempt(async () => this.#database.get("projects", id));
  }

  /** The project and all its files are stored together or not at all. */
  async create(
    start: Pick<ProjectRecord, "name" | "origin" | "trust"> & { readonly id?: ProjectId },
    files: readonly ProjectFile[],
  ): Promise<Result<ProjectRecord, StoreProblem>> {
    const now = Date.now();
    const project: ProjectRecord = {
      id: start.id ?? newProjectId(),
      name: start.name,
      origin: start.origin,
      trust: start.trust,
      createdAt: now,
      openedAt: now,
    };
    return this.#attempt(async () => {
      const transaction = this.#database.transaction(["projects", "files"], "readwrite", {
        durability: "strict",
      });
      const store = transaction.objectStore("files");
      await Promise.all([
        transaction.objectStore("projects").put(project),
        ...files.map(({ path, bytes }) => store.put({ project: project.id, path, bytes })),
        transaction.done,
      ]);
      return project;
    });
  }

  /** Changes fields of a project; a project that is not there is a problem. */
  async change(
    id: ProjectId,
    fields: Partial<Pick<ProjectRecord, "name" | "trust" | "openedAt">> & { readonly deleted?: boolean },
  ): Promise<Result<ProjectRecord, StoreProblem>> {
    const { deleted, ...plain } = fields;
    const changed = await this.#attempt(async () => {
      const transaction = this.#database.transaction("projects", "readwrite", { durability: "strict" });
      const project = await transaction.store.get(id);
      if (!project) return undefined;
      const { deletedAt, ...kept } = { ...project, ...plain };
      const gone = deleted ?? deletedAt !== undefined;
      const next: ProjectRecord = gone ? { ...kept, deletedAt: deletedAt ?? Date.now() } : kept;
      await transaction.store.put(next);
      await transaction.done;
      return next;
    });
    if (!changed.ok) return changed;
    return changed.value
      ? succeed(changed.value)
      : fail({
          kind: "not-found",
          message: "This project is not in this browser any more. Open it from where it came.",
        });
  }

  /** Removes projects that were deleted before the given time, with all their files. */
  async purge(deletedBefore: number): Promise<Result<number, StoreProblem>> {
    return this.#attempt(async () => {
      const transaction = this.#database.transaction(["projects", "files"], "readwrite");
      const gone = (await transaction.objectStore("projects").getAll()).filter(
        ({ deletedAt }) => deletedAt !== undefined && deletedAt < deletedBefore,
      );
      await Promise.all([
        ...gone.map(({ id }) => transaction.objectStore("projects").delete(id)),
        ...gone.map(({ id }) => transaction.objectStore("files").delete(allFilesOf(id))),
        transaction.done,
      ]);
      return gone.length;
    });
  }

  /** Sorted by path. */
  async files(id: ProjectId): Promise<Result<readonly ProjectFile[], StoreProblem>> {
    return this.#attempt(async () => {
      const stored = await this.#database.getAll("files", allFilesOf(id));
      return stored.map(({ path, bytes }) => ({ path, bytes }));
    });
  }

  /** All changes become durable together or none does. */
  async keep(id: ProjectId, changes: readonly FileChangeToKeep[]): Promise<Result<undefined, StoreProblem>> {
    return this.#attempt(async () => {
      const transaction = this.#database.transaction("files", "readwrite", { durability: "strict" });
      await Promise.all([
        ...changes.flatMap<Promise<unknown>>(({ path, bytes }) =>
          bytes === null
            ? [transaction.store.delete([id, path]), transaction.store.delete(allFilesOf(id, `${path}/`))]
            : [transaction.store.put({ project: id, path, bytes })],
        ),
        transaction.done,
      ]);
      return undefined;
    });
  }

  async #attempt<Value>(job: () => Promise<Value>): Promise<Result<Value, StoreProblem>> {
    try {
      return succeed(await job());
    } catch (error) {
      return fail(storeProblem(error));
    }
  }
}

function newProjectId(): ProjectId {
  return `p-${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}` as ProjectId;
}

function allFilesOf(id: ProjectId, prefix = ""): IDBKeyRange {
  return IDBKeyRange.bound([id, prefix], [id, `${prefix}\uffff`]);
}

function storeProblem(error: unknown): StoreProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError")
    return {
      kind: "full",
      message:
        "The browser's storage for this site is full. The last change is not kept. Delete a project or free disk space.",
    };
  if (name === "VersionError")
    return {
      kind: "newer-format",
      message:
        "A newer Tabwright keeps its projects here. Reload the page to update it; nothing was changed.",
    };
  if (name === "SecurityError" || name === "InvalidStateError" || name === "NotAllowedError")
    return {
      kind: "denied",
      message:
        "The browser does not let this page keep files, as in some private windows. Work is lost when the tab closes: export it.",
    };
  return {
    kind: "failed",
    message: `The browser could not keep the files (${name || "unknown error"}). The last change is not kept. Export the project, then reload.`,
  };
}
