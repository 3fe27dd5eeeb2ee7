import type { Disposable } from "../../base/disposable.ts";
import { CHECK_ENGINE_COMMAND, RESTART_ENGINE_COMMAND } from "../../ui/status/engine-chip.tsx";
import { SETTINGS_COMMAND } from "../../ui/layout/layout-commands.ts";
import type { ProjectPage } from "./project-page.ts";
import { runCommands } from "../../ui/state/run-commands.ts";
import { showApproval, shownApproval } from "./open-approvals.ts";
import { addressOfStart } from "./session/opening.ts";

export const SHARE_COMMAND = "project.share";

/** Commands that need more than one part. */
export function registerPageCommands(page: ProjectPage, onShare: () => void): Disposable {
  const { commands, editors } = page.stores;
  return commands.register(
    ...runCommands(page.runs, {
      showRequest: (id) => showApproval(id, page.runs, editors),
      shownRequest: () => shownApproval(page.runs, editors),
    }),
    {
      id: SETTINGS_COMMAND,
      title: "Open the settings",
      group: "View",
      keys: ["Mod+,"],
      run: () => editors.openView({ view: "settings", subject: "all", title: "Settings" }),
    },
    { id: SHARE_COMMAND, title: "Share the project", group: "Project", run: onShare },
    {
      id: "project.other",
      title: "Open another project",
      group: "Project",
      run: () => location.assign(addressOfStart(new URL(location.href))),
    },
    {
      id: RESTART_ENGINE_COMMAND,
      title: "Restart the engine",
      group: "Engine",
      run: () => page.restartEngine(),
    },
    {
      id: CHECK_ENGINE_COMMAND,
      title: "Check this engine",
      group: "Help",
      // Its own tab, because a page has one engine and the checks restart theirs.
      run: () => void window.open(new URL("/conformance.html", location.href), "_blank"),
    },
  );
}
