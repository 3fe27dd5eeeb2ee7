import { useStore as useZustandStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { createStore as createZustandStore } from "zustand/vanilla";

/** A value that changes as a whole and tells who listens. */
export interface Store<State> {
  getState(): State;
  getInitialState(): State;
  setState(partial: Partial<State> | ((state: State) => Partial<State>)): void;
  subscribe(listener: (state: State, previous: State) => void): () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  return createZustandStore<State>(() => initial);
}

/** What `select` finds in the store; the component is drawn again when that changes. It must not build new objects. */
export function useStore<State extends object, Selected>(
  store: Store<State>,
  select: (state: State) => Selected,
): Selected {
  return useZustandStore(store, select);
}

/** Like `useStore`, for a selector that builds a list or an object: compared entry by entry. */
export function useStoreParts<State extends object, Selected>(
  store: Store<State>,
  select: (state: State) => Selected,
): Selected {
  return useZustandStore(store, useShallow(select));
}
