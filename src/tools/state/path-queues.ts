/** Lets work on one key run one after the other in the order of arrival; work on different keys runs side by side. */
export class PathQueues {
  readonly #tails = new Map<string, Promise<void>>();
  #entrance: Promise<unknown> = Promise.resolve();

  /**
   * Runs `work` when every key is free. Keys are found by `findKeys`, one caller at a time, so that calls keep the order
   * in which they were made even when finding a key takes time. A waiter that is aborted leaves without running.
   */
  async run<Found, Value>(
    findKeys: () => Promise<{ readonly keys: readonly string[]; readonly found: Found }>,
    signal: AbortSignal | undefined,
    work: (found: Found) => Promise<Value>,
  ): Promise<Value> {
    const entered = this.#entrance.then(async () => {
      signal?.throwIfAborted();
      const { keys, found } = await findKeys();
      return { found, turn: this.#enqueue(keys) };
    });
    this.#entrance = entered.catch(() => undefined);
    const { found, turn } = await entered;
    try {
      await Promise.race([turn.free, ...(signal === undefined ? [] : [whenAborted(signal, turn.free)])]);
      signal?.throwIfAborted();
      return await work(found);
    } finally {
      turn.leave();
    }
  }

  #enqueue(keys: readonly string[]): { readonly free: Promise<unknown>; leave(): void } {
    const unique = [...new Set(keys)];
    const before = unique.map((key) => this.#tails.get(key) ?? Promise.resolve());
    let leave = (): void => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const free = Promise.all(before);
    // Whoever comes next waits for those before us too, so that an aborted waiter does not let it pass them.
    const done = free.then(() => left);
    for (const key of unique) this.#tails.set(key, done);
    void done.then(() => {
      for (const key of unique) if (this.#tails.get(key) === done) this.#tails.delete(key);
    });
    return { free, leave };
  }
}

function whenAborted(signal: AbortSignal, other: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => resolve();
    signal.addEventListener("abort", stop, { once: true });
    void other.finally(() => signal.removeEventListener("abort", stop));
    if (signal.aborted) resolve();
  });
}
