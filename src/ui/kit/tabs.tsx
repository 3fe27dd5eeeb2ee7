import { useRef, type ReactNode } from "react";
import styles from "./tabs.module.css";

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly badge?: ReactNode;
}

/** A row of tabs: arrows move and choose, one tab stop. The panel it rules has the id `${idPrefix}-panel`. */
export function Tabs<Id extends string>({
  label,
  idPrefix,
  items,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly idPrefix: string;
  readonly items: readonly TabItem<Id>[];
  readonly chosen: Id | undefined;
  readonly onChoose: (id: Id) => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  const move = (key: string): void => {
    const current = items.findIndex(({ id }) => id === chosen);
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    const next =
      key === "Home" ? 0 : key === "End" ? items.length - 1 : (current + step + items.length) % items.length;
    const item = items[next];
    if (!item || next === current) return;
    onChoose(item.id);
    row.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div ref={row} className={styles["tabs"]} role="tablist" aria-label={label}>
      {items.map((item, index) => {
        const isChosen = item.id === chosen;
        return (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${idPrefix}-tab-${item.id}`}
            className={styles["tab"]}
            aria-selected={isChosen}
            aria-controls={isChosen ? `${idPrefix}-panel` : undefined}
            tabIndex={isChosen || (index === 0 && chosen === undefined) ? 0 : -1}
            onClick={() => onChoose(item.id)}
            onKeyDown={(event) => {
              if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
              event.preventDefault();
              move(event.key);
            }}
          >
            {item.title}
            {item.badge}
          </button>
        );
      })}
    </div>
  );
}
