import { Pin, X } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { contextMenuAnchor, MenuAt, type MenuAnchor, type MenuEntry } from "../kit/menu.tsx";
import { Unseen } from "../kit/unseen.tsx";
import { classNames } from "../kit/class-names.ts";
import type { EditorTab } from "../state/editors.ts";
import { nameOf, parentOf } from "../state/project-paths.ts";
import { useStoreParts } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import buttons from "../kit/button.module.css";
import styles from "./editor.module.css";

/** The open files and views. Arrows move, Enter shows, Delete closes. */
export function EditorTabs() {
  const { editors, documents } = useWorkbench();
  const { tabs, active } = useStoreParts(editors.store, (state) => ({
    tabs: state.tabs,
    active: state.active,
  }));
  const dirty = useStoreParts(documents.store, ({ documents: all }) =>
    [...all.values()].filter((each) => each.dirty).map(({ path }) => path),
  );
  const [menu, setMenu] = useState<{ tab: EditorTab; anchor: MenuAnchor; from: HTMLElement }>();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active === undefined) return;
    row.current
      ?.querySelector('[data-active="true"]')
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active]);
  const names = tabs.map(titleOf);
  const onKeyDown = (event: KeyboardEvent, tab: EditorTab): void => {
    const index = tabs.indexOf(tab);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = tabs[(index + step + tabs.length) % tabs.length];
      if (next) editors.activate(next.id);
      requestAnimationFrame(() =>
        row.current?.querySelector<HTMLElement>('[data-active="true"] [role="tab"]')?.focus(),
      );
    }
    if (event.key === "Delete") editors.close(tab.id);
  };
  return (
    <div className={styles["tabRow"]}>
      <div className={styles["tabs"]} ref={row} role="tablist" aria-label="Open files">
        {tabs.map((tab, index) => {
          const isDirty = tab.kind === "file" && dirty.includes(tab.path);
          const isActive = tab.id === active;
          const isAmbiguous = names.filter((name) => name === names[index]).length > 1;
          return (
            <div
              key={tab.id}
              className={styles["tab"]}
              role="presentation"
              data-active={isActive}
              data-preview={tab.kind === "file" && tab.preview}
              onContextMenu={(event) => {
                event.preventDefault();
                setMenu({ tab, anchor: contextMenuAnchor(event), from: event.currentTarget });
              }}
              onAuxClick={(event) => event.button === 1 && editors.close(tab.id)}
            >
              <button
                type="button"
                role="tab"
                id={`editor-tab-${index}`}
                className={styles["tabName"]}
                aria-selected={isActive}
                aria-controls={isActive ? "editor-panel" : undefined}
                tabIndex={isActive ? 0 : -1}
                title={tab.kind === "file" ? tab.path : tab.title}
                onClick={() => editors.activate(tab.id)}
                onDoubleClick={() => editors.keep(tab.id)}
                onKeyDown={(event) => onKeyDown(event, tab)}
              >
                {tab.pinned ? <Pin size={12} aria-hidden="true" /> : null}
                <span>{titleOf(tab)}</span>
                {isAmbiguous && tab.kind === "file" ? (
                  <span className={styles["folder"]}>{parentOf(tab.path)}</span>
                ) : null}
                {isDirty ? <Unseen>, not saved</Unseen> : null}
              </button>
              <button
                type="button"
                className={classNames(buttons["icon"], styles["close"])}
                // For the pointer: on the keyboard Delete closes the tab.
                aria-hidden="true"
                title={`Close ${titleOf(tab)}`}
                tabIndex={-1}
                data-dirty={isDirty}
                onClick={() => editors.close(tab.id)}
              >
                {isDirty ? <span className={styles["dirtyDot"]} /> : null}
                <X className={styles["cross"]} size={14} />
              </button>
            </div>
          );
        })}
      </div>
      {menu ? (
        <MenuAt
          label={`Actions for ${titleOf(menu.tab)}`}
          entries={tabEntries(menu.tab, editors)}
          anchor={menu.anchor}
          onClose={() => {
            setMenu(undefined);
            menu.from.querySelector<HTMLElement>('[role="tab"]')?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

function titleOf(tab: EditorTab): string {
  return tab.kind === "file" ? nameOf(tab.path) : tab.title;
}

function tabEntries(
  tab: EditorTab,
  editors: ReturnType<typeof useWorkbench>["editors"],
): readonly MenuEntry[] {
  const entries: MenuEntry[] = [
    { kind: "action", title: "Close", run: () => editors.close(tab.id) },
    { kind: "action", title: "Close others", run: () => editors.closeOthers(tab.id) },
    { kind: "separator" },
    { kind: "action", title: tab.pinned ? "Unpin" : "Pin", run: () => editors.togglePin(tab.id) },
  ];
  if (tab.kind === "file")
    entries.push(
      { kind: "action", title: "Keep open", disabled: !tab.preview, run: () => editors.keep(tab.id) },
      { kind: "action", title: "Copy path", run: () => void navigator.clipboard.writeText(tab.path) },
    );
  return entries;
}
