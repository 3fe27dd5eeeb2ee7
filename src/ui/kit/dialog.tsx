import { lazy, Suspense, type ReactNode } from "react";

export interface DialogFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the primary one last. */
  readonly actions?: ReactNode;
  /** Pixels, 520 by default. */
  readonly width?: number;
}

const DialogPopup = lazy(async () => ({ default: (await import("./dialog-popup.tsx")).DialogPopup }));

/** A modal dialog, open while it is rendered. Focus goes in and comes back; Esc closes it. */
export function DialogFrame(props: DialogFrameProps) {
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}
