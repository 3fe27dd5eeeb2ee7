import type { ShellStatement } from "./statement.ts";

/** One past the last word of a statement; `null` when it runs nothing or ends in an open escape. */
export function argumentEnd(statement: ShellStatement): number | null {
  const last = statement.words.at(-1);
  if (last === undefined) return null;
  return endsInEscape(last.text) ? null : last.end;
}

/** Where a flag belongs: behind the last word, but before a `--` that would make it an operand. */
export function flagOffset(statement: ShellStatement): number | null {
  const dashes = statement.words.findIndex(
    ({ value }, index) => index > statement.programAt && value === "--",
  );
  return dashes < 0 ? argumentEnd(statement) : (statement.words[dashes - 1]?.end ?? null);
}

function endsInEscape(text: string): boolean {
  const slashes = /\\+$/.exec(text)?.[0].length ?? 0;
  return slashes % 2 === 1;
}
