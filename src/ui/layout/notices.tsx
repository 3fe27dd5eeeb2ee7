import { X } from "lucide-react";
import { useEffect } from "react";
import { useAnnouncer } from "../kit/announcer.tsx";
import { Button, IconButton } from "../kit/button.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import type { Notice } from "../state/notices.ts";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import styles from "./workbench.module.css";

const SHOWN_MS = 10_000;

/** Notices stay until they are read: they go by themselves only when they say something that was done. */
export function Notices() {
  const { notices } = useWorkbench();
  const shown = useStore(notices.store, (state) => state.notices);
  if (shown.length === 0) return null;
  return (
    <section className={styles["notices"]} aria-label="Notices" data-region="notices" tabIndex={-1}>
      {shown.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} onDismiss={() => notices.dismiss(notice.id)} />
      ))}
    </section>
  );
}

function NoticeLine({ notice, onDismiss }: { readonly notice: Notice; readonly onDismiss: () => void }) {
  const announcer = useAnnouncer();
  const { text, tone, id } = notice;
  const { notices } = useWorkbench();
  useEffect(() => announcer.politely(text), [announcer, text]);
  useEffect(() => {
    if (tone !== "info") return;
    const timer = setTimeout(() => notices.dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notices, id, tone]);
  return (
    <div className={styles["notice"]}>
      <StateDot tone={tone} />
      <span className={styles["noticeText"]}>{text}</span>
      {notice.action ? (
        <Button
          size="small"
          onClick={() => {
            notice.action?.run();
            onDismiss();
          }}
        >
          {notice.action.title}
        </Button>
      ) : null}
      <IconButton label="Dismiss" icon={<X size={14} />} onClick={onDismiss} />
    </div>
  );
}
