import type { SuiteCounts } from "../../contracts/suite-notes.ts";

export interface SuitePart {
  readonly name: "passed" | "failed" | "flaky" | "skipped" | "not run";
  readonly count: number;
  /** Of all tests, 0 to 1. */
  readonly share: number;
}

/** The parts of a run that are not empty, in a fixed order. */
export function suiteParts(counts: SuiteCounts): readonly SuitePart[] {
  const parts = [
    { name: "passed", count: counts.passed },
    { name: "failed", count: counts.failed },
    { name: "flaky", count: counts.flaky },
    { name: "skipped", count: counts.skipped },
    { name: "not run", count: counts.notRun ?? 0 },
  ] as const;
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return parts.filter(({ count }) => count > 0).map((part) => ({ ...part, share: part.count / total }));
}

/** "32 passed, 5 failed". */
export function suitePartsInWords(parts: readonly SuitePart[]): string {
  return parts.map(({ name, count }) => `${count} ${name}`).join(", ");
}
