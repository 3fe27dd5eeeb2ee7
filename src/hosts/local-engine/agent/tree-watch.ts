import { realpathSync, statSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { type AsyncSubscription, type Event, subscribe } from "@parcel/watcher";
import { type Disposable, disposable } from "../../../base/disposable.ts";
import type { FileChange } from "../wire/engine-link.ts";
import { withClientPath } from "./engine-error.ts";
import type { ProjectPaths } from "./project-paths.ts";

/** Folders with more files than a person looks at. A watch on such a folder itself is possible. */
const SKIPPED = ["node_modules", ".git"];

type Listener = (events: readonly Event[]) => void;

/** One watch of the operating system on each folder, however many ask for it. Changes come in batches, joined by file. */
export class TreeWatch {
  readonly #paths: ProjectPaths;
  readonly #shared = new Map<
    string,
    { readonly started: Promise<AsyncSubscription>; readonly listeners: Set<Listener> }
  >();

  constructor(paths: ProjectPaths) {
    this.#paths = paths;
  }

  /** Reports changes under a folder, or of one file, with names relative to the folder. */
  watch(path: string, recursive: boolean, report: (changes: FileChange[]) => void): Promise<Disposable> {
    return withClientPath("watch", path, async () => {
      const place = this.#paths.resolve(path, "watch");
      const isFolder = statSync(place).isDirectory();
      const folder = isFolder ? place : dirname(place);
      return this.#listen(this.#base(folder), (events) => {
        const changes = events.flatMap((event): FileChange[] => {
          const name = isFolder ? relative(folder, event.path) : basename(event.path);
          if (isFolder ? name === "" || name.startsWith("..") : event.path !== place) return [];
          if (isFolder && !recursive && name.includes("/")) return [];
          return [[event.type === "update" ? "change" : "rename", name]];
        });
        if (changes.length > 0) report(changes);
      });
    });
  }

  /** The project's own watch serves every folder that it does not skip. */
  #base(folder: string): string {
    const isSkipped = this.#paths
      .name(folder)
      .split("/")
      .some((part) => SKIPPED.includes(part));
    return isSkipped ? folder : this.#paths.root;
  }

  async #listen(base: string, listener: Listener): Promise<Disposable> {
    const shared = this.#shared.get(base) ?? this.#start(base);
    shared.listeners.add(listener);
    try {
      await shared.started;
    } catch (error) {
      this.#shared.delete(base);
      throw error;
    }
    return disposable(() => {
      shared.listeners.delete(listener);
      if (shared.listeners.size > 0) return;
      if (this.#shared.get(base) === shared) this.#shared.delete(base);
      void shared.started.then((subscription) => subscription.unsubscribe());
    });
  }

  #start(base: string) {
    const listeners = new Set<Listener>();
    const started = subscribe(
      realpathSync(base),
      (error, events) => {
        if (error === null) for (const listener of listeners) listener(events);
      },
      { ignore: SKIPPED.flatMap((name) => [`**/${name}`, `**/${name}/**`]) },
    );
    const shared = { started, listeners };
    this.#shared.set(base, shared);
    return shared;
  }
}
