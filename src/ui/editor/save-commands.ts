import type { Disposable } from "../../base/disposable.ts";
import type { WorkbenchStores } from "../state/workbench-stores.tsx";

/** What a person does with files that are open. */
export function registerEditorCommands({ commands, documents, editors }: WorkbenchStores): Disposable {
  const active = () => {
    const { tabs, active: id } = editors.store.getState();
    return tabs.find((tab) => tab.id === id);
  };
  return commands.register(
    {
      id: "file.save-all",
      title: "Save all files",
      group: "Files",
      keys: ["Mod+S"],
      run: async () => {
        await documents.saveAll();
      },
    },
    {
      id: "file.revert",
      title: "Drop unsaved changes of the file",
      group: "Files",
      when: () => {
        const tab = active();
        return tab?.kind === "file" && documents.dirtyPaths().includes(tab.path);
      },
      run: () => {
        const tab = active();
        if (tab?.kind === "file") return documents.revert(tab.path);
      },
    },
    {
      id: "editor.close",
      title: "Close the tab",
      group: "Editor",
      keys: ["Alt+W"],
      when: () => active() !== undefined,
      run: () => {
        const tab = active();
        if (tab) editors.close(tab.id);
      },
    },
    {
      id: "editor.next-tab",
      title: "Go to the next tab",
      group: "Editor",
      keys: ["Alt+PageDown"],
      run: () => editors.step(1),
    },
    {
      id: "editor.previous-tab",
      title: "Go to the previous tab",
      group: "Editor",
      keys: ["Alt+PageUp"],
      run: () => editors.step(-1),
    },
  );
}
