import { type Disposable, DisposableStore, disposable } from "../../base/disposable.ts";

export interface FollowedList<Item> {
  read(signal: AbortSignal): Promise<readonly Item[]>;
  /** Tells that the list may be another one now. */
  onChange(changed: () => void): Disposable;
  show(items: readonly Item[]): void;
  showFailure(error: unknown): void;
}

/**
 * Shows a list now and after each change. One reading at a time: changes during it lead to one more when it is done,
 * so that what is shown is never older than what was shown before, however many changes there are.
 */
export function followList<Item>(list: FollowedList<Item>): Disposable {
  const owned = new DisposableStore();
  const stop = new AbortController();
  owned.add(disposable(() => stop.abort()));
  const state = { isReading: false, hasChanged: false };
  const read = async (): Promise<void> => {
    state.hasChanged = true;
    if (state.isReading) return;
    state.isReading = true;
    while (state.hasChanged && !stop.signal.aborted) {
      state.hasChanged = false;
      try {
        const items = await list.read(stop.signal);
        if (!stop.signal.aborted) list.show(items);
      } catch (error) {
        if (!stop.signal.aborted) list.showFailure(error);
      }
    }
    state.isReading = false;
  };
  owned.add(list.onChange(() => void read()));
  void read();
  return owned;
}
