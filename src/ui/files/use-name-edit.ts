import { useEffect, useRef, useState } from "react";
import { treeRows } from "../state/tree-rows.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { type FileActions, folderFor } from "./file-actions.ts";
import type { NameEdit } from "./file-tree.tsx";

export const NEW_FILE_COMMAND = "files.new-file";
export const NEW_FOLDER_COMMAND = "files.new-folder";

export interface NameEditing {
  readonly edit: NameEdit | undefined;
  /** What is wrong with the name so far. */
  readonly wrong: string | undefined;
  readonly begin: (edit: NameEdit) => void;
  /** Without a name it is given up. */
  readonly finish: (name: string | undefined) => void;
  readonly tellWrong: (message: string | undefined) => void;
}

/** The name that is being typed in the tree, and the commands that begin one. */
export function useNameEdit(actions: FileActions): NameEditing {
  const { files, commands, layout } = useWorkbench();
  const [edit, setEdit] = useState<NameEdit>();
  const [wrong, setWrong] = useState<string>();
  const begin = (next: NameEdit): void => {
    if (next.kind !== "rename" && next.folder !== "") files.toggle(next.folder, true);
    setWrong(undefined);
    setEdit(next);
  };
  const beginLatest = useRef(begin);
  useEffect(() => {
    beginLatest.current = begin;
  });
  useEffect(() => {
    const beginNew = (kind: "file" | "folder"): void => {
      layout.showView("side", "files");
      const state = files.store.getState();
      const row = treeRows(state).find(({ path }) => path === state.selected);
      beginLatest.current({ kind, folder: folderFor(row) });
    };
    const registered = commands.register(
      { id: NEW_FILE_COMMAND, title: "New file", group: "Files", run: () => beginNew("file") },
      { id: NEW_FOLDER_COMMAND, title: "New folder", group: "Files", run: () => beginNew("folder") },
    );
    return () => registered.dispose();
  }, [commands, files, layout]);
  return {
    edit,
    wrong,
    begin,
    tellWrong: setWrong,
    finish(name) {
      setEdit(undefined);
      setWrong(undefined);
      if (name === undefined || !edit) return;
      if (edit.kind === "rename") void actions.rename(edit.path, name);
      else void actions.create(edit.kind, edit.folder, name);
    },
  };
}
