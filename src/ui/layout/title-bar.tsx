import { ChevronDown, Contrast, Moon, Search, Sun, SunMoon } from "lucide-react";
import type { ReactNode } from "react";
import { Kbd } from "../kit/kbd.tsx";
import { keysForPeople } from "../kit/key-names.ts";
import { MenuButton, type MenuEntry } from "../kit/menu.tsx";
import { useStore } from "../state/store.ts";
import { THEME_CHOICES, type ThemeChoice } from "../state/theme.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { PALETTE_COMMAND } from "./layout-commands.ts";
import styles from "./workbench.module.css";

const THEME_ICONS: Readonly<Record<ThemeChoice, ReactNode>> = {
  system: <SunMoon size={16} />,
  light: <Sun size={16} />,
  dark: <Moon size={16} />,
  contrast: <Contrast size={16} />,
};

export function TitleBar({
  projectName,
  projectMenu,
  chips,
  actions,
}: {
  readonly projectName: string;
  readonly projectMenu: () => readonly MenuEntry[];
  readonly chips: ReactNode;
  readonly actions: ReactNode;
}) {
  const { commands } = useWorkbench();
  const keys = useStore(
    commands.store,
    (state) => state.commands.find(({ id }) => id === PALETTE_COMMAND)?.keys?.[0],
  );
  return (
    <header className={styles["titleBar"]} data-region="title" aria-label="Project and engine" tabIndex={-1}>
      <h1 className={styles["project"]}>
        <MenuButton label="Project" entries={projectMenu}>
          <span className={styles["projectName"]}>{projectName}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </MenuButton>
      </h1>
      <div className={styles["chips"]}>{chips}</div>
      <button
        type="button"
        className={styles["search"]}
        aria-label="Search or run a command"
        data-tooltip="Search or run a command"
        onClick={() => commands.run(PALETTE_COMMAND)}
      >
        <Search size={14} aria-hidden="true" />
        <span>Search or run</span>
        {keys === undefined ? null : <Kbd>{keysForPeople(keys)}</Kbd>}
      </button>
      <div className={styles["titleActions"]}>
        {actions}
        <ThemeMenu />
      </div>
    </header>
  );
}

function ThemeMenu() {
  const { theme } = useWorkbench();
  const choice = useStore(theme.store, (state) => state.choice);
  return (
    <MenuButton
      label="Colours"
      icon={THEME_ICONS[choice]}
      entries={THEME_CHOICES.map(({ value, label }) => ({
        kind: "choice",
        title: label,
        chosen: value === choice,
        run: () => theme.choose(value),
      }))}
    />
  );
}
