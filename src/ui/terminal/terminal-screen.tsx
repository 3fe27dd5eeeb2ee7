import { useEffect, useRef } from "react";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { liveTerminalsOf } from "./live-terminals.ts";
import styles from "./terminal.module.css";

/** The place where the screen of one tab is shown. */
export function TerminalScreen({ id, focusCount }: { readonly id: string; readonly focusCount: number }) {
  const stores = useWorkbench();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const terminal = liveTerminalsOf(stores).get(id);
    const element = place.current;
    if (!terminal || !element) return;
    element.replaceChildren(terminal.element);
    terminal.fit();
    const observer = new ResizeObserver(() => requestAnimationFrame(() => terminal.fit()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      terminal.element.remove();
    };
  }, [stores, id]);
  useEffect(() => {
    if (focusCount > 0) liveTerminalsOf(stores).get(id)?.focus();
  }, [stores, id, focusCount]);
  return <div ref={place} className={styles["terminal"]} />;
}

export { liveTerminalsOf };
