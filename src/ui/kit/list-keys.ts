/** Where a key moves the active row of a vertical list. `undefined`: the key is not for moving. */
export function movedIndex(key: string, current: number, count: number, pageSize = 10): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(last, current + 1);
    case "ArrowUp":
      return Math.max(0, current - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    case "PageDown":
      return Math.min(last, current + pageSize);
    case "PageUp":
      return Math.max(0, current - pageSize);
    default:
      return undefined;
  }
}

export interface TypeAhead {
  /** The next row whose name begins with what was typed lately, or `undefined`. */
  find(key: string, names: readonly string[], current: number, now: number): number | undefined;
}

const FORGET_MS = 700;

export function createTypeAhead(): TypeAhead {
  let typed = "";
  let at = 0;
  return {
    find(key, names, current, now) {
      if (key.length !== 1 || key === " ") return undefined;
      typed = now - at > FORGET_MS ? key : typed + key;
      at = now;
      const wanted = typed.toLowerCase();
      const first = typed.length === 1 ? current + 1 : current;
      for (let step = 0; step < names.length; step += 1) {
        const index = (first + step) % names.length;
        if (names[index]?.toLowerCase().startsWith(wanted)) return index;
      }
      return undefined;
    },
  };
}
