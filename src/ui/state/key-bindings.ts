import { type Disposable, disposable } from "../../base/disposable.ts";
import { isKeyPress } from "../kit/key-names.ts";
import type { Command, CommandRegistry } from "./commands.ts";

/** An element with this attribute takes plain Ctrl+letter keys itself, as a shell does. */
const OWN_CONTROL_KEYS = "data-own-control-keys";

/** Lets the keys of all commands work wherever the focus is. */
export function listenForKeys(registry: CommandRegistry, target: Window = window): Disposable {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = registry.store
      .getState()
      .commands.find((each) => each.keys?.some((keys) => isMeant(event, keys)) && each.when?.() !== false);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    registry.run(command.id);
  };
  target.addEventListener("keydown", onKey, { capture: true });
  return disposable(() => target.removeEventListener("keydown", onKey, { capture: true }));
}

function isMeant(event: KeyboardEvent, keys: string): boolean {
  if (!isKeyPress(event, keys)) return false;
  const place = event.target instanceof Element ? event.target : undefined;
  if (
    isTyped(keys) &&
    place?.closest("input, textarea, select, [contenteditable], [role=textbox], .monaco-editor")
  )
    return false;
  const isPlainControl = event.ctrlKey && !event.shiftKey && !event.altKey && /^Mod\+[A-Z]$/.test(keys);
  return !(isPlainControl && place?.closest(`[${OWN_CONTROL_KEYS}]`));
}

/** Keys that also write a character. */
function isTyped(keys: string): boolean {
  return keys.length === 1;
}

/** Commands that have keys, for the list of shortcuts. */
export function commandsWithKeys(commands: readonly Command[]): readonly Command[] {
  return commands.filter((command) => command.keys !== undefined && command.keys.length > 0);
}
