import type { FileEffect, RunView, TranscriptItem } from "../../contracts/run-view.ts";

export interface TurnChanges {
  readonly turn: number;
  readonly files: readonly FileEffect[];
}

/** What the agent changed, newest turn first; turns without changes are left out. The running turn counts too. */
export function changesByTurn(view: RunView | undefined): readonly TurnChanges[] {
  if (!view) return [];
  const turns: TurnChanges[] = [];
  let open: FileEffect[] = [];
  for (const item of view.items) {
    if (item.kind === "turn-end") {
      turns.push({ turn: item.turn, files: item.files });
      open = [];
    } else open.push(...effectsOf(item));
  }
  if (open.length > 0) turns.push({ turn: view.turn, files: mergedByPath(open) });
  return turns.filter(({ files }) => files.length > 0).toReversed();
}

function effectsOf(item: TranscriptItem): readonly FileEffect[] {
  return item.kind === "tool-call" ? item.files : [];
}

/** Several changes of one file count as one with all their lines. */
function mergedByPath(effects: readonly FileEffect[]): readonly FileEffect[] {
  const merged = new Map<string, FileEffect>();
  for (const effect of effects) {
    const before = merged.get(effect.path);
    merged.set(effect.path, {
      ...effect,
      change: before?.change === "created" && effect.change === "modified" ? "created" : effect.change,
      addedLines: (before?.addedLines ?? 0) + effect.addedLines,
      removedLines: (before?.removedLines ?? 0) + effect.removedLines,
    });
  }
  return [...merged.values()];
}
