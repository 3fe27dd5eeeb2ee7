/** Resolves after the time or as soon as the signal aborts, whichever is first. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });
}

/** Resolves when the signal aborts, and `stop` ends the watch. */
export function whenAborted(signal: AbortSignal): { readonly aborted: Promise<void>; stop(): void } {
  let listener = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    listener = resolve;
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", listener);
  });
  return { aborted, stop: () => signal.removeEventListener("abort", listener) };
}
