import { useEffect, useMemo, useState } from "react";
import { Kbd } from "../kit/kbd.tsx";
import { keysForPeople } from "../kit/key-names.ts";
import type { EditorTab } from "../state/editors.ts";
import { nameOf, parentOf } from "../state/project-paths.ts";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { followList } from "./follow-list.ts";
import { fuzzyFilter } from "./fuzzy.ts";
import { MarkedText } from "./marked-text.tsx";
import { PickList } from "./pick-list.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

type Shown = "commands" | "files" | "shortcuts" | undefined;

const MOST_ROWS = 60;

/** The palette, quick open and the list of shortcuts, with the commands that show them. */
export function Palettes() {
  const { commands } = useWorkbench();
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    const registered = commands.register(
      {
        id: "palette.commands",
        title: "Search or run a command",
        group: "Help",
        keys: ["Mod+K", "Mod+Shift+P"],
        run: () => setShown("commands"),
      },
      {
        id: "palette.files",
        title: "Open a file by name",
        group: "Files",
        keys: ["Mod+P"],
        run: () => setShown("files"),
      },
      {
        id: "help.shortcuts",
        title: "Show all shortcuts",
        group: "Help",
        keys: ["?"],
        run: () => setShown("shortcuts"),
      },
    );
    return () => registered.dispose();
  }, [commands]);
  const close = (): void => setShown(undefined);
  switch (shown) {
    case "commands":
      return <CommandPalette key="commands" onClose={close} />;
    case "files":
      return <QuickOpen key="files" onClose={close} />;
    case "shortcuts":
      return <ShortcutsDialog onClose={close} />;
    case undefined:
      return null;
  }
}

function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { commands } = useWorkbench();
  const all = useStore(commands.store, (state) => state.commands);
  const [query, setQuery] = useState("");
  const [possible] = useState(() => all.filter(({ hidden, when }) => hidden !== true && when?.() !== false));
  const found = fuzzyFilter(query, possible, ({ group, title }) => `${group}: ${title}`, MOST_ROWS);
  return (
    <PickList
      label="Commands"
      placeholder="What do you want to do?"
      query={query}
      onQuery={setQuery}
      onClose={onClose}
      empty="No command has these letters. Clear the text to see all of them."
      items={found.map(({ item, match }) => ({
        id: item.id,
        main: <MarkedText text={`${item.group}: ${item.title}`} places={match.places} />,
        ...(item.keys?.[0] === undefined ? {} : { end: <Kbd>{keysForPeople(item.keys[0])}</Kbd> }),
        choose: () => void commands.run(item.id),
      }))}
    />
  );
}

type FileList =
  | { readonly state: "reading" }
  | { readonly state: "ready"; readonly files: readonly string[] }
  | { readonly state: "failed"; readonly message: string };

function QuickOpen({ onClose }: { readonly onClose: () => void }) {
  const { files, editors } = useWorkbench();
  const [query, setQuery] = useState("");
  const [list, setList] = useState<FileList>({ state: "reading" });
  const connected = useStore(files.store, (state) => state.connected);
  useEffect(() => {
    // A project that is being filled, or an engine that comes back, changes the list while it is shown.
    const following = followList({
      read: (signal) => files.allFiles(signal),
      onChange: (changed) => files.onChanges(changed),
      show: (found) => setList({ state: "ready", files: found }),
      showFailure: (error) => setList({ state: "failed", message: String(error) }),
    });
    return () => following.dispose();
  }, [files, connected]);
  const line = splitLine(query)[1];
  const recent = useStore(editors.store, (state) => state.tabs);
  const found = useMemo(() => findFiles(list, query, recent), [list, query, recent]);
  return (
    <PickList
      label="Files of the project"
      placeholder="Name of a file, and :line to go there"
      query={query}
      onQuery={setQuery}
      onClose={onClose}
      empty={emptyWords(list)}
      items={found.map(({ item: path, match }) => ({
        id: path,
        main: (
          <MarkedText text={nameOf(path)} places={match.places} from={path.length - nameOf(path).length} />
        ),
        detail: parentOf(path),
        choose: () => editors.openFile(path, line === undefined ? {} : { place: { line } }),
      }))}
    />
  );
}

/** Files that are open stand before others that fit as well. */
function findFiles(list: FileList, query: string, tabs: readonly EditorTab[]) {
  if (list.state !== "ready") return [];
  const open = new Set(tabs.flatMap((tab) => (tab.kind === "file" ? [tab.path] : [])));
  const ordered = list.files.toSorted((a, b) => Number(open.has(b)) - Number(open.has(a)));
  return fuzzyFilter(splitLine(query)[0], ordered, (path) => path, MOST_ROWS);
}

/** The letters and, after a colon, the line. */
function splitLine(query: string): readonly [string, number | undefined] {
  const found = /^(.*):(\d{1,7})$/.exec(query);
  return found ? [found[1] ?? "", Number(found[2])] : [query, undefined];
}

function emptyWords(list: FileList): string {
  switch (list.state) {
    case "reading":
      return "Reading the names of the project's files.";
    case "failed":
      return `The files could not be listed: ${list.message}. Close this and try again.`;
    case "ready":
      return list.files.length === 0
        ? "The project has no files yet."
        : "No file has these letters in its path.";
  }
}
