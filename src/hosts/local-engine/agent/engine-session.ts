import { type Disposable, DisposableStore } from "../../../base/disposable.ts";
import { type Link, link, type Wire } from "../../../base/link.ts";
import { endProcesses } from "../processes/process-tree.ts";
import {
  type Bulk,
  BULK_BYTES,
  type EngineCalls,
  type EngineNotices,
  type RunRequest,
} from "../wire/engine-link.ts";
import type { BulkTickets } from "./bulk-tickets.ts";
import { engineError, withClientPath } from "./engine-error.ts";
import { exportTree } from "./export-tree.ts";
import { mountTree } from "./mount-tree.ts";
import type { PortWatch } from "./port-watch.ts";
import { ProjectFiles } from "./project-files.ts";
import type { ProjectPaths } from "./project-paths.ts";
import { clampSize, TerminalProcess } from "./terminal-process.ts";
import type { TreeWatch } from "./tree-watch.ts";

/** What all sessions of one agent share. */
export interface AgentParts {
  readonly paths: ProjectPaths;
  readonly tickets: BulkTickets;
  readonly ports: PortWatch;
  readonly trees: TreeWatch;
}

type AsyncCalls = {
  [Name in keyof EngineCalls]: (
    ...args: Parameters<EngineCalls[Name]>
  ) => ReturnType<EngineCalls[Name]> | Promise<ReturnType<EngineCalls[Name]>>;
};

/** One booted engine page. Disposing it ends every process and watch that the page started. */
export class EngineSession implements Disposable {
  readonly #parts: AgentParts;
  readonly #mark: string;
  readonly #page: Link<EngineNotices>;
  readonly #owned = new DisposableStore();
  readonly #processes = new Map<number, TerminalProcess>();
  readonly #watches = new Map<number, Disposable>();
  #lastProcess = 0;
  #lastWatch = 0;

  constructor(parts: AgentParts, wire: Wire, mark: string) {
    this.#parts = parts;
    this.#mark = mark;
    this.#page = link<EngineNotices>(wire, this.#calls());
    this.#owned.add(this.#page);
    this.#owned.add(
      parts.ports.changes.subscribe((change) => {
        if (change.kind === "ready") this.#page.tell("serverReady", change.port);
        else this.#page.tell("port", change.port, change.kind);
      }),
    );
    for (const [port, { ready }] of parts.ports.open) {
      this.#page.tell("port", port, "open");
      if (ready) this.#page.tell("serverReady", port);
    }
  }

  dispose(): void {
    if (this.#owned.disposed) return;
    this.#owned.dispose();
    for (const watch of this.#watches.values()) watch.dispose();
    void endProcesses(this.#mark);
  }

  #calls(): AsyncCalls {
    const { paths, tickets, trees } = this.#parts;
    const files = new ProjectFiles(paths, tickets);
    return {
      runtimeInfo: () => ({ path: process.env["PATH"] ?? "", cwd: paths.root }),
      readFile: (path, encoding) => files.readFile(path, encoding),
      writeFile: (path, content, encoding) => files.writeFile(path, content, encoding),
      readdir: (path, encoding) => files.readdir(path, encoding),
      mkdir: (path, recursive) => files.mkdir(path, recursive),
      rm: (path, options) => files.rm(path, options),
      rename: (from, to) => files.rename(from, to),
      loadFiles: (content, mountPoint) => mountTree(paths, content, mountPoint),
      serialize: async (path, options): Promise<Uint8Array | Bulk> => {
        const bytes = await exportTree(paths, path, options);
        return bytes.byteLength > BULK_BYTES ? tickets.issueBytes(bytes) : bytes;
      },
      watch: async (path, recursive) => {
        this.#lastWatch += 1;
        const id = this.#lastWatch;
        const watch = await trees.watch(path, recursive, (changes) =>
          this.#page.tell("changed", id, changes),
        );
        if (this.#owned.disposed) watch.dispose();
        else this.#watches.set(id, watch);
        return id;
      },
      unwatch: (id) => {
        this.#watches.get(id)?.dispose();
        this.#watches.delete(id);
      },
      run: (request) => this.#run(request),
      write: (id, input) => this.#processes.get(id)?.write(input),
      resize: (id, columns, rows) => this.#processes.get(id)?.resize(columns, rows),
      kill: async (id) => this.#processes.get(id)?.kill(),
    };
  }

  #run(request: RunRequest): Promise<number> {
    return withClientPath("spawn", request.command, () => {
      if (this.#owned.disposed) throw engineError("EPIPE", "spawn", request.command, "the session is over");
      this.#lastProcess += 1;
      const id = this.#lastProcess;
      const { ports } = this.#parts;
      const started = new TerminalProcess(
        this.#parts.paths,
        { ...request, columns: clampSize(request.columns, 80), rows: clampSize(request.rows, 24) },
        `${this.#mark}.${id}`,
        {
          output: (bytes) => this.#page.remote.output(id, bytes),
          exited: (code) => {
            this.#processes.delete(id);
            ports.release();
            if (!this.#owned.disposed) this.#page.tell("exited", id, code);
          },
        },
      );
      this.#processes.set(id, started);
      ports.hold();
      return id;
    });
  }
}
