import { ArrowUp, Square, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { RunView, TranscriptItem } from "../../contracts/run-view.ts";
import { Button, IconButton } from "../kit/button.tsx";
import { isWorking, type RunsStore } from "../state/runs.ts";
import { useStore } from "../state/store.ts";
import styles from "./composer.module.css";

/** The id by which commands move the focus here. */
export const COMPOSER_ID = "agent-composer";
const ESCAPE_TWICE_MS = 2_000;

/** Where the next message is written. While the agent works, messages queue and can be taken back until they are read. */
export function Composer({
  runs,
  view,
  unavailable,
}: {
  readonly runs: RunsStore;
  readonly view: RunView | undefined;
  readonly unavailable: string | undefined;
}) {
  const draft = useStore(runs.store, (state) => state.draft);
  const opening = useStore(runs.store, (state) => state.opening);
  const working = isWorking(view);
  const stopping = useStopByEscape(runs, working);
  const send = (): void => void runs.send(draft);
  const onKeyDown = (event: KeyboardEvent): void => {
    stopping.onKeyDown(event);
    const sends = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!sends) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles["composer"]}>
      <Queue runs={runs} view={view} />
      {stopping.asks ? (
        <p className={styles["hint"]} role="status">
          Press Esc again to stop the run.
        </p>
      ) : null}
      {unavailable === undefined ? null : <p className={styles["hint"]}>{unavailable}</p>}
      <div className={styles["box"]}>
        <textarea
          id={COMPOSER_ID}
          className={styles["text"]}
          aria-label="Message to the agent"
          data-first-focus=""
          placeholder={working ? "Add something; it is read next" : "What should change?"}
          rows={Math.min(8, Math.max(2, draft.split("\n").length))}
          value={draft}
          onChange={(event) => runs.setDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles["buttons"]}>
          {working ? (
            <Button
              size="small"
              icon={<Square size={12} fill="currentColor" />}
              tooltip="Stop the run (Esc twice)"
              onClick={() => void runs.stop()}
            >
              Stop
            </Button>
          ) : null}
          <IconButton
            label={working ? "Queue the message" : "Send"}
            keys="Enter"
            icon={<ArrowUp size={16} />}
            disabled={draft.trim() === "" || opening}
            onClick={send}
          />
        </div>
      </div>
    </div>
  );
}

function Queue({ runs, view }: { readonly runs: RunsStore; readonly view: RunView | undefined }) {
  const queued = (view?.items ?? []).filter(isQueued);
  if (queued.length === 0) return null;
  return (
    <ul className={styles["queue"]} aria-label="Messages that wait">
      {queued.map(({ key, text }) => (
        <li key={key} className={styles["chip"]}>
          <button
            type="button"
            className={styles["chipText"]}
            title="Take it back to edit it"
            onClick={() => {
              void runs.withdraw(key, "edit");
              document.querySelector<HTMLElement>(`#${COMPOSER_ID}`)?.focus();
            }}
          >
            {text}
          </button>
          <IconButton
            label="Remove this message"
            icon={<X size={13} />}
            onClick={() => void runs.withdraw(key, "drop")}
          />
        </li>
      ))}
    </ul>
  );
}

function isQueued(item: TranscriptItem): item is Extract<TranscriptItem, { kind: "user-message" }> {
  return item.kind === "user-message" && item.state === "queued";
}

/** The first Esc asks, a second one soon after stops. */
function useStopByEscape(runs: RunsStore, working: boolean) {
  const [asks, setAsks] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    asks: asks && working,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || !working) return;
      clearTimeout(timer.current);
      if (asks) {
        setAsks(false);
        void runs.stop();
        return;
      }
      setAsks(true);
      timer.current = setTimeout(() => setAsks(false), ESCAPE_TWICE_MS);
    },
  };
}
