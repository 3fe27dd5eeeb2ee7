import { isRecord, type Memory } from "./memory.ts";
import { createStore, type Store } from "./store.ts";

export interface FileTab {
  readonly kind: "file";
  /** The path: a file has one tab. */
  readonly id: string;
  readonly path: string;
  /** Shown in italics; the next file that is only looked at takes its place. */
  readonly preview: boolean;
  readonly pinned: boolean;
}

/** A tab that another part draws. The host maps `view` to what is drawn. */
export interface ViewTab {
  readonly kind: "view";
  readonly id: string;
  readonly view: string;
  readonly title: string;
  /** Tells two tabs of one view apart, such as a path or a run. */
  readonly subject: string;
  readonly pinned: boolean;
}

export type EditorTab = FileTab | ViewTab;

export interface Place {
  /** Counted from 1. */
  readonly line: number;
  readonly column?: number;
}

export interface EditorsState {
  readonly tabs: readonly EditorTab[];
  readonly active: string | undefined;
  /** A place to go to; `count` rises with every wish, so that the same place can be asked for twice. */
  readonly goTo: { readonly path: string; readonly place: Place; readonly count: number } | undefined;
  /** Where the caret is in the active file. */
  readonly caret: Place | undefined;
  /** Rises when the editor is asked to take the focus. */
  readonly focusWish: number;
}

export interface OpenFileOptions {
  readonly place?: Place;
  /** Only looked at: takes the preview tab. */
  readonly preview?: boolean;
  /** Moves the focus into the editor, `true` by default. */
  readonly focus?: boolean;
}

export interface EditorsStore {
  readonly store: Store<EditorsState>;
  openFile(path: string, options?: OpenFileOptions): void;
  /** `focus` says whether the person asked for it, `true` by default. */
  openView(tab: Pick<ViewTab, "view" | "title" | "subject">, focus?: boolean): void;
  activate(id: string): void;
  close(id: string): void;
  closeOthers(id: string): void;
  /** Keeps a preview tab. */
  keep(id: string): void;
  togglePin(id: string): void;
  /** The next or previous tab, around the end. */
  step(by: 1 | -1): void;
  /** Follows a rename of a file or of a folder above it. */
  moved(from: string, to: string): void;
  setCaret(caret: Place | undefined): void;
}

const MOST_TABS_KEPT = 40;

/** `mayClose` is asked before a file tab goes; it may answer later by closing the tab itself. */
export function createEditorsStore(
  memory: Memory,
  mayClose: (path: string) => boolean = () => true,
): EditorsStore {
  const store = createStore<EditorsState>({
    ...readTabs(memory.read("editors")),
    goTo: undefined,
    caret: undefined,
    focusWish: 0,
  });
  const change = (part: Partial<EditorsState>): void => {
    store.setState(part);
    const { tabs, active } = store.getState();
    memory.write("editors", { tabs: tabs.slice(0, MOST_TABS_KEPT), active });
  };
  const replaceTab = (id: string, replace: (tab: EditorTab) => EditorTab): void =>
    change({ tabs: store.getState().tabs.map((tab) => (tab.id === id ? replace(tab) : tab)) });
  const wishFocus = (focus: boolean): Pick<EditorsState, "focusWish"> => ({
    focusWish: store.getState().focusWish + (focus ? 1 : 0),
  });
  const close = (id: string): void => {
    const tab = store.getState().tabs.find((each) => each.id === id);
    if (!tab || (tab.kind === "file" && !mayClose(tab.path))) return;
    change(withoutTab(store.getState(), tab));
  };
  return {
    store,
    openFile(path, { place, preview = false, focus = true } = {}) {
      const { goTo } = store.getState();
      change({
        tabs: withFile(store.getState(), path, preview),
        active: path,
        ...(place ? { goTo: { path, place, count: (goTo?.count ?? 0) + 1 } } : {}),
        ...wishFocus(focus),
      });
    },
    openView: (tab, focus = true) => change({ ...withView(store.getState(), tab), ...wishFocus(focus) }),
    activate: (id) => change({ active: id, ...wishFocus(false) }),
    close,
    closeOthers(id) {
      for (const tab of store.getState().tabs) if (tab.id !== id && !tab.pinned) close(tab.id);
    },
    keep(id) {
      if (store.getState().tabs.some((tab) => tab.id === id && tab.kind === "file" && tab.preview))
        replaceTab(id, (tab) => (tab.kind === "file" ? { ...tab, preview: false } : tab));
    },
    togglePin: (id) => replaceTab(id, (tab) => ({ ...tab, pinned: !tab.pinned })),
    step(by) {
      const { tabs, active } = store.getState();
      const next = tabs[(tabs.findIndex(({ id }) => id === active) + by + tabs.length) % tabs.length];
      if (next) change({ active: next.id, ...wishFocus(true) });
    },
    moved: (from, to) => change(withMoved(store.getState(), from, to)),
    setCaret: (caret) => store.setState({ caret }),
  };
}

