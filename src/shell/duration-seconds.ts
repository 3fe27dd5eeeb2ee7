const UNITS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** The seconds of a duration word (`280`, `20s`, `1.5h`), or `null` when it is none. */
export function durationSeconds(word: string): number | null {
  const match = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(word);
  const unit = UNITS[match?.[2] ?? ""];
  if (match === null || unit === undefined) return null;
  return Number(match[1]) * unit;
}
