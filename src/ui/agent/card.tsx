import { ChevronRight, type LucideIcon } from "lucide-react";
import { createContext, type ReactNode, useContext, useState } from "react";
import styles from "./tool-card.module.css";

/** Which cards the person opened or closed. It outlives the rows, which are drawn only where they are seen. */
export const OpenCards = createContext<Map<string, boolean>>(new Map());

/** A line that opens to its details. */
export function Card({
  id,
  icon: Icon,
  title,
  facts,
  under,
  children,
}: {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  readonly facts: ReactNode;
  /** Shown whether it is open or not. */
  readonly under: ReactNode;
  readonly children: ReactNode;
}) {
  const kept = useContext(OpenCards);
  const [open, setOpen] = useState(kept.get(id) ?? false);
  const toggle = (): void => {
    kept.set(id, !open);
    setOpen(!open);
  };
  return (
    <div className={styles["card"]}>
      <button type="button" className={styles["head"]} aria-expanded={open} onClick={toggle}>
        <Icon size={14} aria-hidden="true" />
        <span className={styles["title"]}>{title}</span>
        <span className={styles["facts"]}>{facts}</span>
        <ChevronRight className={styles["chevron"]} size={14} aria-hidden="true" />
      </button>
      {under === null ? null : <div className={styles["under"]}>{under}</div>}
      {open ? <div className={styles["details"]}>{children}</div> : null}
    </div>
  );
}
