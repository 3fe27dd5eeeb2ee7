import { type Disposable, disposable } from "../../base/disposable.ts";
import { isRecord, type Memory } from "./memory.ts";
import { createStore, type Store } from "./store.ts";

export type LayoutMode = "wide" | "middle" | "narrow";

/** Where a view of the workbench stands. */
export type ViewPlace = "side" | "bottom";

export type PanelName = "side" | "bottom" | "agent";

export interface LayoutState {
  readonly mode: LayoutMode;
  readonly open: Readonly<Record<PanelName, boolean>>;
  /** Pixels. */
  readonly sizes: Readonly<Record<PanelName, number>>;
  /** The id of the view that a panel shows. */
  readonly views: Readonly<Record<ViewPlace, string>>;
  /** What the one column of the narrow layout shows. */
  readonly narrowView: string;
}

export interface LayoutStore extends Disposable {
  readonly store: Store<LayoutState>;
  setOpen(panel: PanelName, open: boolean): void;
  toggle(panel: PanelName): void;
  resize(panel: PanelName, pixels: number): void;
  /** Shows a view and opens its panel, in whatever layout. */
  showView(place: ViewPlace, id: string): void;
  showNarrow(id: string): void;
}

export const NARROW_EDITOR = "editor";

const FIRST: Omit<LayoutState, "mode"> = {
  open: { side: true, bottom: true, agent: true },
  sizes: { side: 260, bottom: 240, agent: 400 },
  views: { side: "files", bottom: "terminal" },
  narrowView: "agent",
};

/** In the middle layout panels cover the editor, so they are closed until asked for. */
const CLOSED: LayoutState["open"] = { side: false, bottom: false, agent: false };

export function createLayoutStore(memory: Memory): LayoutStore {
  const middle = matchMedia("(max-width: 1199.98px)");
  const narrow = matchMedia("(max-width: 799.98px)");
  const modeNow = (): LayoutMode => (narrow.matches ? "narrow" : middle.matches ? "middle" : "wide");
  const remembered = readLayout(memory.read("layout"));
  const mode = modeNow();
  const store = createStore<LayoutState>({
    ...remembered,
    mode,
    open: mode === "wide" ? remembered.open : CLOSED,
  });
  let wideOpen = remembered.open;
  const remember = (): void => {
    const { mode: current, open, sizes, views, narrowView } = store.getState();
    if (current === "wide") wideOpen = open;
    memory.write("layout", { open: wideOpen, sizes, views, narrowView });
  };
  const onWidth = (): void => {
    const next = modeNow();
    if (next === store.getState().mode) return;
    store.setState({ mode: next, open: next === "wide" ? wideOpen : CLOSED });
  };
  middle.addEventListener("change", onWidth);
  narrow.addEventListener("change", onWidth);
  const change = (partial: Partial<LayoutState>): void => {
    store.setState(partial);
    remember();
  };
  const setOpen = (panel: PanelName, open: boolean): void =>
    change({ open: { ...store.getState().open, [panel]: open } });
  return {
    store,
    setOpen,
    toggle: (panel) => setOpen(panel, !store.getState().open[panel]),
    resize: (panel, pixels) => change({ sizes: { ...store.getState().sizes, [panel]: Math.round(pixels) } }),
    showView(place, id) {
      const { views, open } = store.getState();
      change({ views: { ...views, [place]: id }, open: { ...open, [place]: true }, narrowView: id });
    },
    showNarrow: (id) => change({ narrowView: id }),
    ...disposable(() => {
      middle.removeEventListener("change", onWidth);
      narrow.removeEventListener("change", onWidth);
    }),
  };
}

/** What was remembered, each wrong or missing field replaced by its first value. */
export function readLayout(foreign: unknown): Omit<LayoutState, "mode"> {
  const fields = isRecord(foreign) ? foreign : {};
  return {
    open: readFields(fields["open"], FIRST.open, (value) => typeof value === "boolean"),
    sizes: readFields(
      fields["sizes"],
      FIRST.sizes,
      (value) => typeof value === "number" && value >= 100 && value <= 4000,
    ),
    views: readFields(fields["views"], FIRST.views, (value) => typeof value === "string"),
    narrowView: typeof fields["narrowView"] === "string" ? fields["narrowView"] : FIRST.narrowView,
  };
}

function readFields<Fields extends object>(
  foreign: unknown,
  first: Fields,
  isRight: (value: unknown) => boolean,
): Fields {
  const kept = { ...first } as Record<string, unknown>;
  if (isRecord(foreign))
    for (const name of Object.keys(first)) if (isRight(foreign[name])) kept[name] = foreign[name];
  return kept as Fields;
}
