import { Popover } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import styles from "./popups.module.css";

/** The drawn half of a popover, in its own chunk. */
export function PopoverPopup({
  label,
  anchor,
  onClose,
  children,
}: {
  readonly label: string;
  readonly anchor: Element;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          className={styles["positioner"]}
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup className={styles["popup"]} aria-label={label}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
