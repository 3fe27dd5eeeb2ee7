/** Automatic retries of one round. */
export const RETRIES_PER_ROUND = 2;

const BASE_MS = 1_000;
const LONGEST_MS = 300_000;
/** A wait differs from the plain doubling by at most this part, so that runs do not return together. */
const SPREAD = 0.2;

/**
 * How long to wait before the next attempt, in milliseconds. `failures` counts from 1; `draw` is from 0 to below 1.
 * What the provider asks for is kept, even above the longest wait of our own.
 */
export function retryDelay(failures: number, draw: number, retryAfterMs = 0): number {
  const doubled = Math.min(BASE_MS * 2 ** (failures - 1), LONGEST_MS);
  const spread = Math.min(doubled * (1 - SPREAD + 2 * SPREAD * draw), LONGEST_MS);
  return Math.round(Math.max(spread, retryAfterMs));
}
