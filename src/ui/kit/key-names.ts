const APPLE = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

const APPLE_NAMES: Readonly<Record<string, string>> = {
  Mod: "⌘",
  Ctrl: "⌃",
  Alt: "⌥",
  Shift: "⇧",
  Enter: "⏎",
  Backspace: "⌫",
  Escape: "Esc",
};

const OTHER_NAMES: Readonly<Record<string, string>> = { Mod: "Ctrl", Escape: "Esc" };

/** `Mod+Shift+P` as people read it on their keyboard: `⇧⌘P` or `Ctrl+Shift+P`. */
export function keysForPeople(keys: string, apple: boolean = APPLE): string {
  const parts = keys.split("+");
  if (!apple) return parts.map((part) => OTHER_NAMES[part] ?? part).join("+");
  const order = ["Ctrl", "Alt", "Shift", "Mod"];
  return parts
    .toSorted(
      (a, b) => (order.includes(a) ? order.indexOf(a) : 9) - (order.includes(b) ? order.indexOf(b) : 9),
    )
    .map((part) => APPLE_NAMES[part] ?? part)
    .join("");
}

/** The form that `aria-keyshortcuts` wants. */
export function keysForAria(keys: string, apple: boolean = APPLE): string {
  return keys
    .split("+")
    .map((part) => (part === "Mod" ? (apple ? "Meta" : "Control") : part === "Ctrl" ? "Control" : part))
    .join("+");
}

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Whether a key press is the shortcut. Letters and digits are compared by their place on the keyboard only where the layout gives no Latin letter. */
export function isKeyPress(event: KeyPress, keys: string, apple: boolean = APPLE): boolean {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  const wants = (name: string): boolean => parts.slice(0, -1).includes(name);
  const control = wants("Ctrl") || (wants("Mod") && !apple);
  if (event.ctrlKey !== control || event.metaKey !== (wants("Mod") && apple)) return false;
  if (event.altKey !== wants("Alt")) return false;
  const pressed = pressedKey(event);
  if (key === "?") return pressed === "?";
  return event.shiftKey === wants("Shift") && pressed.toLowerCase() === key.toLowerCase();
}

function pressedKey({ key, code, shiftKey, altKey }: KeyPress): string {
  if (code === "Backquote") return "`";
  const isLatin = key.length > 1 || /[\u0020-\u007e]/.test(key);
  if (isLatin && !altKey && !(shiftKey && code.startsWith("Digit"))) return key;
  return /^Key[A-Z]$/.test(code) ? code.slice(3) : /^Digit\d$/.test(code) ? code.slice(5) : key;
}
