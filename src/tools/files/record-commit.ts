import type { ProjectPath } from "../paths/project-paths.ts";
import type { ToolSession } from "../session.ts";
import { type LineRange, mergedRanges, rangesThrough } from "../state/read-file-state.ts";
import { excerptOf, type Excerpt } from "../text/excerpt.ts";
import { countLines, splitLines } from "../text/line-count.ts";
import { lineHunks } from "../text/line-hunks.ts";
import type { CommittedText } from "./commit-text.ts";

/** The lines of `after` that are not in `before`, 1-based; a deletion names the line that follows it. */
function changedRegions(before: string, after: string): LineRange[] {
  return lineHunks(splitLines(before), splitLines(after)).map(({ newStart, newEnd }) => ({
    first: newStart + 1,
    last: newEnd,
  }));
}

/** Notes what the model knows of a file after its own change, and shows the changed regions as they are on disk. */
export function recordCommit(
  { state, windowed }: ToolSession,
  path: ProjectPath,
  before: string | undefined,
  committed: CommittedText,
  knownBefore: readonly LineRange[],
): Excerpt {
  const { text, intended, hash } = committed;
  const lines = splitLines(text.lf);
  const excerpt = excerptOf(path.relative, lines, changedRegions(before ?? "", text.lf));
  const written = committed.adjusted === undefined ? changedRegions(before ?? "", intended) : [];
  const known = mergedRanges([...rangesThrough(knownBefore, before ?? "", intended), ...written]);
  const onDisk = intended === text.lf ? known : rangesThrough(known, intended, text.lf);
  const entry = state.get(path.key);
  state.set(
    path.key,
    {
      hash,
      totalLines: countLines(text.lf),
      ranges: mergedRanges([...onDisk, ...excerpt.shown]),
      redacted: entry?.redacted ?? false,
      lastReadAt: Date.now(),
    },
    text.lf,
  );
  windowed.delete(path.key);
  return excerpt;
}
