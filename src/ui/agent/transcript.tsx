import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RunView } from "../../contracts/run-view.ts";
import { Button } from "../kit/button.tsx";
import { OpenCards } from "./card.tsx";
import styles from "./transcript.module.css";
import { type TranscriptRow, transcriptRows } from "./transcript-rows.ts";
import type { TranscriptActions } from "./transcript-actions.ts";
import { TranscriptRowView } from "./transcript-row.tsx";

/** How close to its end the transcript must be for it to follow, in pixels. */
const FOLLOW_DISTANCE = 40;

/** The conversation, drawn where it is seen. It follows what is new only while its end is in sight. */
export function Transcript({
  view,
  streams,
  actions,
}: {
  readonly view: RunView;
  readonly streams: Readonly<Record<string, string>>;
  readonly actions: TranscriptActions;
}) {
  const interrupted = view.state.at === "interrupted";
  const rows = useMemo(() => transcriptRows(view.items, interrupted), [view.items, interrupted]);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    rangeExtractor: useCallback((range: Range) => withAsking(rows, range), [rows]),
  });
  const [openCards] = useState(() => new Map<string, boolean>());
  const { follows, toEnd } = useFollowing(scroller, canvas);
  return (
    <div className={styles["frame"]}>
      <div
        ref={scroller}
        className={styles["scroller"]}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // A scrolled region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <OpenCards value={openCards}>
          <div ref={canvas} className={styles["canvas"]} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, key, start }) => {
              const row = rows[index];
              return row ? (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={styles["row"]}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <TranscriptRowView row={row} live={liveText(row, streams)} actions={actions} />
                </div>
              ) : null;
            })}
          </div>
        </OpenCards>
      </div>
      {follows ? null : (
        <div className={styles["toEnd"]}>
          <Button size="small" onClick={toEnd}>
            To the newest
          </Button>
        </div>
      )}
    </div>
  );
}

/** Rows that ask stay drawn wherever the transcript is scrolled, so that a reason that was begun is not lost. */
function withAsking(rows: readonly TranscriptRow[], range: Range): number[] {
  const asking = rows.flatMap((row, index) => (isAsking(row) ? [index] : []));
  return [...new Set([...defaultRangeExtractor(range), ...asking])].toSorted((a, b) => a - b);
}

function isAsking(row: TranscriptRow): boolean {
  return row.kind === "item" && row.item.kind === "tool-call" && row.item.state === "asking";
}

function liveText(row: TranscriptRow, streams: Readonly<Record<string, string>>): string | undefined {
  return row.kind === "item" ? streams[row.key] : undefined;
}

/** Keeps the end in sight while it is in sight, whatever grows: new rows, streamed text, a card that opens. */
function useFollowing(scroller: RefObject<HTMLDivElement | null>, canvas: RefObject<HTMLDivElement | null>) {
  const [follows, setFollows] = useState(true);
  const following = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    const content = canvas.current;
    if (!element || !content) return;
    const onScroll = (): void => {
      following.current = element.scrollHeight - element.scrollTop - element.clientHeight < FOLLOW_DISTANCE;
      setFollows(following.current);
    };
    const observer = new ResizeObserver(() => {
      if (following.current) toEndOf(element);
    });
    observer.observe(content);
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller, canvas]);
  return {
    follows,
    toEnd: () => {
      if (scroller.current) toEndOf(scroller.current);
    },
  };
}

function toEndOf(element: HTMLElement): void {
  element.scrollTo({ top: element.scrollHeight });
}
