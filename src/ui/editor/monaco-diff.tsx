import { useEffect, useEffectEvent, useRef } from "react";
import type { DiffViewProps } from "../kit/diff-view.ts";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { DisposableStore } from "../../base/disposable.ts";
import { setUpMonaco } from "./monaco-setup.ts";
import { applyMonacoTheme } from "./monaco-theme.ts";
import styles from "./editor.module.css";

let drawnDiffs = 0;

/** Monaco's diff editor over two models of its own, so that nothing here touches an open document. */
export function MonacoDiff({
  path,
  original,
  modified,
  editable = false,
  onChange,
  layout = "side-by-side",
  onCounts,
}: DiffViewProps) {
  const { theme, settings } = useWorkbench();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useStore(theme.store, (state) => state.drawn);
  const fontSize = useStore(settings.store, (state) => state.editorFontSize);
  const tellChange = useEffectEvent((text: string) => onChange?.(text));
  const tellCounts = useEffectEvent((added: number, removed: number) => onCounts?.({ added, removed }));
  useEffect(() => applyMonacoTheme(setUpMonaco(), drawn), [drawn]);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const monaco = setUpMonaco();
    const owned = new DisposableStore();
    drawnDiffs += 1;
    const uri = (side: string) => monaco.Uri.from({ scheme: "diff", path: `/${drawnDiffs}/${side}/${path}` });
    const left = owned.add(monaco.editor.createModel(original, undefined, uri("before")));
    const right = owned.add(monaco.editor.createModel(modified, undefined, uri("after")));
    const editor = owned.add(
      monaco.editor.createDiffEditor(element, {
        automaticLayout: true,
        readOnly: !editable,
        originalEditable: false,
        renderSideBySide: layout === "side-by-side",
        useInlineViewWhenSpaceIsLimited: true,
        renderSideBySideInlineBreakpoint: 960,
        hideUnchangedRegions: { enabled: true },
        ignoreTrimWhitespace: false,
        renderOverviewRuler: false,
        scrollBeyondLastLine: false,
        fixedOverflowWidgets: true,
        fontSize,
        fontFamily: '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace',
        minimap: { enabled: false },
        originalAriaLabel: `${path} before`,
        modifiedAriaLabel: `${path} after`,
      }),
    );
    editor.setModel({ original: left, modified: right });
    owned.add(right.onDidChangeContent(() => tellChange(right.getValue())));
    owned.add(
      editor.onDidUpdateDiff(() => {
        let added = 0;
        let removed = 0;
        for (const change of editor.getLineChanges() ?? []) {
          if (change.modifiedEndLineNumber >= change.modifiedStartLineNumber)
            added += change.modifiedEndLineNumber - change.modifiedStartLineNumber + 1;
          if (change.originalEndLineNumber >= change.originalStartLineNumber)
            removed += change.originalEndLineNumber - change.originalStartLineNumber + 1;
        }
        tellCounts(added, removed);
      }),
    );
    return () => {
      editor.setModel(null);
      owned.dispose();
    };
    // The right side belongs to the person once it is editable: a new `modified` of the same proposal must not replace it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path, original, editable ? undefined : modified, editable, layout, fontSize]);
  return (
    <div className={styles["diff"]}>
      <div ref={place} />
    </div>
  );
}
