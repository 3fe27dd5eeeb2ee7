import { SEARCH_DEADLINE_MS } from "../limits.ts";

/** Whether an error says that time ran out. */
export function isCommandTimeout(error: unknown): boolean {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return /time(d)?[ -]?out|deadline exceeded/i.test(text);
}

/** One text for a search that was not finished: who, where, for what, after how long, and what to do. */
export function searchTimeoutError(
  tool: string,
  searched: string,
  pattern: string,
  seconds: number,
  hint: string,
): string {
  return `${tool} did not finish looking for "${pattern}" in ${searched} within ${seconds} s. Narrow it: ${hint}.`;
}

/** A signal that fires when a search has had its time, or with the caller's own. */
export function searchSignal(signal: AbortSignal | undefined): AbortSignal {
  const deadline = AbortSignal.timeout(SEARCH_DEADLINE_MS);
  return signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
}
