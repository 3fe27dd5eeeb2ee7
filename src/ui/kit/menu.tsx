import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from "react";
import { Button, IconButton } from "./button.tsx";

export type MenuEntry =
  | {
      readonly kind: "action";
      readonly title: string;
      readonly run: () => void;
      readonly icon?: ReactNode;
      readonly keys?: string;
      readonly disabled?: boolean;
      readonly danger?: boolean;
    }
  | {
      readonly kind: "choice";
      readonly title: string;
      readonly chosen: boolean;
      readonly run: () => void;
    }
  | { readonly kind: "separator" };

/** An element, or a place such as that of a click. */
export type MenuAnchor = Element | { getBoundingClientRect(): DOMRect };

const load = () => import("./menu-popup.tsx");
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }));

interface MenuButtonProps {
  /** Its name, and that of the menu. */
  readonly label: string;
  readonly entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  readonly icon?: ReactNode;
  /** What the button shows; without it only the icon is drawn. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/** A button that opens a menu below it. Focus comes back to it. */
export function MenuButton({ label, entries, icon, children, className }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const shared = {
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      const button = event.currentTarget;
      setAnchor((current) => (current ? undefined : button));
    },
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    "aria-haspopup": "menu" as const,
    "aria-expanded": anchor !== undefined,
    ...(className === undefined ? {} : { className }),
  };
  return (
    <>
      {children === undefined ? (
        <IconButton {...shared} label={label} icon={icon} />
      ) : (
        <Button {...shared} variant="quiet" size="small" icon={icon} tooltip={label}>
          {children}
        </Button>
      )}
      {anchor ? (
        <MenuAt
          label={label}
          entries={typeof entries === "function" ? entries() : entries}
          anchor={anchor}
          onClose={() => {
            setAnchor(undefined);
            anchor.focus();
          }}
        />
      ) : null}
    </>
  );
}

/** A menu at a place, such as a context menu. The owner gives focus back in `onClose`. */
export function MenuAt(props: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly anchor: MenuAnchor;
  readonly onClose: () => void;
}) {
  return (
    <Suspense>
      <MenuPopup {...props} />
    </Suspense>
  );
}

/** The anchor of a context menu: the pointer, or the element when the menu key was pressed. */
export function contextMenuAnchor(event: {
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: Element;
}): MenuAnchor {
  if (event.clientX === 0 && event.clientY === 0) return event.currentTarget;
  const place = new DOMRect(event.clientX, event.clientY, 0, 0);
  return { getBoundingClientRect: () => place };
}
