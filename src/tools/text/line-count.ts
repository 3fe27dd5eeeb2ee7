/** Lines of a text in LF form. A newline at the end opens no further line; the empty text has none. */
export function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** How many lines `splitLines` would give, without building them. */
export function countLines(text: string): number {
  let count = 0;
  let at = 0;
  while (at < text.length) {
    count += 1;
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  return count;
}

/** The 1-based line that holds an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
