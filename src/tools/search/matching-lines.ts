import type { CompiledPattern } from "./compile-pattern.ts";

export interface HitRow {
  /** 1-based. */
  readonly line: number;
  readonly content: string;
  readonly isHit: boolean;
}

/** One line that matches, with the lines around it. A line that matches too is a hit of its own. */
export interface TextHit {
  readonly rows: readonly HitRow[];
}

/** The lines of a text in LF form that match. A text without any is left after one fast look. */
export function matchingLines(
  text: string,
  { regex, anywhere }: CompiledPattern,
  contextLines: number,
): TextHit[] {
  anywhere.lastIndex = 0;
  const first = anywhere.exec(text);
  if (first === null) return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const matched: number[] = [];
  for (const [index, line] of lines.entries()) if (regex.test(line)) matched.push(index);
  const hitLines = new Set(matched);
  return matched.map((index) => {
    const from = Math.max(0, index - contextLines);
    const to = Math.min(lines.length - 1, index + contextLines);
    const rows: HitRow[] = [];
    for (let at = from; at <= to; at += 1) {
      rows.push({ line: at + 1, content: lines[at] ?? "", isHit: hitLines.has(at) });
    }
    return { rows };
  });
}
