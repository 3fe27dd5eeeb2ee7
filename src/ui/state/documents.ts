import { type Disposable, DisposableStore, disposable } from "../../base/disposable.ts";
import type { ExecutionBackend, FileChange, FileProblem } from "../../contracts/execution-backend.ts";
import { type Encoding, fileBytes, type LineEnd, OPENED_FILE_BYTES, readFileText } from "./file-text.ts";
import { isRecord, type Memory } from "./memory.ts";
import type { ProjectFiles } from "./project-files.ts";
import { createStore, type Store } from "./store.ts";

export type DocumentContent =
  | { readonly state: "loading" }
  | {
      readonly state: "text";
      /** As it was last read from or written to the engine. */
      readonly text: string;
      readonly encoding: Encoding;
      readonly lineEnd: LineEnd;
      readonly readOnly?: string;
    }
  | { readonly state: "binary"; readonly sizeBytes: number }
  | { readonly state: "too-large"; readonly sizeBytes: number }
  | { readonly state: "gone" }
  | { readonly state: "failed"; readonly problem: FileProblem };

export interface OpenDocument {
  readonly path: string;
  readonly content: DocumentContent;
  /** Rises when `content` was read anew and the drawn text must follow. */
  readonly revision: number;
  /** The drawn text differs from `content`. */
  readonly dirty: boolean;
  /** What somebody else did to the file while the drawn text was changed. */
  readonly conflict: "changed" | "deleted" | undefined;
  readonly saving: boolean;
  readonly saveProblem: FileProblem | undefined;
  /** Unsaved text of an earlier page, to be put on top of `content`. */
  readonly draft: string | undefined;
}

export interface DocumentsState {
  readonly documents: ReadonlyMap<string, OpenDocument>;
  /** When the last file was written by the person, milliseconds since 1970. */
  readonly lastSavedAt: number | undefined;
}

/** The drawn text of one document, as its editor holds it. */
export interface TextBuffer {
  snapshot(): { readonly text: string; readonly version: number };
  /** That version is now what the file holds. */
  saved(version: number): void;
}

export interface Documents {
  readonly store: Store<DocumentsState>;
  open(path: string): void;
  close(path: string): void;
  attach(path: string, buffer: TextBuffer): Disposable;
  setDirty(path: string, dirty: boolean): void;
  /** `true` when the file holds the drawn text. `overwrite` ignores what others changed meanwhile. */
  save(path: string, overwrite?: boolean): Promise<boolean>;
  /** The paths that could not be saved. */
  saveAll(): Promise<readonly string[]>;
  /** Drops the drawn text for what the file holds. */
  revert(path: string): Promise<void>;
  dirtyPaths(): readonly string[];
  /** The drawn text of an open file. */
  textOf(path: string): string | undefined;
  /** Keeps unsaved text for the next page; call it when the page is about to go. */
  keepDrafts(): void;
}

const DRAFT_AFTER_MS = 800;
const DRAFT_CHARACTERS = 500_000;

export function createDocuments(files: ProjectFiles, memory: Memory): Documents & Disposable {
  return new DocumentsOf(files, memory);
}

