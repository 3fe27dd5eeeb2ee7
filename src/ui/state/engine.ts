import type { Engine, EngineStatus, OpenPort } from "../../contracts/engine.ts";
import { createStore, type Store } from "./store.ts";

/** How the project's bytes are kept, in the words of the status line. */
export type SavedState =
  | { readonly state: "unknown" }
  | { readonly state: "restoring"; readonly done: number; readonly total: number }
  | { readonly state: "saving" }
  /** Milliseconds since 1970. */
  | { readonly state: "saved"; readonly at: number }
  | { readonly state: "on-disk" }
  | { readonly state: "failed"; readonly message: string };

export interface EngineState {
  readonly status: EngineStatus;
  /** There while it is ready. */
  readonly engine: Engine | undefined;
  readonly label: string;
  readonly ports: readonly OpenPort[];
  readonly saved: SavedState;
}

export type EngineStore = Store<EngineState>;

export function createEngineStore(label: string): EngineStore {
  return createStore<EngineState>({
    status: { state: "not-started" },
    engine: undefined,
    label,
    ports: [],
    saved: { state: "unknown" },
  });
}
