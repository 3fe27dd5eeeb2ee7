import { type Disposable, disposable } from "../../base/disposable.ts";
import type { Memory } from "./memory.ts";
import { createStore, type Store } from "./store.ts";

export type ThemeChoice = "system" | "light" | "dark" | "contrast";
export type DrawnTheme = "light" | "dark" | "contrast";

export interface ThemeState {
  readonly choice: ThemeChoice;
  /** What the choice comes to on this system now. */
  readonly drawn: DrawnTheme;
}

export interface ThemeStore extends Disposable {
  readonly store: Store<ThemeState>;
  choose(choice: ThemeChoice): void;
}

export const THEME_CHOICES: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "contrast", label: "High contrast" },
];

/** Follows the choice and the system, and writes what is drawn to `data-theme` of the page. */
export function createThemeStore(memory: Memory, page: HTMLElement = document.documentElement): ThemeStore {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const drawn = (choice: ThemeChoice): DrawnTheme => {
    if (choice !== "system") return choice;
    return contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
  };
  const remembered = memory.read("theme");
  const first = THEME_CHOICES.find(({ value }) => value === remembered)?.value ?? "system";
  const store = createStore<ThemeState>({ choice: first, drawn: drawn(first) });
  const draw = (): void => {
    const { choice } = store.getState();
    const next = drawn(choice);
    // Before the listeners hear of it, since they read the colours of the page.
    page.dataset["theme"] = next;
    store.setState({ drawn: next });
  };
  draw();
  dark.addEventListener("change", draw);
  contrast.addEventListener("change", draw);
  return {
    store,
    choose(choice) {
      store.setState({ choice });
      memory.write("theme", choice);
      draw();
    },
    ...disposable(() => {
      dark.removeEventListener("change", draw);
      contrast.removeEventListener("change", draw);
    }),
  };
}
