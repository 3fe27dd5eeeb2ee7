import { commandSegments } from "./command-segments.ts";

/** Whether a program that the command runs, with its arguments, matches. The pattern starts with `^` and has no `g` or `y` flag. */
export function runsInCommandPosition(command: string, pattern: RegExp): boolean {
  if (pattern.global || pattern.sticky)
    throw new TypeError(`${pattern} must not remember a position (g, y).`);
  if (!pattern.source.startsWith("^")) throw new TypeError(`${pattern} must start with ^.`);
  return commandSegments(command).some(({ text }) => pattern.test(text));
}
