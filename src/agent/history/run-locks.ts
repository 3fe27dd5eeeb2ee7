import type { Disposable } from "../../base/disposable.ts";

/** A lock that is held until it is disposed or taken away. */
export interface HeldLock extends Disposable {
  /** Aborts when somebody took the lock over. */
  readonly lost: AbortSignal;
}

/** Mutual exclusion between the workers of all tabs. */
export interface RunLocks {
  /** `undefined`: somebody else holds it. */
  tryHold(name: string): Promise<HeldLock | undefined>;
  /** Takes the lock from whoever holds it. Only by the person's choice. */
  takeOver(name: string): Promise<HeldLock>;
}

/** Web Locks: the browser releases what a worker held when the worker is gone. */
export function webLocks(locks: LockManager): RunLocks {
  return {
    tryHold: (name) => hold(locks, name, { ifAvailable: true }),
    async takeOver(name) {
      const held = await hold(locks, name, { steal: true });
      if (held === undefined) throw new Error(`The lock ${name} was not given although it was taken.`);
      return held;
    },
  };
}

function hold(locks: LockManager, name: string, options: LockOptions): Promise<HeldLock | undefined> {
  return new Promise((resolve, reject) => {
    const lost = new AbortController();
    locks
      .request(name, options, (lock) => {
        if (lock === null) {
          resolve(undefined);
          return;
        }
        return new Promise<void>((release) => {
          resolve({ lost: lost.signal, dispose: release });
        });
      })
      .catch((error: unknown) => {
        lost.abort(error);
        reject(error instanceof Error ? error : new Error(String(error)));
      });
  });
}

/** For one worker without others beside it, such as a test or a program under Node. */
export function memoryLocks(): RunLocks {
  const holders = new Map<string, AbortController>();
  const take = (name: string): HeldLock => {
    const lost = new AbortController();
    holders.get(name)?.abort();
    holders.set(name, lost);
    return {
      lost: lost.signal,
      dispose() {
        if (holders.get(name) === lost) holders.delete(name);
      },
    };
  };
  return {
    tryHold: async (name) => (holders.has(name) ? undefined : take(name)),
    takeOver: async (name) => take(name),
  };
}
