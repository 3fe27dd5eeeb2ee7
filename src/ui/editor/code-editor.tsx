import type * as Monaco from "monaco-editor";
import { useEffect, useRef, useState } from "react";
import { DisposableStore, disposable } from "../../base/disposable.ts";
import type { Settings } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { useWorkbench, type WorkbenchStores } from "../state/workbench-stores.tsx";
import { createModels, type Models } from "./models.ts";
import { setUpMonaco } from "./monaco-setup.ts";
import { applyMonacoTheme } from "./monaco-theme.ts";
import styles from "./editor.module.css";

/** The one Monaco editor of the group: it shows the model of the active file. */
export function CodeEditor({
  path,
  covered,
}: {
  readonly path: string | undefined;
  readonly covered: boolean;
}) {
  const stores = useWorkbench();
  const place = useRef<HTMLDivElement>(null);
  const wentTo = useRef(0);
  const [editor, setEditor] = useState<ShownEditor>();
  const drawn = useStore(stores.theme.store, (state) => state.drawn);
  const settings = useStore(stores.settings.store, (state) => state);
  const goTo = useStore(stores.editors.store, (state) => state.goTo);
  const focusWish = useStore(stores.editors.store, (state) => state.focusWish);
  const content = useStore(stores.documents.store, ({ documents }) =>
    path === undefined ? undefined : documents.get(path)?.content,
  );
  useEffect(() => {
    if (!place.current) return;
    const shown = createShownEditor(place.current, stores);
    setEditor(shown);
    return () => {
      setEditor(undefined);
      shown.dispose();
    };
  }, [stores]);
  useEffect(() => applyMonacoTheme(setUpMonaco(), drawn), [drawn]);
  useEffect(() => editor?.change(optionsOf(settings)), [editor, settings]);
  useEffect(() => {
    editor?.show(covered ? undefined : path, content?.state === "text" ? content.readOnly : undefined);
  }, [editor, path, covered, content]);
  useEffect(() => {
    if (!editor || !goTo || goTo.path !== path || goTo.count === wentTo.current) return;
    if (content?.state !== "text") return;
    wentTo.current = goTo.count;
    editor.goTo(goTo.place.line, goTo.place.column ?? 1);
  }, [editor, goTo, path, content]);
  useEffect(() => {
    if (focusWish > 0 && !covered) editor?.focus();
  }, [editor, focusWish, covered]);
  return <div ref={place} className={styles["code"]} data-covered={covered} />;
}

interface ShownEditor {
  change(options: Monaco.editor.IEditorOptions & Monaco.editor.IGlobalEditorOptions): void;
  show(path: string | undefined, readOnly: string | undefined): void;
  goTo(line: number, column: number): void;
  focus(): void;
  dispose(): void;
}

function createShownEditor(place: HTMLElement, stores: WorkbenchStores): ShownEditor {
  const { documents, problems, editors, commands } = stores;
  const owned = new DisposableStore();
  const monaco = setUpMonaco();
  const states = new Map<string, Monaco.editor.ICodeEditorViewState>();
  let wanted: string | undefined;
  let readOnly: string | undefined;
  const editor = owned.add(
    monaco.editor.create(place, {
      ...FIXED_OPTIONS,
      ...optionsOf(stores.settings.store.getState()),
      model: null,
    }),
  );
  const models: Models = owned.add(
    createModels(monaco, documents, problems, () => queueMicrotask(() => attach())),
  );
  const attach = (): void => {
    const model = wanted === undefined ? null : (models.get(wanted) ?? null);
    const before = editor.getModel();
    if (before !== model) {
      const beforePath = before ? models.pathOf(before) : undefined;
      const state = editor.saveViewState();
      if (beforePath !== undefined && state) states.set(beforePath, state);
      editor.setModel(model);
      const kept = wanted === undefined ? undefined : states.get(wanted);
      if (model && kept) editor.restoreViewState(kept);
    }
    editor.updateOptions({
      readOnly: readOnly !== undefined,
      ...(readOnly === undefined ? {} : { readOnlyMessage: { value: readOnly } }),
    });
    tellCaret();
  };
  editor.getDomNode()?.querySelector("textarea, .native-edit-context")?.setAttribute("data-first-focus", "");
  const tellCaret = (): void => {
    const position = editor.getModel() ? editor.getPosition() : null;
    editors.setCaret(position ? { line: position.lineNumber, column: position.column } : undefined);
  };
  owned.add(editor.onDidChangeCursorPosition(tellCaret));
  owned.add(editor.onDidChangeModelContent(() => wanted !== undefined && editors.keep(wanted)));
  owned.add(
    commands.register(
      {
        id: "editor.go-to-line",
        title: "Go to line",
        group: "Editor",
        keys: ["Ctrl+G"],
        when: () => editor.getModel() !== null,
        run: () => {
          editor.focus();
          void editor.getAction("editor.action.gotoLine")?.run();
        },
      },
      {
        id: "editor.format",
        title: "Format the file",
        group: "Editor",
        keys: ["Alt+Shift+F"],
        when: () => editor.getModel() !== null,
        run: () => editor.getAction("editor.action.formatDocument")?.run(),
      },
      {
        id: "editor.tab-moves-focus",
        title: "Let Tab leave the editor, or not",
        group: "Editor",
        keys: ["Ctrl+M"],
        run: () => editor.trigger("keys", "editor.action.toggleTabFocusMode", null),
      },
    ),
  );
  owned.add(disposable(() => editors.setCaret(undefined)));
  return {
    change: (options) => editor.updateOptions(options),
    show(path, why) {
      wanted = path;
      readOnly = why;
      attach();
    },
    goTo(line, column) {
      attach();
      if (!editor.getModel()) return;
      editor.setPosition({ lineNumber: line, column });
      editor.revealLineInCenter(line);
    },
    focus: () => editor.focus(),
    dispose: () => owned.dispose(),
  };
}

const FIXED_OPTIONS: Monaco.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  renderLineHighlight: "line",
  padding: { top: 6 },
  fixedOverflowWidgets: true,
  bracketPairColorization: { enabled: false },
  accessibilitySupport: "auto",
  ariaLabel: "Text of the file",
  "semanticHighlighting.enabled": true,
};

function optionsOf(settings: Settings): Monaco.editor.IEditorOptions & Monaco.editor.IGlobalEditorOptions {
  return {
    fontSize: settings.editorFontSize,
    tabSize: settings.editorTabSize,
    wordWrap: settings.editorWordWrap ? "on" : "off",
    minimap: { enabled: settings.editorMinimap },
    renderWhitespace: settings.editorWhitespace ? "all" : "selection",
  };
}