type Tabs = Pick<EditorsState, "tabs" | "active">;

function withoutTab({ tabs, active }: Tabs, gone: EditorTab): Tabs {
  const index = tabs.indexOf(gone);
  const left = tabs.filter((tab) => tab !== gone);
  return { tabs: left, active: active === gone.id ? (left[index] ?? left.at(-1))?.id : active };
}

function withView(
  { tabs }: Tabs,
  { view, title, subject }: Pick<ViewTab, "view" | "title" | "subject">,
): Tabs {
  const id = `${view}:${subject}`;
  const isOpen = tabs.some((tab) => tab.id === id);
  const added: EditorTab = { kind: "view", id, view, title, subject, pinned: false };
  return { tabs: isOpen ? tabs : [...tabs, added], active: id };
}

function withMoved({ tabs, active }: Tabs, from: string, to: string): Tabs {
  const follow = (path: string): string =>
    path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
  return {
    tabs: tabs.map((tab) =>
      tab.kind === "file" ? { ...tab, id: follow(tab.path), path: follow(tab.path) } : tab,
    ),
    active: active === undefined ? undefined : follow(active),
  };
}

function withFile({ tabs, active }: Tabs, path: string, preview: boolean): readonly EditorTab[] {
  if (tabs.some(({ id }) => id === path))
    return preview
      ? tabs
      : tabs.map((tab) => (tab.id === path && tab.kind === "file" ? { ...tab, preview: false } : tab));
  const added: FileTab = { kind: "file", id: path, path, preview, pinned: false };
  const replaced = preview ? tabs.findIndex((tab) => tab.kind === "file" && tab.preview && !tab.pinned) : -1;
  if (replaced >= 0) return tabs.with(replaced, added);
  const after = tabs.findIndex(({ id }) => id === active);
  return after < 0 ? [...tabs, added] : tabs.toSpliced(after + 1, 0, added);
}

/** Tabs as any build may have remembered them. */
export function readTabs(foreign: unknown): Pick<EditorsState, "tabs" | "active"> {
  const fields = isRecord(foreign) ? foreign : {};
  const listed = Array.isArray(fields["tabs"]) ? fields["tabs"] : [];
  const tabs = new Map<string, EditorTab>();
  for (const each of listed.slice(0, MOST_TABS_KEPT) as readonly unknown[]) {
    const tab = isRecord(each) ? readTab(each) : undefined;
    if (tab) tabs.set(tab.id, tab);
  }
  const wished = fields["active"];
  const active = typeof wished === "string" && tabs.has(wished) ? wished : [...tabs.keys()].at(-1);
  return { tabs: [...tabs.values()], active };
}

function readTab(fields: Readonly<Record<string, unknown>>): EditorTab | undefined {
  const pinned = fields["pinned"] === true;
  const { path, view, title, subject } = fields;
  if (fields["kind"] === "file" && typeof path === "string")
    return { kind: "file", id: path, path, preview: fields["preview"] === true, pinned };
  if (typeof view === "string" && typeof title === "string" && typeof subject === "string")
    return { kind: "view", id: `${view}:${subject}`, view, title, subject, pinned };
  return undefined;
}
