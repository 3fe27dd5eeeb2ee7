import { type Disposable, DisposableStore, disposable } from "../../base/disposable.ts";
import { fail, type Result, succeed } from "../../base/result.ts";
import type {
  DirectoryEntry,
  ExecutionBackend,
  FileChange,
  FileProblem,
} from "../../contracts/execution-backend.ts";
import { walkProject } from "../../contracts/project-tree.ts";
import type { Memory } from "./memory.ts";
import { parentOf } from "./project-paths.ts";
import { removeKeeping } from "./remove-keeping.ts";
import { createStore, type Store } from "./store.ts";

export interface FolderListing {
  /** Folders first, then by name as people sort names. */
  readonly entries: readonly DirectoryEntry[];
  readonly problem: FileProblem | undefined;
  readonly loading: boolean;
}

export interface ProjectFilesState {
  /** There is an engine whose files can be asked for. */
  readonly connected: boolean;
  /** By path; the root is "". Only folders that were asked for. */
  readonly folders: ReadonlyMap<string, FolderListing>;
  readonly expanded: ReadonlySet<string>;
  readonly selected: string | undefined;
  /** Rises with every change of files by anyone. */
  readonly revision: number;
}

export interface Undo {
  /** "Deleted src/a.ts" */
  readonly title: string;
  readonly undo: () => Promise<Result<undefined, FileProblem>>;
}

export interface ProjectFiles {
  readonly store: Store<ProjectFilesState>;
  backend(): ExecutionBackend | undefined;
  /** Follows the files of an engine until the returned thing is disposed. The tree stays as it was seen. */
  connect(backend: ExecutionBackend): Disposable;
  /** Every batch of changes by anyone, while connected. */
  onChanges(listener: (changes: readonly FileChange[]) => void): Disposable;
  toggle(path: string, open?: boolean): void;
  select(path: string | undefined): void;
  /** Opens the folders above a path and selects it. */
  reveal(path: string): void;
  reload(path: string): Promise<void>;
  createFile(path: string): Promise<Result<undefined, FileProblem>>;
  createFolder(path: string): Promise<Result<undefined, FileProblem>>;
  rename(from: string, to: string): Promise<Result<undefined, FileProblem>>;
  /** The way back is `undefined` when what was removed is too large to keep. */
  remove(path: string, kind: DirectoryEntry["kind"]): Promise<Result<Undo | undefined, FileProblem>>;
  /** All files but generated ones, for quick open; from the last walk while nothing changed. */
  allFiles(signal: AbortSignal): Promise<readonly string[]>;
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const NO_ENGINE: FileProblem = {
  kind: "engine-lost",
  path: "",
  message: "The engine is not running, so files cannot be changed. Restart it.",
};

export function createProjectFiles(memory: Memory): ProjectFiles {
  return new Files(memory);
}

class Files implements ProjectFiles {
  readonly store: Store<ProjectFilesState>;
  readonly #memory: Memory;
  readonly #listeners = new Set<(changes: readonly FileChange[]) => void>();
  #backend: ExecutionBackend | undefined;
  #walked: { readonly revision: number; readonly files: readonly string[] } | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
    const remembered = memory.read("expanded");
    const expanded = Array.isArray(remembered) ? remembered.filter((path) => typeof path === "string") : [];
    this.store = createStore<ProjectFilesState>({
      connected: false,
      folders: new Map(),
      expanded: new Set(["", ...expanded]),
      selected: undefined,
      revision: 0,
    });
  }

  backend(): ExecutionBackend | undefined {
    return this.#backend;
  }

