import { type Disposable, disposable } from "../base/disposable.ts";
import { Emitter } from "../base/emitter.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import type { EngineCapabilities } from "./engine-capabilities.ts";
import type {
  CommandOptions,
  CommandProblem,
  CommandResult,
  DirectoryEntry,
  ExecutionBackend,
  FileChange,
  FileProblem,
  FileStat,
} from "./execution-backend.ts";
import { pathInProject } from "./path-in-project.ts";
import { GENERATED_FOLDERS } from "./project-tree.ts";

export interface BackendInMemoryOptions {
  /** `/project` by default. */
  readonly projectRoot?: string;
  readonly hostFs?: boolean;
  /** Replaces single answers of an engine that can do nothing but keep files. */
  readonly capabilities?: Partial<EngineCapabilities>;
  /** Answers commands; without it they are `not-supported`. `start` settles with its answer too. */
  readonly run?: (command: string, options: CommandOptions) => Promise<Result<CommandResult, CommandProblem>>;
}

export interface BackendInMemory extends Required<ExecutionBackend> {
  /** The file as text, or `undefined` when there is none. */
  text(path: string): string | undefined;
}

/** An engine's answers when it keeps files and nothing else. */
const FILES_ONLY: EngineCapabilities = {
  node: "none",
  packageInstall: false,
  git: false,
  shell: "limited",
  terminal: false,
  separateErrorOutput: true,
  backgroundProcesses: false,
  servers: false,
  memoryReport: false,
  nativePrograms: false,
  isolation: "browser",
  keepsFiles: false,
  servesOwnDisk: false,
};

/**
 * A complete backend whose files live in a map of this thread. It keeps every promise of `ExecutionBackend` about files;
 * there are no links in it. Changes are told in the next microtask.
 */
