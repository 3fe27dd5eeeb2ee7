import { runStatementsInText } from "./questions/command-segments.ts";
import { argumentsOf, type ShellStatement } from "./statement.ts";
import { isLiteral } from "./word-certainty.ts";

/** The directory that a statement starts in, after the `cd` before it; `null` when the command does not tell. */
export function runDirectory(command: string, statement: ShellStatement, cwd: string | null): string | null {
  let directory = cwd;
  for (const before of runStatementsInText(command)) {
    if (before.start >= statement.start) break;
    if (before.program !== "cd") continue;
    const [to] = argumentsOf(before);
    if (to === undefined || !isLiteral(to) || to.value === "-") return null;
    directory =
      to.value.startsWith("/") || directory !== null ? resolvePath(directory ?? "/", to.value) : null;
  }
  return directory;
}

/** `path` seen from `directory`, with `.` and `..` resolved. */
export function resolvePath(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${directory}/${path}`).split("/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  return `/${parts.join("/")}`;
}
