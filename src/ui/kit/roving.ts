import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { movedIndex } from "./list-keys.ts";

const MARK = "data-roving";

/**
 * One tab stop for a list of buttons: arrows, Home and End move the focus inside it. Spread `list` on the element around
 * them and `item(key, keys)` on each button.
 */
export function useRoving(chosen?: string) {
  const [active, setActive] = useState<string>();
  const stop = active ?? chosen;
  return {
    list: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
        const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${MARK}]`)];
        const current = buttons.findIndex((button) => button === event.target);
        const next = current < 0 ? undefined : movedIndex(event.key, current, buttons.length);
        if (next === undefined) return;
        event.preventDefault();
        buttons[next]?.focus();
      },
      onFocus: (event: FocusEvent<HTMLElement>): void => {
        const key = event.target.getAttribute(MARK);
        if (key !== null) setActive(key);
      },
    },
    /** `keys` are those of all items: an item that is gone must not keep the only tab stop. */
    item: (key: string, keys: readonly string[]) => ({
      [MARK]: key,
      tabIndex: key === (stop !== undefined && keys.includes(stop) ? stop : keys[0]) ? 0 : -1,
    }),
  };
}
