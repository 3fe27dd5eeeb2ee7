/** Small plain values that outlive the page, such as sizes and open tabs. Never keys or file contents. */
export interface Memory {
  /** `undefined` when nothing readable is there. What comes back was written by any build: check it. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}

type Place = Pick<Storage, "getItem" | "setItem">;

/** Memory in the browser's local storage. Where that is closed or full, it lasts as long as the page. */
export function memoryInStorage(prefix: string, place: () => Place = () => localStorage): Memory {
  const unsaved = new Map<string, string>();
  return {
    read(name) {
      const key = prefix + name;
      try {
        const text = unsaved.get(key) ?? place().getItem(key);
        return text === null ? undefined : (JSON.parse(text) as unknown);
      } catch {
        return undefined;
      }
    },
    write(name, value) {
      const text = JSON.stringify(value);
      try {
        place().setItem(prefix + name, text);
        unsaved.delete(prefix + name);
      } catch {
        unsaved.set(prefix + name, text);
      }
    },
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
