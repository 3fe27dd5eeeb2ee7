import { TIMEOUT_DEFAULT_MS, TIMEOUT_MAX_MS, TIMEOUT_MIN_MS } from "../limits.ts";
import { describe } from "../input/argument-errors.ts";
import { type Refusal, refusal } from "../refusal.ts";

/** How long a command may run, in milliseconds. */
export interface TimeoutCaps {
  readonly defaultMs: number;
  readonly maxMs: number;
}

/** Host settings over the built-in numbers; a setting that is no duration is dropped and told. The ceiling is never below the default. */
export function resolveTimeoutCaps(
  settings: { readonly defaultMs?: number | undefined; readonly maxMs?: number | undefined },
  notice: (message: string) => void,
): TimeoutCaps {
  const usable = (name: string, value: number | undefined): number | undefined => {
    if (value === undefined) return undefined;
    if (Number.isFinite(value) && value > 0) return value;
    notice(`${name} is ${String(value)}, which is no duration in milliseconds; it was ignored.`);
    return undefined;
  };
  const defaultMs = usable("execTimeoutMs", settings.defaultMs) ?? TIMEOUT_DEFAULT_MS;
  const maxMs = usable("maxExecTimeoutMs", settings.maxMs) ?? TIMEOUT_MAX_MS;
  return { defaultMs, maxMs: Math.max(maxMs, defaultMs) };
}

export function timeoutDescription({ defaultMs, maxMs }: TimeoutCaps): string {
  return (
    `Milliseconds the command may run, from ${TIMEOUT_MIN_MS}; ${defaultMs} when left out. ` +
    `A command that needs more than ${maxMs} goes on in the background.`
  );
}

/** The asked duration in milliseconds, `undefined` when none was asked, or why the value is not one. */
export function timeoutArgument(
  value: unknown,
  caps: TimeoutCaps,
): { readonly timeoutMs: number | undefined } | Refusal {
  if (value === undefined || value === null) return { timeoutMs: undefined };
  const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  const bounds = `"timeout" is in milliseconds, from ${TIMEOUT_MIN_MS}; ${caps.defaultMs} when left out`;
  if (typeof number !== "number" || !Number.isFinite(number) || number <= 0) {
    return refusal(
      "TIMEOUT_ARG",
      `${bounds}. It got ${describe(value)}. For one minute send {"timeout":60000}. The command was not run.`,
    );
  }
  if (number < TIMEOUT_MIN_MS) {
    return refusal(
      "TIMEOUT_ARG",
      `${bounds}. ${number} looks like seconds: for ${number} seconds send {"timeout":${Math.round(number * 1000)}}. The command was not run.`,
    );
  }
  return { timeoutMs: Math.round(number) };
}
