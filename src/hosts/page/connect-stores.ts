import { type Disposable, DisposableStore, disposable } from "../../base/disposable.ts";
import { NARROW_EDITOR } from "../../ui/state/layout.ts";
import type { WorkbenchStores } from "../../ui/state/workbench-stores.tsx";
import { registerLayoutCommands } from "../../ui/layout/layout-commands.ts";
import { registerEditorCommands } from "../../ui/editor/save-commands.ts";

/** What crosses two stores: closed tabs close their documents, an opened file is shown, unsaved work holds the page. */
export function connectStores(stores: WorkbenchStores): Disposable {
  const { editors, documents, layout, files, settings } = stores;
  const owned = new DisposableStore();
  owned.add(registerLayoutCommands(stores));
  owned.add(registerEditorCommands(stores));
  owned.add(
    disposable(
      editors.store.subscribe((state, before) => {
        if (state.tabs !== before.tabs)
          for (const tab of before.tabs)
            if (tab.kind === "file" && !state.tabs.some(({ id }) => id === tab.id)) documents.close(tab.path);
        if (state.focusWish !== before.focusWish && layout.store.getState().mode === "narrow")
          layout.showNarrow(NARROW_EDITOR);
        const active = state.tabs.find(({ id }) => id === state.active);
        if (active?.kind === "file" && state.active !== before.active) files.reveal(active.path);
      }),
    ),
  );
  let saving: ReturnType<typeof setTimeout> | undefined;
  owned.add(
    disposable(
      documents.store.subscribe(() => {
        if (!settings.store.getState().editorAutoSave || documents.dirtyPaths().length === 0) return;
        clearTimeout(saving);
        saving = setTimeout(() => void documents.saveAll(), 1000);
      }),
    ),
  );
  owned.add(disposable(() => clearTimeout(saving)));
  const keepDrafts = (): void => documents.keepDrafts();
  addEventListener("pagehide", keepDrafts);
  owned.add(disposable(() => removeEventListener("pagehide", keepDrafts)));
  return owned;
}
