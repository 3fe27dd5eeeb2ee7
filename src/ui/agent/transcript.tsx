import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RunView } from "../../contracts/run-view.ts";
import { Button } from "../kit/button.tsx";
import styles from "./transcript.module.css";
import { type TranscriptRow, transcriptRows } from "./transcript-rows.ts";
import { TranscriptRowView, type TranscriptActions } from "./transcript-row.tsx";

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
  const rows = useMemo(() => transcriptRows(view.items), [view.items]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  const { follows, toEnd } = useFollowing(scroller, virtualizer.getTotalSize(), streams);
  return (
    <div className={styles["frame"]}>
      <div
        ref={scroller}
        className={styles["scroller"]}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        tabIndex={0}
      >
        <div className={styles["canvas"]} style={{ height: virtualizer.getTotalSize() }}>
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

function liveText(row: TranscriptRow, streams: Readonly<Record<string, string>>): string | undefined {
  return row.kind === "item" ? streams[row.key] : undefined;
}

function useFollowing(scroller: RefObject<HTMLDivElement | null>, height: number, streams: object) {
  const [follows, setFollows] = useState(true);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = (): void => {
      setFollows(element.scrollHeight - element.scrollTop - element.clientHeight < FOLLOW_DISTANCE);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && follows) element.scrollTop = element.scrollHeight;
  }, [scroller, height, streams, follows]);
  return {
    follows,
    toEnd: () => {
      const element = scroller.current;
      if (element) element.scrollTop = element.scrollHeight;
      setFollows(true);
    },
  };
}
