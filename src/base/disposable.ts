/** Something that was started and must be stopped by its owner. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

export function disposable(release: () => void): Disposable {
  let released = false;
  return {
    dispose() {
      if (released) return;
      released = true;
      release();
    },
  };
}

/** Owns several things and stops them together, last added first. Adding to a disposed owner disposes at once. */
export class DisposableStore implements Disposable {
  readonly #owned: Disposable[] = [];
  #disposed = false;

  get disposed(): boolean {
    return this.#disposed;
  }

  add<Owned extends Disposable>(owned: Owned): Owned {
    if (this.#disposed) owned.dispose();
    else this.#owned.push(owned);
    return owned;
  }

  /** Every owned thing is disposed even if one throws; the first error is thrown after the last disposal. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const errors: unknown[] = [];
    for (const owned of this.#owned.splice(0).toReversed()) {
      try {
        owned.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
