import { type Refusal, refusal } from "../refusal.ts";

/** A call without any argument is most likely one that was cut off on its way; `null` when there are arguments. */
export function emptyCallError(input: unknown, tool: string): string | null {
  if (typeof input === "object" && input !== null && Object.keys(input).length > 0) return null;
  return `${tool} was called without any argument. The call was probably cut off on its way: send the whole call again.`;
}

/** What is wrong with a path argument, or `null`. */
export function pathArgError(path: unknown, tool: string, parameter = "path"): string | null {
  if (typeof path === "string" && path.trim() !== "") return null;
  const sent =
    path === undefined
      ? "nothing was sent"
      : `what was sent is ${typeof path === "string" ? "blank" : `${describe(path)}, not text`}`;
  return (
    `${tool} needs "${parameter}" as text, relative to the project root or absolute below it, ` +
    `for example {"${parameter}":"src/main.ts"}; ${sent}.`
  );
}

/** Advice for a failed read whose message says that the path is a directory, else `null`. */
export function directoryReadHint(message: string, path: string): string | null {
  if (!/EISDIR|is a directory/i.test(message)) return null;
  return `${path} is a directory. See what is in it with list_files, then read one of its files.`;
}

export function checkedPath(
  input: Readonly<Record<string, unknown>>,
  tool: string,
  parameter = "path",
): { readonly path: string } | Refusal {
  const empty = emptyCallError(input, tool);
  if (empty !== null) return refusal("EMPTY_CALL", empty);
  const path = input[parameter];
  const wrong = pathArgError(path, tool, parameter);
  return wrong === null && typeof path === "string" ? { path } : refusal("BAD_ARGUMENT", wrong ?? "");
}

/** A value as it is named in an error: short, and with its kind. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const text = JSON.stringify(value) ?? typeof value;
  return `${typeof value} ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

export function wholeNumberArg(
  value: unknown,
  tool: string,
  parameter: string,
): { readonly value: number | undefined } | Refusal {
  if (value === undefined || value === null) return { value: undefined };
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number)) return { value: number };
  return refusal(
    "BAD_ARGUMENT",
    `${tool} takes "${parameter}" as a whole number, for example {"${parameter}":40}; it got ${describe(value)}.`,
  );
}
