const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** A size for people and models: bytes below 1 KB, then one decimal without a trailing zero. */
export function formatByteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toFixed(1))} ${UNITS[unit]}`;
}

/** A number with thousands separated. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
