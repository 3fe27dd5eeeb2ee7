import type * as Monaco from "monaco-editor";
import { type Disposable, DisposableStore, disposable } from "../../base/disposable.ts";
import type { Documents, OpenDocument } from "../state/documents.ts";
import type { Problem, ProblemsStore } from "../state/problems.ts";

/** The Monaco model of each open text document, kept equal to the store of documents. */
export interface Models extends Disposable {
  get(path: string): Monaco.editor.ITextModel | undefined;
  pathOf(model: Monaco.editor.ITextModel): string | undefined;
}

interface Entry extends Disposable {
  readonly model: Monaco.editor.ITextModel;
  /** Puts unsaved text of an earlier page back. The store hears of it, so the entry must be known by then. */
  takeDraft(): void;
  follow(document: OpenDocument): void;
}

const SCHEME = "project";

export function createModels(
  monaco: typeof Monaco,
  documents: Documents,
  problems: ProblemsStore,
  onFirst: () => void,
): Models {
  const owned = new DisposableStore();
  const entries = new Map<string, Entry>();
  const follow = (): void => {
    const open = documents.store.getState().documents;
    for (const [path, entry] of entries)
      if (!open.has(path)) {
        entries.delete(path);
        entry.dispose();
      }
    for (const document of open.values()) {
      const entry = entries.get(document.path);
      if (entry) entry.follow(document);
      else if (document.content.state === "text") {
        const created = createEntry(monaco, documents, document);
        entries.set(document.path, created);
        created.takeDraft();
        onFirst();
      }
    }
  };
  owned.add(disposable(documents.store.subscribe(follow)));
  owned.add(disposable(() => entries.forEach((entry) => entry.dispose())));
  owned.add(monaco.editor.onDidChangeMarkers(() => problems.set("editor", problemsOf(monaco, entries))));
  follow();
  return {
    get: (path) => entries.get(path)?.model,
    pathOf: (model) => [...entries].find(([, entry]) => entry.model === model)?.[0],
    dispose: () => owned.dispose(),
  };
}

function createEntry(monaco: typeof Monaco, documents: Documents, first: OpenDocument): Entry {
  const { path, content, draft } = first;
  const text = content.state === "text" ? content.text : "";
  const uri = monaco.Uri.from({ scheme: SCHEME, path: `/${path}` });
  monaco.editor.getModel(uri)?.dispose();
  const model = monaco.editor.createModel(text, undefined, uri);
  let savedVersion = model.getAlternativeVersionId();
  let revision = first.revision;
  const owned = new DisposableStore();
  owned.add(model);
  owned.add(
    model.onDidChangeContent(() =>
      documents.setDirty(path, model.getAlternativeVersionId() !== savedVersion),
    ),
  );
  owned.add(
    documents.attach(path, {
      snapshot: () => ({ text: model.getValue(), version: model.getAlternativeVersionId() }),
      saved(version) {
        savedVersion = version;
        documents.setDirty(path, model.getAlternativeVersionId() !== savedVersion);
      },
    }),
  );
  return {
    model,
    takeDraft() {
      if (draft !== undefined && draft !== text) replaceText(model, draft);
    },
    dispose: () => owned.dispose(),
    follow(document) {
      if (document.revision === revision || document.content.state !== "text") return;
      revision = document.revision;
      if (model.getValue() !== document.content.text) replaceText(model, document.content.text);
      savedVersion = model.getAlternativeVersionId();
      // The store is being read just now, so it is told afterwards.
      queueMicrotask(() => documents.setDirty(path, false));
    },
  };
}

/** Keeps the history, so that the change can be undone. */
function replaceText(model: Monaco.editor.ITextModel, text: string): void {
  model.pushStackElement();
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
  model.pushStackElement();
}

function problemsOf(monaco: typeof Monaco, entries: ReadonlyMap<string, Entry>): readonly Problem[] {
  return [...entries].flatMap(([path, { model }]) =>
    monaco.editor.getModelMarkers({ resource: model.uri }).flatMap((marker): Problem[] => {
      if (marker.severity === monaco.MarkerSeverity.Hint) return [];
      return [
        {
          path,
          line: marker.startLineNumber,
          column: marker.startColumn,
          severity:
            marker.severity === monaco.MarkerSeverity.Error
              ? "error"
              : marker.severity === monaco.MarkerSeverity.Warning
                ? "warning"
                : "info",
          message: marker.message,
          source: marker.source ?? marker.owner,
        },
      ];
    }),
  );
}
