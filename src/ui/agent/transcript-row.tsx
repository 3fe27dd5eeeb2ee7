import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { memo } from "react";
import type { FileEffect, TranscriptItem } from "../../contracts/run-view.ts";
import { durationInWords } from "../kit/relative-time.tsx";
import { FileEffects } from "./file-effects.tsx";
import { Markdown } from "./markdown.tsx";
import { ModelFailureView } from "./model-failure-view.tsx";
import { ReadingCard, ToolCard } from "./tool-card.tsx";
import { counted } from "./tool-sentence.ts";
import type { TranscriptActions } from "./transcript-actions.ts";
import type { TranscriptRow } from "./transcript-rows.ts";
import styles from "./transcript-row.module.css";

export const TranscriptRowView = memo(function TranscriptRowView({
  row,
  live,
  actions,
}: {
  readonly row: TranscriptRow;
  readonly live: string | undefined;
  readonly actions: TranscriptActions;
}) {
  if (row.kind === "reading") return <ReadingCard calls={row.calls} actions={actions} />;
  return <ItemView item={row.item} live={live} actions={actions} />;
});

function ItemView({
  item,
  live,
  actions,
}: {
  readonly item: TranscriptItem;
  readonly live: string | undefined;
  readonly actions: TranscriptActions;
}) {
  switch (item.kind) {
    case "user-message":
      return <div className={styles["said"]}>{item.text}</div>;
    case "assistant-text": {
      const text = item.streaming ? (live ?? "") : item.text;
      return text === "" ? <p className={styles["thinking"]}>Thinking …</p> : <Markdown text={text} />;
    }
    case "tool-call":
      return <ToolCard call={item} live={live} actions={actions} />;
    case "model-failure":
      return <ModelFailureView failure={item.failure} retried={item.willRetryAt !== undefined} />;
    case "notice":
      return (
        <p className={styles["notice"]} data-level={item.level}>
          {item.level === "warning" ? <TriangleAlert size={14} /> : <Info size={14} />}
          {item.text}
        </p>
      );
    case "turn-end":
      return <TurnEnd item={item} actions={actions} />;
  }
}

const OUTCOMES = {
  finished: "Done",
  stopped: "Stopped by you",
  failed: "Ended by a failure",
  interrupted: "Interrupted",
} as const;

function TurnEnd({
  item,
  actions,
}: {
  readonly item: Extract<TranscriptItem, { kind: "turn-end" }>;
  readonly actions: TranscriptActions;
}) {
  return (
    <div className={styles["turnEnd"]}>
      <p>
        {item.outcome === "failed" ? <CircleAlert size={13} /> : null}
        {OUTCOMES[item.outcome]} · {durationInWords(item.durationMs)} · {filesChanged(item.files)}
      </p>
      <FileEffects files={item.files} onOpen={actions.openFile} />
    </div>
  );
}

function filesChanged(files: readonly FileEffect[]): string {
  return files.length === 0 ? "no file changed" : `${counted(files.length, "file")} changed`;
}
