import { createStore, type Store } from "./store.ts";

export type TerminalState =
  | { readonly state: "waiting-for-engine" }
  | { readonly state: "starting" }
  | { readonly state: "running" }
  /** `undefined`: the engine was lost, so the code is not known. */
  | { readonly state: "ended"; readonly exitCode: number | undefined }
  | { readonly state: "failed"; readonly message: string };

export interface TerminalTab {
  readonly id: string;
  readonly title: string;
  readonly shell: TerminalState;
  /** Counts the shells that this tab has had. */
  readonly generation: number;
}

export interface TerminalsState {
  readonly tabs: readonly TerminalTab[];
  readonly active: string | undefined;
}

export interface TerminalsStore {
  readonly store: Store<TerminalsState>;
  /** The id of the new tab, which becomes the active one. */
  open(): string;
  close(id: string): void;
  choose(id: string): void;
  /** Asks for a new shell in a tab. */
  restart(id: string): void;
  tell(id: string, shell: TerminalState): void;
}

export function createTerminalsStore(): TerminalsStore {
  const store = createStore<TerminalsState>({ tabs: [], active: undefined });
  let last = 0;
  const change = (id: string, part: Partial<TerminalTab>): void =>
    store.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab)) }));
  return {
    store,
    open() {
      last += 1;
      const id = `terminal-${last}`;
      store.setState(({ tabs }) => ({
        tabs: [
          ...tabs,
          { id, title: `Shell ${last}`, shell: { state: "waiting-for-engine" }, generation: 1 },
        ],
        active: id,
      }));
      return id;
    },
    close(id) {
      store.setState(({ tabs, active }) => {
        const index = tabs.findIndex((tab) => tab.id === id);
        const left = tabs.filter((tab) => tab.id !== id);
        return { tabs: left, active: active === id ? (left[index] ?? left.at(-1))?.id : active };
      });
    },
    choose: (id) => store.setState({ active: id }),
    restart(id) {
      const generation = store.getState().tabs.find((tab) => tab.id === id)?.generation ?? 0;
      change(id, { shell: { state: "waiting-for-engine" }, generation: generation + 1 });
    },
    tell: (id, shell) => change(id, { shell }),
  };
}
