import type { Engine, EngineStatus, OpenPort } from "../../contracts/engine.ts";
import type { KeepingState } from "../../contracts/project-keeping.ts";
import { createStore, type Store } from "./store.ts";

export interface EngineState {
  readonly status: EngineStatus;
  /** There while it is ready. */
  readonly engine: Engine | undefined;
  readonly label: string;
  readonly ports: readonly OpenPort[];
  /** How the browser's copy stands; `undefined` while nothing is known. */
  readonly saved: KeepingState | undefined;
}

export type EngineStore = Store<EngineState>;

export function createEngineStore(label: string): EngineStore {
  return createStore<EngineState>({
    status: { state: "not-started" },
    engine: undefined,
    label,
    ports: [],
    saved: undefined,
  });
}
