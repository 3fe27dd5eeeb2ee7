import type { Disposable } from "../../base/disposable.ts";
import type { ExecutionBackend } from "../../contracts/execution-backend.ts";
import type { KeepingState } from "../../contracts/project-keeping.ts";
import { keepProject, type ProjectKeeper } from "../../projects/keep-project.ts";
import { type ProjectId, ProjectStore } from "../../projects/project-store.ts";

/** Keeps the browser's copy of this worker's project while an engine is there. */
export class ProjectKeeping implements Disposable {
  readonly #project: ProjectId;
  readonly #tell: (state: KeepingState) => void;
  #store: Promise<ProjectStore | undefined> | undefined;
  #keeper: ProjectKeeper | undefined;

  constructor(projectId: string, tell: (state: KeepingState) => void) {
    this.#project = projectId as ProjectId;
    this.#tell = tell;
  }

  /** Settles when the engine holds the project's files, or when it is told that it cannot. */
  async follow(backend: ExecutionBackend): Promise<void> {
    this.stop();
    if (backend.capabilities.servesOwnDisk) {
      this.#tell({ state: "on-disk" });
      return;
    }
    const store = await (this.#store ??= this.#open());
    if (store === undefined) return;
    const keeper = keepProject({
      store,
      project: this.#project,
      backend,
      onState: this.#tell,
    });
    this.#keeper = keeper;
    await keeper.restored;
  }

  stop(): void {
    this.#keeper?.dispose();
    this.#keeper = undefined;
  }

  dispose(): void {
    this.stop();
    void this.#store?.then((store) => store?.close());
  }

  async #open(): Promise<ProjectStore | undefined> {
    const opened = await ProjectStore.open();
    if (opened.ok) return opened.value;
    this.#tell({ state: "failed", problem: opened.problem });
    return undefined;
  }
}
