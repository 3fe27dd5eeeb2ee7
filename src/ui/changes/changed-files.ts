import type { FileEffect, RunView, ToolCallView, TranscriptItem } from "../../contracts/run-view.ts";
import { changesOfCall } from "../state/call-changes.ts";

export interface ChangedFile extends FileEffect {
  /** The whole file before and after the turn; absent where a command or an unrecorded edit had a part in it. */
  readonly texts?: { readonly before: string; readonly after: string };
}

export interface TurnChanges {
  readonly turn: number;
  readonly running: boolean;
  readonly files: readonly ChangedFile[];
}

/** What the agent changed, newest turn first; turns without changes are left out. The running turn counts too. */
export function changesByTurn(view: RunView | undefined): readonly TurnChanges[] {
  if (!view) return [];
  const turns: TurnChanges[] = [];
  let calls: ToolCallView[] = [];
  for (const item of view.items) {
    if (item.kind === "turn-end") {
      turns.push({ turn: item.turn, running: false, files: withTexts(item.files, calls) });
      calls = [];
    } else calls.push(...callsOf(item));
  }
  const open = mergedByPath(calls.flatMap(({ files }) => files));
  turns.push({ turn: view.turn, running: true, files: withTexts(open, calls) });
  return turns.filter(({ files }) => files.length > 0).toReversed();
}

function callsOf(item: TranscriptItem): readonly ToolCallView[] {
  return item.kind === "tool-call" && item.files.length > 0 ? [item] : [];
}

function withTexts(files: readonly FileEffect[], calls: readonly ToolCallView[]): readonly ChangedFile[] {
  return files.map((file) => {
    const texts = file.newPath === undefined ? textsOf(file.path, calls) : undefined;
    return texts ? { ...file, texts } : file;
  });
}

function textsOf(path: string, calls: readonly ToolCallView[]): ChangedFile["texts"] {
  const touching = calls.filter(({ files }) => files.some((file) => file.path === path));
  const changes = touching.flatMap((call) =>
    changesOfCall(call).filter((change) => change.whole && change.path === path),
  );
  const [first] = changes;
  const last = changes.at(-1);
  if (!first || !last || changes.length < touching.length) return undefined;
  return { before: first.before, after: last.after };
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
