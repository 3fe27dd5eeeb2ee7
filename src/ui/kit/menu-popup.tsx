import { Menu } from "@base-ui/react/menu";
import { Kbd } from "./kbd.tsx";
import { keysForPeople } from "./key-names.ts";
import type { MenuAnchor, MenuEntry } from "./menu.tsx";
import styles from "./popups.module.css";
import { classNames } from "./class-names.ts";

/** The drawn half of a menu, in its own chunk. */
export function MenuPopup({
  label,
  entries,
  anchor,
  onClose,
}: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly anchor: MenuAnchor;
  readonly onClose: () => void;
}) {
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()} modal>
      <Menu.Portal container={document.querySelector<HTMLElement>("header")}>
        <Menu.Positioner
          className={styles["positioner"]}
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup className={classNames(styles["popup"], styles["menu"])} aria-label={label}>
            {entries.map((entry, index) => (
              <Entry key={entry.kind === "separator" ? `separator-${index}` : entry.title} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case "separator":
      return <Menu.Separator className={styles["separator"]} />;
    case "choice":
      return (
        <Menu.CheckboxItem
          className={styles["item"]}
          checked={entry.chosen}
          onCheckedChange={entry.run}
          closeOnClick
        >
          <span className={styles["tick"]} aria-hidden="true">
            {entry.chosen ? "✓" : ""}
          </span>
          {entry.title}
        </Menu.CheckboxItem>
      );
    case "action":
      return (
        <Menu.Item
          className={styles["item"]}
          disabled={entry.disabled ?? false}
          data-tone={entry.danger === true ? "danger" : undefined}
          onClick={entry.run}
        >
          {entry.icon}
          {entry.title}
          {entry.keys === undefined ? null : (
            <span className={styles["keys"]}>
              <Kbd>{keysForPeople(entry.keys)}</Kbd>
            </span>
          )}
        </Menu.Item>
      );
  }
}
