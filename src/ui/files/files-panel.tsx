import { useMemo, useState, type KeyboardEvent } from "react";
import { contextMenuAnchor, MenuAt, type MenuAnchor, type MenuEntry } from "../kit/menu.tsx";
import { ProgressLine } from "../kit/progress-line.tsx";
import { EmptyState, ErrorState } from "../kit/state-message.tsx";
import { useStore, useStoreParts } from "../state/store.ts";
import { type TreeRow, treeRows } from "../state/tree-rows.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { createFileActions, type FileActions, folderFor } from "./file-actions.ts";
import { FileTree } from "./file-tree.tsx";
import { useIgnoredPaths } from "./use-ignored-paths.ts";
import { type NameEditing, useNameEdit } from "./use-name-edit.ts";
import styles from "./files-panel.module.css";

interface OpenMenu {
  readonly row: TreeRow | undefined;
  readonly anchor: MenuAnchor;
  readonly from: HTMLElement;
}

/** The explorer: the project's files as they are now, whoever changes them. */
export function FilesPanel() {
  const stores = useWorkbench();
  const { files, commands } = stores;
  const connected = useStore(files.store, (state) => state.connected);
  const root = useStore(files.store, (state) => state.folders.get(""));
  const actions = useMemo(() => createFileActions(stores), [stores]);
  const naming = useNameEdit(actions);
  if (!root && !connected)
    return (
      <EmptyState title="The engine is starting">
        The files of the project appear here as soon as it is ready.
      </EmptyState>
    );
  if (root?.problem)
    return (
      <ErrorState
        title="The project's folder cannot be read"
        meaning={root.problem.message}
        action={{ title: "Try again", run: () => void files.reload("") }}
      />
    );
  if (root && !root.loading && root.entries.length === 0 && !naming.edit)
    return (
      <EmptyState
        title="The project is empty"
        action={{ title: "New file", run: () => naming.begin({ kind: "file", folder: "" }) }}
        otherActions={[{ title: "Ask the agent", run: () => void commands.run("agent.focus") }]}
      >
        Make a file here, or ask the agent to begin one.
      </EmptyState>
    );
  return (
    <div className={styles["panel"]}>
      {root === undefined || (root.loading && root.entries.length === 0) ? (
        <ProgressLine label="Reading the project" />
      ) : null}
      <Explorer naming={naming} actions={actions} />
    </div>
  );
}

function Explorer({ naming, actions }: { readonly naming: NameEditing; readonly actions: FileActions }) {
  const { files, editors, documents, settings } = useWorkbench();
  const { folders, expanded, selected } = useStore(files.store, (state) => state);
  const hideIgnored = useStore(settings.store, (state) => state.hideIgnoredFiles);
  const dirty = useStoreParts(documents.store, ({ documents: all }) =>
    [...all.values()].filter((each) => each.dirty).map(({ path }) => path),
  );
  const isIgnored = useIgnoredPaths(files);
  const [menu, setMenu] = useState<OpenMenu>();
  const rows = useMemo(
    () => treeRows({ folders, expanded }, hideIgnored ? (path) => isIgnored(path, false) : undefined),
    [folders, expanded, hideIgnored, isIgnored],
  );
  const onKey = (event: KeyboardEvent, row: TreeRow | undefined): void => {
    if (!row || row.kind === "message") return;
    if (event.key === "F2") naming.begin({ kind: "rename", path: row.path });
    else if (event.key === "Delete") void actions.remove(row.path, row.kind);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <FileTree
        rows={rows}
        selected={selected}
        isIgnored={isIgnored}
        dirty={new Set(dirty)}
        edit={naming.edit}
        onSelect={(row) => files.select(row.path)}
        onToggle={(path, open) => files.toggle(path, open)}
        onOpen={(path, keep) => editors.openFile(path, { preview: !keep, focus: keep })}
        onEdited={naming.finish}
        onWrong={naming.tellWrong}
        onMenu={(row, event) => {
          event.preventDefault();
          if (row) files.select(row.path);
          setMenu({ row, anchor: contextMenuAnchor(event), from: event.currentTarget });
        }}
        onKey={onKey}
      />
      {naming.wrong === undefined ? null : (
        <div className={styles["wrong"]} role="alert">
          {naming.wrong}
        </div>
      )}
      {menu ? (
        <MenuAt
          label={menu.row && menu.row.kind !== "message" ? `Actions for ${menu.row.name}` : "Files"}
          entries={menuEntries(menu.row, naming, actions)}
          anchor={menu.anchor}
          onClose={() => {
            setMenu(undefined);
            menu.from.focus();
          }}
        />
      ) : null}
    </>
  );
}

function menuEntries(
  row: TreeRow | undefined,
  naming: NameEditing,
  actions: FileActions,
): readonly MenuEntry[] {
  const folder = folderFor(row);
  const create: MenuEntry[] = [
    { kind: "action", title: "New file", run: () => naming.begin({ kind: "file", folder }) },
    { kind: "action", title: "New folder", run: () => naming.begin({ kind: "folder", folder }) },
  ];
  if (!row || row.kind === "message") return create;
  const { path, kind } = row;
  return [
    ...create,
    { kind: "separator" },
    { kind: "action", title: "Rename", keys: "F2", run: () => naming.begin({ kind: "rename", path }) },
    { kind: "action", title: "Copy path", run: () => void navigator.clipboard.writeText(path) },
    { kind: "separator" },
    {
      kind: "action",
      title: "Delete",
      keys: "Delete",
      danger: true,
      run: () => void actions.remove(path, kind),
    },
  ];
}
