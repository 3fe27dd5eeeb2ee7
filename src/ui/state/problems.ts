import { createStore, type Store } from "./store.ts";

export interface Problem {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** Who found it, such as `ts`. */
  readonly source: string;
}

export interface ProblemsState {
  /** Sorted by path and line. */
  readonly problems: readonly Problem[];
}

export interface ProblemsStore {
  readonly store: Store<ProblemsState>;
  /** Replaces all that one finder has said. */
  set(finder: string, problems: readonly Problem[]): void;
}

export function createProblemsStore(): ProblemsStore {
  const store = createStore<ProblemsState>({ problems: [] });
  const byFinder = new Map<string, readonly Problem[]>();
  return {
    store,
    set(finder, problems) {
      byFinder.set(finder, problems);
      const all = [...byFinder.values()].flat();
      store.setState({
        problems: all.toSorted(
          (a, b) => a.path.localeCompare(b.path) || a.line - b.line || a.column - b.column,
        ),
      });
    },
  };
}
