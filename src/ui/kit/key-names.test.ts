import { expect, test } from "vitest";
import { isKeyPress, keysForAria, keysForPeople } from "./key-names.ts";

const press = (key: string, modifiers: string = "", code = "") => ({
  key,
  code,
  ctrlKey: modifiers.includes("ctrl"),
  metaKey: modifiers.includes("meta"),
  altKey: modifiers.includes("alt"),
  shiftKey: modifiers.includes("shift"),
});

test.each([
  ["Mod+Shift+P", true, "⇧⌘P"],
  ["Mod+Shift+P", false, "Ctrl+Shift+P"],
  ["Alt+Enter", true, "⌥⏎"],
  ["F6", false, "F6"],
])("%s is written for people (apple: %s)", (keys, apple, expected) => {
  expect(keysForPeople(keys, apple)).toBe(expected);
});

test("assistive technology hears the names of its standard", () => {
  expect(keysForAria("Mod+Shift+P", true)).toBe("Meta+Shift+P");
  expect(keysForAria("Mod+K", false)).toBe("Control+K");
});

test.each([
  ["the same keys", press("p", "ctrl"), "Mod+P", true],
  ["one modifier too many", press("P", "ctrl shift"), "Mod+P", false],
  ["a capital from Shift", press("P", "ctrl shift"), "Mod+Shift+P", true],
  ["a Cyrillic layout", press("з", "ctrl", "KeyP"), "Mod+P", true],
  ["another letter on a Latin layout", press("r", "ctrl", "KeyP"), "Mod+P", false],
  ["the back quote of a dead-key layout", press("Dead", "ctrl", "Backquote"), "Mod+`", true],
  ["a question mark, whichever Shift it needs", press("?", "shift", "Slash"), "?", true],
  ["the Command key elsewhere", press("p", "meta"), "Mod+P", false],
])("%s: matched or not", (_what, event, keys, expected) => {
  expect(isKeyPress(event, keys, false)).toBe(expected);
});
