import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { CSSProperties } from "react";
import { IconButton } from "./button.tsx";
import type { DialogFrameProps } from "./dialog.tsx";
import styles from "./popups.module.css";

/** The drawn half of a dialog, in its own chunk. */
export function DialogPopup({ title, onClose, children, actions, width }: DialogFrameProps) {
  const style = width === undefined ? undefined : ({ "--dialog-width": `${width}px` } as CSSProperties);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles["scrim"]} />
        <Dialog.Popup className={styles["dialog"]} style={style}>
          <div className={styles["heading"]}>
            <Dialog.Title>{title}</Dialog.Title>
            <IconButton label="Close" keys="Escape" icon={<X size={16} />} onClick={onClose} />
          </div>
          <div className={styles["body"]}>{children}</div>
          {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