class DocumentsOf implements Documents, Disposable {
  readonly store = createStore<DocumentsState>({ documents: new Map(), lastSavedAt: undefined });
  readonly #files: ProjectFiles;
  readonly #memory: Memory;
  readonly #buffers = new Map<string, TextBuffer>();
  readonly #owned = new DisposableStore();
  #draftTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(files: ProjectFiles, memory: Memory) {
    this.#files = files;
    this.#memory = memory;
    this.#owned.add(files.onChanges((changes) => this.#changed(changes)));
    const unsubscribe = files.store.subscribe(({ connected }, before) => {
      if (connected && !before.connected) this.#reconnected();
    });
    this.#owned.add(disposable(unsubscribe));
    this.#owned.add(disposable(() => clearTimeout(this.#draftTimer)));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  open(path: string): void {
    if (this.#get(path)) return;
    this.#set(path, {
      path,
      content: { state: "loading" },
      revision: 0,
      dirty: false,
      conflict: undefined,
      saving: false,
      saveProblem: undefined,
      draft: this.#draft(path),
    });
    void this.#load(path);
  }

  close(path: string): void {
    const documents = new Map(this.store.getState().documents);
    documents.delete(path);
    this.store.setState({ documents });
    this.#memory.write(draftName(path), null);
  }

  attach(path: string, buffer: TextBuffer): Disposable {
    this.#buffers.set(path, buffer);
    return disposable(() => {
      if (this.#buffers.get(path) === buffer) this.#buffers.delete(path);
    });
  }

  setDirty(path: string, dirty: boolean): void {
    const document = this.#get(path);
    if (!document) return;
    if (document.dirty !== dirty) this.#change(path, { dirty, ...(dirty ? {} : { conflict: undefined }) });
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.keepDrafts(), DRAFT_AFTER_MS);
  }

  async save(path: string, overwrite = false): Promise<boolean> {
    const backend = this.#files.backend();
    const document = this.#get(path);
    const buffer = this.#buffers.get(path);
    if (!document || !buffer || document.content.state !== "text") return document?.dirty !== true;
    if (document.content.readOnly !== undefined || document.saving) return !document.dirty;
    if (!backend) {
      this.#change(path, { saveProblem: engineGone(path) });
      return false;
    }
    this.#change(path, { saving: true, saveProblem: undefined });
    if (!overwrite) {
      const conflict = await conflictWith(backend, path, document.content.text);
      if (conflict) {
        this.#change(path, { saving: false, conflict });
        return false;
      }
    }
    const { text, version } = buffer.snapshot();
    const written = await backend.writeFile(path, fileBytes(text, document.content.encoding));
    if (!written.ok) {
      this.#change(path, { saving: false, saveProblem: written.problem });
      return false;
    }
    this.#change(path, { saving: false, conflict: undefined, content: { ...document.content, text } });
    this.store.setState({ lastSavedAt: Date.now() });
    buffer.saved(version);
    return true;
  }

  async saveAll(): Promise<readonly string[]> {
    const dirty = this.dirtyPaths();
    const saved = await Promise.all(dirty.map((path) => this.save(path)));
    return dirty.filter((_path, index) => !saved[index]);
  }

  async revert(path: string): Promise<void> {
    this.#memory.write(draftName(path), null);
    this.#change(path, { conflict: undefined, saveProblem: undefined, draft: undefined });
    await this.#load(path);
  }

  dirtyPaths(): readonly string[] {
    return [...this.store.getState().documents.values()].filter(({ dirty }) => dirty).map(({ path }) => path);
  }

  textOf(path: string): string | undefined {
    return this.#buffers.get(path)?.snapshot().text;
  }

  keepDrafts(): void {
    for (const { path, dirty, draft } of this.store.getState().documents.values()) {
      const buffer = this.#buffers.get(path);
      // Until an editor has taken up a draft, the remembered one is all there is.
      if (!buffer && draft !== undefined) continue;
      const text = dirty ? buffer?.snapshot().text : undefined;
      const kept = text !== undefined && text.length <= DRAFT_CHARACTERS ? { text } : null;
      if (kept || this.#memory.read(draftName(path))) this.#memory.write(draftName(path), kept);
    }
  }

  async #load(path: string): Promise<void> {
    const backend = this.#files.backend();
    if (!backend) return;
    const content = await readContent(backend, path);
    const document = this.#get(path);
    if (!document || this.#files.backend() !== backend) return;
    this.#change(path, { content, revision: document.revision + 1 });
  }

  #changed(changes: readonly FileChange[]): void {
    const { documents } = this.store.getState();
    for (const path of documents.keys()) {
      const isTouched = changes.some(
        (change) =>
          change.path === path || (change.kind !== "modified" && path.startsWith(`${change.path}/`)),
      );
      if (isTouched) void this.#follow(path);
    }
  }

  async #follow(path: string): Promise<void> {
    const backend = this.#files.backend();
    const document = this.#get(path);
    if (!backend || !document || document.saving) return;
    const content = await readContent(backend, path);
    const now = this.#get(path);
    if (!now || now.saving || sameText(now.content, content)) return;
    if (!now.dirty) this.#change(path, { content, revision: now.revision + 1, conflict: undefined });
    else this.#change(path, { conflict: content.state === "gone" ? "deleted" : "changed" });
  }

  #reconnected(): void {
    for (const { path, content } of this.store.getState().documents.values()) {
      if (content.state === "text") void this.#follow(path);
      else void this.#load(path);
    }
  }

  #draft(path: string): string | undefined {
    const kept = this.#memory.read(draftName(path));
    return isRecord(kept) && typeof kept["text"] === "string" ? kept["text"] : undefined;
  }

  #get(path: string): OpenDocument | undefined {
    return this.store.getState().documents.get(path);
  }

  #set(path: string, document: OpenDocument): void {
    this.store.setState({ documents: new Map(this.store.getState().documents).set(path, document) });
  }

  #change(path: string, part: Partial<OpenDocument>): void {
    const document = this.#get(path);
    if (document) this.#set(path, { ...document, ...part });
  }
}

function draftName(path: string): string {
  return `draft:${path}`;
}

function engineGone(path: string): FileProblem {
  return {
    kind: "engine-lost",
    path,
    message: "The engine is not running. Your text stays here. Restart the engine, then save again.",
  };
}

function sameText(known: DocumentContent, read: DocumentContent): boolean {
  if (known.state === "text" && read.state === "text")
    return known.text === read.text && known.encoding === read.encoding;
  return known.state === "gone" && read.state === "gone";
}

async function conflictWith(
  backend: ExecutionBackend,
  path: string,
  known: string,
): Promise<OpenDocument["conflict"]> {
  const read = await readContent(backend, path);
  if (read.state === "gone") return "deleted";
  return read.state === "text" && read.text === known ? undefined : "changed";
}

/** Never holds more than the limit in memory where the backend can tell sizes. */
async function readContent(backend: ExecutionBackend, path: string): Promise<DocumentContent> {
  const stat = await backend.stat?.(path);
  if (stat?.ok && stat.value.sizeBytes > OPENED_FILE_BYTES)
    return { state: "too-large", sizeBytes: stat.value.sizeBytes };
  const read = await backend.readFile(path);
  if (!read.ok)
    return read.problem.kind === "not-found" ? { state: "gone" } : { state: "failed", problem: read.problem };
  if (read.value.length > OPENED_FILE_BYTES) return { state: "too-large", sizeBytes: read.value.length };
  const { kind, ...content } = readFileText(read.value);
  return { state: kind, ...content } as DocumentContent;
}