export function backendInMemory(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: BackendInMemoryOptions = {},
): BackendInMemory {
  const projectRoot = options.projectRoot ?? "/project";
  const tree = new FilesInMemory(projectRoot);
  for (const [path, content] of Object.entries(files)) {
    const written = tree.write(
      path,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
    if (!written.ok) throw new Error(written.problem.message);
  }
  tree.forgetChanges();
  return {
    projectRoot,
    hostFs: options.hostFs ?? false,
    capabilities: { ...FILES_ONLY, ...options.capabilities },
    readFile: async (path) => tree.read(path),
    writeFile: async (path, bytes) => tree.write(path, bytes),
    readDirectory: async (path) => tree.list(path),
    makeDirectory: async (path) => tree.makeDirectory(path),
    rename: async (from, to) => tree.rename(from, to),
    remove: async (path, how) => tree.remove(path, how?.recursive ?? false),
    stat: async (path) => tree.stat(path),
    realPath: async (path) => tree.realPath(path),
    readFiles: async (paths) => paths.map((path) => tree.read(path)),
    watch: (listener) => tree.watch(listener),
    ...commandsBy(options.run),
    text(path) {
      const found = tree.read(path);
      return found.ok ? new TextDecoder().decode(found.value) : undefined;
    },
  };
}

const NO_COMMANDS: CommandProblem = {
  kind: "not-supported",
  message: "Files in memory cannot run commands.",
};

function commandsBy(answer: BackendInMemoryOptions["run"]): Pick<ExecutionBackend, "run" | "start"> {
  if (answer === undefined)
    return { run: async () => fail(NO_COMMANDS), start: async () => fail(NO_COMMANDS) };
  let started = 0;
  return {
    run: (command, options = {}) => answer(command, options),
    async start(command, options = {}) {
      const stop = new AbortController();
      const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
      const running = answer(command, { ...options, signal });
      return succeed({
        id: `in-memory-${++started}`,
        result: running.then((outcome) => {
          if (outcome.ok) return outcome.value;
          throw new Error(outcome.problem.message);
        }),
        write() {},
        async stop() {
          stop.abort();
          await running;
          return [];
        },
      });
    },
  };
}

interface FileNode {
  readonly kind: "file";
  bytes: Uint8Array<ArrayBuffer>;
  modifiedAt: number;
}

interface DirectoryNode {
  readonly kind: "directory";
  readonly entries: Map<string, FileNode | DirectoryNode>;
  modifiedAt: number;
}

type Node = FileNode | DirectoryNode;

interface Place {
  readonly path: string;
  readonly name: string;
  readonly parent: DirectoryNode;
}

class FilesInMemory {
  readonly #root: DirectoryNode = directory();
  readonly #projectRoot: string;
  readonly #watchers = new Emitter<readonly FileChange[]>();
  #changes: FileChange[] = [];

  constructor(projectRoot: string) {
    this.#projectRoot = projectRoot;
  }

  read(path: string): Result<Uint8Array<ArrayBuffer>, FileProblem> {
    const found = this.#find(path);
    if (!found.ok) return found;
    if (found.value.kind === "directory") return refuse("is-directory", path, "is a folder, not a file");
    return succeed(found.value.bytes.slice());
  }

  write(path: string, bytes: Uint8Array): Result<undefined, FileProblem> {
    const place = this.#placeFor(path, "is-directory");
    if (!place.ok) return place;
    const { parent, name } = place.value;
    const existing = parent.entries.get(name);
    if (existing?.kind === "directory")
      return refuse("is-directory", path, "is a folder, so no file can be written there");
    parent.entries.set(name, { kind: "file", bytes: new Uint8Array(bytes), modifiedAt: Date.now() });
    this.#changed(existing ? "modified" : "created", place.value.path);
    return succeed();
  }

  list(path: string): Result<readonly DirectoryEntry[], FileProblem> {
    const found = this.#find(path);
    if (!found.ok) return found;
    if (found.value.kind === "file") return refuse("not-directory", path, "is a file, not a folder");
    return succeed(Array.from(found.value.entries, ([name, { kind }]) => ({ name, kind })));
  }

  makeDirectory(path: string): Result<undefined, FileProblem> {
    const inside = pathInProject(this.#projectRoot, path);
    if (!inside.ok) return inside;
    if (inside.value === "") return succeed();
    const place = this.#placeFor(path, "already-exists");
    if (!place.ok) return place;
    const { parent, name } = place.value;
    const existing = parent.entries.get(name);
    if (existing?.kind === "file") return refuse("already-exists", path, "is already a file");
    if (existing === undefined) {
      parent.entries.set(name, directory());
      this.#changed("created", inside.value);
    }
    return succeed();
  }

  rename(from: string, to: string): Result<undefined, FileProblem> {
    const found = this.#find(from);
    if (!found.ok) return found;
    const source = pathInProject(this.#projectRoot, from);
    const target = pathInProject(this.#projectRoot, to);
    if (!source.ok) return source;
    if (!target.ok) return target;
    if (source.value === "") return refuse("not-permitted", from, "is the project itself and keeps its name");
    if (this.#find(to).ok) return refuse("already-exists", to, "already exists and is not overwritten");
    if (target.value.startsWith(`${source.value}/`))
      return refuse("failed", to, `lies inside "${from}", so that folder cannot be moved there`);
    const place = this.#placeFor(to, "already-exists");
    if (!place.ok) return place;
    this.#parentOf(source.value)?.entries.delete(lastPart(source.value));
    place.value.parent.entries.set(place.value.name, found.value);
    this.#changed("deleted", source.value);
    this.#changed("created", target.value);
    return succeed();
  }

  remove(path: string, recursive: boolean): Result<undefined, FileProblem> {
    const found = this.#find(path);
    if (!found.ok) return found;
    const inside = pathInProject(this.#projectRoot, path);
    if (!inside.ok) return inside;
    if (inside.value === "") return refuse("not-permitted", path, "is the project itself and is not removed");
    if (found.value.kind === "directory" && !recursive)
      return refuse("is-directory", path, "is a folder; removing it needs the recursive option");
    this.#parentOf(inside.value)?.entries.delete(lastPart(inside.value));
    this.#changed("deleted", inside.value);
    return succeed();
  }

  stat(path: string): Result<FileStat, FileProblem> {
    const found = this.#find(path);
    if (!found.ok) return found;
    const { kind, modifiedAt } = found.value;
    const sizeBytes = found.value.kind === "file" ? found.value.bytes.byteLength : 0;
    return succeed({ kind, sizeBytes, modifiedAt });
  }

  realPath(path: string): Result<string, FileProblem> {
    const found = this.#find(path);
    const inside = pathInProject(this.#projectRoot, path);
    if (!found.ok) return found;
    if (!inside.ok) return inside;
    return succeed(inside.value === "" ? this.#projectRoot : `${this.#projectRoot}/${inside.value}`);
  }

  watch(listener: (changes: readonly FileChange[]) => void): Disposable {
    const subscription = this.#watchers.subscribe(listener);
    return disposable(() => subscription.dispose());
  }

  forgetChanges(): void {
    this.#changes = [];
  }

  #changed(kind: FileChange["kind"], path: string): void {
    if (path.split("/").some((part) => GENERATED_FOLDERS.has(part))) return;
    this.#changes.push({ kind, path });
    if (this.#changes.length > 1) return;
    queueMicrotask(() => {
      const changes = this.#changes;
      this.#changes = [];
      if (changes.length > 0) this.#watchers.emit(changes);
    });
  }

  #find(path: string): Result<Node, FileProblem> {
    const inside = pathInProject(this.#projectRoot, path);
    if (!inside.ok) return inside;
    let node: Node = this.#root;
    for (const part of partsOf(inside.value)) {
      if (node.kind === "file")
        return refuse("not-directory", path, "leads through a file as if it were a folder");
      const next: Node | undefined = node.entries.get(part);
      if (next === undefined) return refuse("not-found", path, "does not exist");
      node = next;
    }
    return succeed(node);
  }

  #parentOf(inside: string): DirectoryNode | undefined {
    let node: Node | undefined = this.#root;
    for (const part of partsOf(inside).slice(0, -1)) {
      node = node?.kind === "directory" ? node.entries.get(part) : undefined;
    }
    return node?.kind === "directory" ? node : undefined;
  }

  /** Makes the parents of a path. `atRoot` is the refusal when the path is the project itself. */
  #placeFor(path: string, atRoot: FileProblem["kind"]): Result<Place, FileProblem> {
    const inside = pathInProject(this.#projectRoot, path);
    if (!inside.ok) return inside;
    if (inside.value === "") return refuse(atRoot, path, "is the project itself");
    const parts = partsOf(inside.value);
    let parent = this.#root;
    for (const part of parts.slice(0, -1)) {
      const next = parent.entries.get(part) ?? directory();
      if (next.kind === "file")
        return refuse("not-directory", path, "leads through a file as if it were a folder");
      parent.entries.set(part, next);
      parent = next;
    }
    return succeed({ path: inside.value, name: lastPart(inside.value), parent });
  }
}

function directory(): DirectoryNode {
  return { kind: "directory", entries: new Map(), modifiedAt: Date.now() };
}

function partsOf(inside: string): string[] {
  return inside === "" ? [] : inside.split("/");
}

function lastPart(inside: string): string {
  return inside.slice(inside.lastIndexOf("/") + 1);
}

function refuse(kind: FileProblem["kind"], path: string, what: string): ReturnType<typeof fail<FileProblem>> {
  return fail({ kind, path, message: `"${path}" ${what}.` });
}
