import { Settings } from "lucide-react";
import { IconButton } from "../kit/button.tsx";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { SETTINGS_COMMAND } from "./layout-commands.ts";
import type { WorkbenchView } from "./workbench-view.ts";
import styles from "./workbench.module.css";

/** The views of the side panel. Choosing the shown one again closes the panel. */
export function Rail({ views }: { readonly views: readonly WorkbenchView[] }) {
  const { layout, commands } = useWorkbench();
  const shown = useStore(layout.store, ({ views: chosen, open }) => (open.side ? chosen.side : undefined));
  const choose = (id: string): void => {
    if (id === shown) layout.setOpen("side", false);
    else layout.showView("side", id);
  };
  return (
    <nav className={styles["rail"]} aria-label="Views" data-region="rail" tabIndex={-1}>
      {views.map(({ id, title, icon, Badge, command }) => {
        const keys = command === undefined ? undefined : commands.keysOf(command);
        return (
          <div key={id} className={styles["railItem"]} data-current={id === shown}>
            <IconButton
              label={title}
              icon={icon}
              pressed={id === shown}
              onClick={() => choose(id)}
              {...(keys === undefined ? {} : { keys })}
            />
            {Badge ? (
              <span className={styles["railBadge"]}>
                <Badge />
              </span>
            ) : null}
          </div>
        );
      })}
      <div className={styles["railEnd"]}>
        <IconButton
          label="Settings"
          icon={<Settings size={18} />}
          onClick={() => commands.run(SETTINGS_COMMAND)}
        />
      </div>
    </nav>
  );
}
