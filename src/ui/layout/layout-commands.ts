import type { Disposable } from "../../base/disposable.ts";
import type { Command } from "../state/commands.ts";
import type { LayoutStore, PanelName } from "../state/layout.ts";
import type { ThemeChoice } from "../state/theme.ts";
import type { WorkbenchStores } from "../state/workbench-stores.tsx";
import { focusNextRegion, focusRegion } from "./regions.ts";

export const PALETTE_COMMAND = "palette.commands";
export const SETTINGS_COMMAND = "settings.open";

const GROUP = "View";

/** Which view each command shows; the ids are those that the host gives its views. */
const VIEWS: readonly {
  readonly command: string;
  readonly place: "side" | "bottom";
  readonly view: string;
  readonly title: string;
  readonly keys?: readonly string[];
}[] = [
  {
    command: "view.files",
    place: "side",
    view: "files",
    title: "Show files",
    keys: ["Mod+Shift+E"],
  },
  { command: "view.search", place: "side", view: "search", title: "Search in files", keys: ["Mod+Shift+F"] },
  { command: "view.changes", place: "side", view: "changes", title: "Show changes" },
  { command: "view.terminal", place: "bottom", view: "terminal", title: "Show terminal", keys: ["Mod+`"] },
  { command: "view.runs", place: "bottom", view: "runs", title: "Show runs" },
  {
    command: "view.problems",
    place: "bottom",
    view: "problems",
    title: "Show problems",
    keys: ["Mod+Shift+M"],
  },
  { command: "view.preview", place: "bottom", view: "preview", title: "Show preview" },
];

const THEME_COMMANDS: readonly { readonly choice: ThemeChoice; readonly title: string }[] = [
  { choice: "light", title: "Use light colours" },
  { choice: "dark", title: "Use dark colours" },
  { choice: "contrast", title: "Use high contrast" },
  { choice: "system", title: "Use the colours of the system" },
];

export function registerLayoutCommands({ commands, layout, theme }: WorkbenchStores): Disposable {
  const showViews = VIEWS.map(({ command, place, view, title, keys }): Command => ({
    id: command,
    title,
    group: GROUP,
    ...(keys ? { keys } : {}),
    run: () => {
      layout.showView(place, view);
      focusSoon(layout.store.getState().mode === "narrow" ? "column" : place);
    },
  }));
  return commands.register(
    ...showViews,
    toggleCommand(layout, "side", "Show or hide the side panel", "Mod+B"),
    toggleCommand(layout, "bottom", "Show or hide the bottom panel", "Mod+J"),
    toggleCommand(layout, "agent", "Show or hide the agent", undefined),
    {
      id: "agent.focus",
      title: "Write to the agent",
      group: GROUP,
      keys: ["Mod+I"],
      run: () => {
        layout.setOpen("agent", true);
        layout.showNarrow("agent");
        focusSoon(layout.store.getState().mode === "narrow" ? "column" : "agent");
      },
    },
    {
      id: "editor.focus",
      title: "Go to the editor",
      group: GROUP,
      keys: ["Mod+1"],
      run: () => focusSoon("editor"),
    },
    {
      id: "region.next",
      title: "Go to the next region",
      group: GROUP,
      keys: ["F6"],
      run: () => focusNextRegion(1),
    },
    {
      id: "region.previous",
      title: "Go to the previous region",
      group: GROUP,
      keys: ["Shift+F6"],
      run: () => focusNextRegion(-1),
    },
    ...THEME_COMMANDS.map(({ choice, title }): Command => ({
      id: `theme.${choice}`,
      title,
      group: "Colours",
      run: () => theme.choose(choice),
    })),
  );
}

function toggleCommand(
  layout: LayoutStore,
  panel: PanelName,
  title: string,
  keys: string | undefined,
): Command {
  return {
    id: `panel.${panel}`,
    title,
    group: GROUP,
    ...(keys === undefined ? {} : { keys: [keys] }),
    run: () => {
      const hadFocus =
        document.activeElement?.closest(`[data-region="${panel}"]`) !== null &&
        layout.store.getState().open[panel];
      layout.toggle(panel);
      // Focus must not fall to the page when its panel goes.
      if (hadFocus) focusSoon("editor");
    },
  };
}

/** After React has drawn the region. */
function focusSoon(region: string): void {
  requestAnimationFrame(() => {
    if (!focusRegion(region)) setTimeout(() => focusRegion(region), 60);
  });
}
