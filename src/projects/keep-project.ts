import createIgnore, { type Ignore } from "ignore";
import { type Disposable, DisposableStore, disposable } from "../base/disposable.ts";
import type { ExecutionBackend, FileChange } from "../contracts/execution-backend.ts";
import type { KeepingState } from "../contracts/project-keeping.ts";
import { GENERATED_FOLDERS, walkProject } from "../contracts/project-tree.ts";
import type { FileChangeToKeep, ProjectId, ProjectStore } from "./project-store.ts";

/** Files above this size stay in the engine only. */
export const KEPT_FILE_BYTES = 5 * 1024 * 1024;
const BATCH_FILES = 100;

export interface ProjectKeeper extends Disposable {
  /** Settles when the engine holds the project; a tool may then read files. */
  readonly restored: Promise<void>;
  /** Settles when every change seen so far is durable or has failed. */
  settled(): Promise<void>;
}

export interface KeepProjectOptions {
  readonly store: ProjectStore;
  readonly project: ProjectId;
  readonly backend: ExecutionBackend;
  readonly onState: (state: KeepingState) => void;
}

/**
 * Keeps the browser's copy of a project equal to the engine's: an empty engine is filled from the copy,
 * an engine with files is copied, and from then on every change is followed. A folder of the person's own disk keeps itself: it is not for this. What `.gitignore` names and what tools generate is not kept.
 */
export function keepProject(options: KeepProjectOptions): ProjectKeeper {
  return new Keeper(options);
}

class Keeper implements ProjectKeeper {
  readonly restored: Promise<void>;
  readonly #options: KeepProjectOptions;
  readonly #owned = new DisposableStore();
  readonly #stop = new AbortController();
  #ignored: Ignore = createIgnore();
  #work: Promise<void>;
  #waiting = new Set<string>();

  constructor(options: KeepProjectOptions) {
    this.#options = options;
    this.#owned.add(disposable(() => this.#stop.abort()));
    this.restored = this.#begin();
    this.#work = this.restored;
  }

  async settled(): Promise<void> {
    let seen: Promise<void>;
    do {
      seen = this.#work;
      await seen;
    } while (seen !== this.#work);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #begin(): Promise<void> {
    const { backend } = this.#options;
    // Watching starts before the walk so that no change falls between the two.
    const watching = backend.watch?.((changes) => this.#changed(changes));
    if (watching) this.#owned.add(watching);
    const present = await this.#filesInEngine();
    if (present.length === 0) await this.#restore();
    await this.#readIgnoreRules();
    if (present.length > 0) await this.#copy(present);
  }

  async #filesInEngine(): Promise<string[]> {
    const present: string[] = [];
    try {
      for await (const path of walkProject(this.#options.backend, { signal: this.#stop.signal }))
        present.push(path);
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
    return present;
  }

  async #restore(): Promise<void> {
    const { store, project, backend, onState } = this.#options;
    const files = await store.files(project);
    if (!files.ok) return onState({ state: "failed", problem: files.problem });
    for (let start = 0; start < files.value.length && !this.#stop.signal.aborted; start += BATCH_FILES) {
      onState({ state: "restoring", done: start, total: files.value.length });
      const batch = files.value.slice(start, start + BATCH_FILES);
      const written = await Promise.all(
        batch.map(({ path, bytes }) => backend.writeFile(path, bytes.slice())),
      );
      const problem = written.find((each) => !each.ok);
      if (problem && !problem.ok)
        return onState({
          state: "failed",
          problem: {
            kind: "failed",
            message: `The engine could not take ${problem.problem.path}: ${problem.problem.message} Your copy here is safe. Restart the engine.`,
          },
        });
    }
    onState({ state: "saved", at: Date.now() });
  }

  async #readIgnoreRules(): Promise<void> {
    const rules = await this.#options.backend.readFile(".gitignore");
    this.#ignored = createIgnore();
    if (rules.ok) this.#ignored.add(new TextDecoder().decode(rules.value));
  }

  /** Brings the store to what the engine holds, and forgets what it no longer holds. */
  async #copy(present: readonly string[]): Promise<void> {
    const { store, project } = this.#options;
    const kept = await store.files(project);
    if (!kept.ok) return this.#options.onState({ state: "failed", problem: kept.problem });
    const wanted = new Set(present.filter((path) => this.#isKept(path)));
    const gone = kept.value.map(({ path }) => path).filter((path) => !wanted.has(path));
    await this.#keep([...wanted, ...gone]);
  }

  #isKept(path: string): boolean {
    const folders = path.split("/").slice(0, -1);
    return !folders.some((folder) => GENERATED_FOLDERS.has(folder)) && !this.#ignored.ignores(path);
  }

  #changed(changes: readonly FileChange[]): void {
    for (const { path } of changes) this.#waiting.add(path);
    this.#options.onState({ state: "saving" });
    this.#work = this.#work.then(async () => {
      if (this.#stop.signal.aborted || this.#waiting.size === 0) return;
      const paths = [...this.#waiting];
      this.#waiting.clear();
      if (paths.includes(".gitignore")) await this.#readIgnoreRules();
      await this.#keep(await this.#filesBehind(paths));
    });
  }

  /** A change of a folder stands for the files in it. */
  async #filesBehind(paths: readonly string[]): Promise<string[]> {
    const files = new Set<string>();
    for (const path of paths) {
      if (!this.#isKept(path)) continue;
      files.add(path);
      for await (const inside of walkProject(this.#options.backend, { from: path }))
        if (this.#isKept(inside)) files.add(inside);
    }
    return [...files];
  }

  async #keep(paths: readonly string[]): Promise<void> {
    const { store, project, onState } = this.#options;
    for (let start = 0; start < paths.length && !this.#stop.signal.aborted; start += BATCH_FILES) {
      const changes = await this.#read(paths.slice(start, start + BATCH_FILES));
      const kept = await store.keep(project, changes);
      if (!kept.ok) return onState({ state: "failed", problem: kept.problem });
    }
    // What changed meanwhile is not durable yet, so the whole is not "saved".
    if (!this.#stop.signal.aborted && this.#waiting.size === 0) onState({ state: "saved", at: Date.now() });
  }

  async #read(paths: readonly string[]): Promise<FileChangeToKeep[]> {
    const { backend } = this.#options;
    const contents = backend.readFiles
      ? await backend.readFiles(paths)
      : await Promise.all(paths.map((path) => backend.readFile(path)));
    const changes: FileChangeToKeep[] = [];
    for (const [index, content] of contents.entries()) {
      const path = paths[index] ?? "";
      if (content.ok) {
        if (content.value.length <= KEPT_FILE_BYTES) changes.push({ path, bytes: content.value });
      } else if (content.problem.kind === "not-found" || content.problem.kind === "is-directory")
        changes.push({ path, bytes: null });
    }
    return changes;
  }
}
