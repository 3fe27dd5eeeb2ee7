import { disposable, type Disposable } from "./disposable.ts";

export type Listener<Event> = (event: Event) => void;

/** The half of an emitter that its readers get. */
export interface Subscribable<Event> {
  subscribe(listener: Listener<Event>): Disposable;
}

/** Calls its listeners in the order in which they subscribed. A listener that throws does not keep the others from the event. */
export class Emitter<Event> implements Subscribable<Event>, Disposable {
  readonly #listeners = new Set<{ readonly call: Listener<Event> }>();
  readonly #onListenerError: (error: unknown) => void;

  constructor(onListenerError: (error: unknown) => void = rethrowLater) {
    this.#onListenerError = onListenerError;
  }

  subscribe(listener: Listener<Event>): Disposable {
    const entry = { call: listener };
    this.#listeners.add(entry);
    return disposable(() => this.#listeners.delete(entry));
  }

  emit(event: Event): void {
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener.call(event);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
