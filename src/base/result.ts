/** An expected outcome: a value, or a problem that the caller must look at. Bugs are thrown, never put here. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

export function succeed(): { readonly ok: true; readonly value: undefined };
export function succeed<Value>(value: Value): { readonly ok: true; readonly value: Value };
export function succeed(value?: unknown): { readonly ok: true; readonly value: unknown } {
  return { ok: true, value };
}

export function fail<Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem };
}
