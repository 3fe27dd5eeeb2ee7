import type { ToolCallView, TranscriptItem } from "../../contracts/run-view.ts";
import { isReading } from "./tool-sentence.ts";

/** One row of the transcript: an item, or several looks in a row as one. */
export type TranscriptRow =
  | { readonly kind: "item"; readonly key: string; readonly item: TranscriptItem }
  | { readonly kind: "reading"; readonly key: string; readonly calls: readonly ToolCallView[] };

/**
 * Messages that wait in the queue are not part of the transcript yet. In a run that was interrupted nothing runs, whatever
 * its last rows say.
 */
export function transcriptRows(
  items: readonly TranscriptItem[],
  interrupted = false,
): readonly TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  let calls: ToolCallView[] = [];
  const flush = (): void => {
    const [first] = calls;
    if (first && calls.length === 1) rows.push({ kind: "item", key: first.key, item: first });
    else if (first) rows.push({ kind: "reading", key: first.key, calls });
    calls = [];
  };
  for (const item of items) {
    if (interrupted && item.kind === "tool-call" && (item.state === "running" || item.state === "waiting")) {
      flush();
      const state = item.state === "running" ? "outcome-unknown" : "not-started";
      rows.push({ kind: "item", key: item.key, item: { ...item, state } });
      continue;
    }
    if (item.kind === "tool-call" && isReading(item)) {
      calls.push(item);
      continue;
    }
    if (item.kind === "user-message" && item.state === "queued") continue;
    if (item.kind === "assistant-text" && item.text === "" && !item.streaming) continue;
    flush();
    rows.push({ kind: "item", key: item.key, item });
  }
  flush();
  return rows;
}