  connect(backend: ExecutionBackend): Disposable {
    const owned = new DisposableStore();
    this.#backend = backend;
    this.store.setState({ connected: true });
    const watching = backend.watch?.((changes) => this.#changed(changes));
    if (watching) owned.add(watching);
    owned.add(
      disposable(() => {
        if (this.#backend !== backend) return;
        this.#backend = undefined;
        this.store.setState({ connected: false });
      }),
    );
    this.#bumpRevision();
    for (const path of this.store.getState().expanded) void this.reload(path);
    return owned;
  }

  onChanges(listener: (changes: readonly FileChange[]) => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }

  toggle(path: string, open = !this.store.getState().expanded.has(path)): void {
    const expanded = new Set(this.store.getState().expanded);
    if (open) expanded.add(path);
    else expanded.delete(path);
    this.store.setState({ expanded });
    this.#memory.write("expanded", [...expanded].slice(0, 500));
    if (open) void this.reload(path);
  }

  select(path: string | undefined): void {
    if (this.store.getState().selected !== path) this.store.setState({ selected: path });
  }

  reveal(path: string): void {
    const { expanded } = this.store.getState();
    for (let folder = parentOf(path); folder !== ""; folder = parentOf(folder))
      if (!expanded.has(folder)) this.toggle(folder, true);
    this.select(path);
  }

  async reload(path: string): Promise<void> {
    const backend = this.#backend;
    if (!backend) return;
    const before = this.store.getState().folders.get(path);
    this.#setFolder(path, { entries: before?.entries ?? [], problem: undefined, loading: true });
    const listing = await backend.readDirectory(path);
    if (this.#backend !== backend) return;
    if (listing.ok) {
      const entries = listing.value.toSorted(
        (a, b) =>
          Number(b.kind === "directory") - Number(a.kind === "directory") || names.compare(a.name, b.name),
      );
      this.#setFolder(path, { entries, problem: undefined, loading: false });
    } else if (path !== "" && listing.problem.kind === "not-found") this.#forget(path);
    else this.#setFolder(path, { entries: [], problem: listing.problem, loading: false });
  }

  async createFile(path: string): Promise<Result<undefined, FileProblem>> {
    const backend = this.#backend;
    if (!backend) return fail(NO_ENGINE);
    if (await exists(backend, path)) return fail(alreadyThere(path));
    return this.#after(await backend.writeFile(path, new Uint8Array()), path);
  }

  async createFolder(path: string): Promise<Result<undefined, FileProblem>> {
    const backend = this.#backend;
    if (!backend) return fail(NO_ENGINE);
    if (await exists(backend, path)) return fail(alreadyThere(path));
    return this.#after(await backend.makeDirectory(path), path);
  }

  async rename(from: string, to: string): Promise<Result<undefined, FileProblem>> {
    if (!this.#backend) return fail(NO_ENGINE);
    const renamed = await this.#after(await this.#backend.rename(from, to), to);
    if (renamed.ok) await this.reload(parentOf(from));
    return renamed;
  }

  async remove(path: string, kind: DirectoryEntry["kind"]): Promise<Result<Undo | undefined, FileProblem>> {
    if (!this.#backend) return fail(NO_ENGINE);
    const removed = await removeKeeping(this.#backend, path, kind);
    if (!removed.ok) return removed;
    await this.reload(parentOf(path));
    const restore = removed.value;
    if (!restore) return succeed(undefined);
    const undo = async (): Promise<Result<undefined, FileProblem>> => {
      if (!this.#backend) return fail(NO_ENGINE);
      return this.#after(await restore(this.#backend), path);
    };
    return succeed({ title: `Deleted ${path}`, undo });
  }

  async allFiles(signal: AbortSignal): Promise<readonly string[]> {
    const { revision } = this.store.getState();
    if (this.#walked?.revision === revision) return this.#walked.files;
    if (!this.#backend) return this.#walked?.files ?? [];
    const files: string[] = [];
    for await (const path of walkProject(this.#backend, { signal })) files.push(path);
    files.sort(names.compare);
    this.#walked = { revision, files };
    return files;
  }

  async #after(
    outcome: Result<undefined, FileProblem>,
    path: string,
  ): Promise<Result<undefined, FileProblem>> {
    if (outcome.ok) {
      this.#bumpRevision();
      await this.reload(parentOf(path));
    }
    return outcome;
  }

  #changed(changes: readonly FileChange[]): void {
    const { folders } = this.store.getState();
    const stale = new Set<string>();
    for (const { kind, path } of changes) {
      if (kind !== "modified" && folders.has(parentOf(path))) stale.add(parentOf(path));
      if (folders.has(path)) stale.add(path);
    }
    for (const path of stale) void this.reload(path);
    this.#bumpRevision();
    for (const listener of this.#listeners) listener(changes);
  }

  #bumpRevision(): void {
    this.store.setState(({ revision }) => ({ revision: revision + 1 }));
  }

  #setFolder(path: string, listing: FolderListing): void {
    const folders = new Map(this.store.getState().folders);
    folders.set(path, listing);
    this.store.setState({ folders });
  }

  #forget(path: string): void {
    const isBelow = (other: string): boolean => other === path || other.startsWith(`${path}/`);
    const { folders, expanded } = this.store.getState();
    this.store.setState({
      folders: new Map([...folders].filter(([other]) => !isBelow(other))),
      expanded: new Set([...expanded].filter((other) => !isBelow(other))),
    });
  }
}

async function exists(backend: ExecutionBackend, path: string): Promise<boolean> {
  const listing = await backend.readDirectory(parentOf(path));
  return listing.ok && listing.value.some(({ name }) => name === path.slice(path.lastIndexOf("/") + 1));
}

function alreadyThere(path: string): FileProblem {
  return { kind: "already-exists", path, message: `"${path}" is there already. Choose another name.` };
}
