import { lazy, Suspense, useState, type ReactNode } from "react";
import { Button } from "./button.tsx";

const load = () => import("./popover-popup.tsx");
const PopoverPopup = lazy(async () => ({ default: (await load()).PopoverPopup }));

/** A button that opens a small panel below it. Focus comes back to it. */
export function PopoverButton({
  label,
  children,
  renderContent,
  className,
}: {
  /** The name of the panel, and the button's tooltip. */
  readonly label: string;
  readonly children: ReactNode;
  readonly renderContent: (close: () => void) => ReactNode;
  readonly className?: string;
}) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = (): void => {
    setAnchor(undefined);
    anchor?.focus();
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        tooltip={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => {
          const button = event.currentTarget;
          setAnchor((current) => (current ? undefined : button));
        }}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        {...(className === undefined ? {} : { className })}
      >
        {children}
      </Button>
      {anchor ? (
        <Suspense>
          <PopoverPopup label={label} anchor={anchor} onClose={close}>
            {renderContent(close)}
          </PopoverPopup>
        </Suspense>
      ) : null}
    </>
  );
}
