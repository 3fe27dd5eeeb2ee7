import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { movedIndex } from "../kit/list-keys.ts";
import styles from "./palette.module.css";

export interface PickItem {
  readonly id: string;
  readonly main: ReactNode;
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  readonly choose: () => void;
}

/** A text field over a list (the combobox pattern). Focus goes back to where it came from, unless a choice moves it. */
export function PickList({
  label,
  placeholder,
  query,
  items,
  empty,
  onQuery,
  onClose,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly items: readonly PickItem[];
  /** Said when nothing fits. */
  readonly empty: ReactNode;
  readonly onQuery: (query: string) => void;
  readonly onClose: () => void;
}) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const shown = Math.min(active, Math.max(0, items.length - 1));
  useReturnedFocus();
  useEffect(() => {
    list.current?.querySelector(`[id="${listId}-${shown}"]`)?.scrollIntoView({ block: "nearest" });
  }, [listId, shown]);
  const choose = (item: PickItem | undefined): void => {
    if (!item) return;
    onClose();
    // After the focus went back, so that the choice decides where it goes next.
    requestAnimationFrame(item.choose);
  };
  return (
    <>
      <div className={styles["scrim"]} onPointerDown={onClose} />
      <div className={styles["palette"]} role="dialog" aria-modal="true" aria-label={label}>
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          className={styles["input"]}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? `${listId}-${shown}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            onQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Escape") onClose();
            else if (event.key === "Enter") choose(items[shown]);
            else if (event.key === "Tab") event.preventDefault();
            else {
              const moves = event.key === "Home" || event.key === "End" ? undefined : event.key;
              const next = moves === undefined ? undefined : movedIndex(moves, shown, items.length);
              if (next === undefined) return;
              event.preventDefault();
              setActive(next);
            }
          }}
        />
        <div id={listId} ref={list} className={styles["list"]} role="listbox" aria-label={label}>
          {items.map((item, index) => (
            <div
              key={item.id}
              id={`${listId}-${index}`}
              className={styles["row"]}
              role="option"
              tabIndex={-1}
              aria-selected={index === shown}
              onPointerMove={() => setActive(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
            >
              <span className={styles["main"]}>{item.main}</span>
              <span className={styles["detail"]}>{item.detail}</span>
              {item.end === undefined ? null : <span className={styles["end"]}>{item.end}</span>}
            </div>
          ))}
        </div>
        {items.length === 0 ? <p className={styles["none"]}>{empty}</p> : null}
      </div>
    </>
  );
}

function useReturnedFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
}
