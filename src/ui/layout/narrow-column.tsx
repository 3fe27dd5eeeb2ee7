import { Code } from "lucide-react";
import { NARROW_EDITOR } from "../state/layout.ts";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { KeptViews } from "./panels.tsx";
import { Region } from "./region.tsx";
import type { WorkbenchProps, WorkbenchView } from "./workbench-view.ts";
import styles from "./workbench.module.css";

/** The views of the bottom bar, in the order in which a person on a phone needs them. */
const BAR = ["agent", "changes", "files", NARROW_EDITOR, "runs", "preview"];

/** One view at a time, and a bar to choose it. */
export function NarrowColumn({
  agent,
  sideViews,
  bottomViews,
  editor,
}: Pick<WorkbenchProps, "agent" | "sideViews" | "bottomViews" | "editor">) {
  const { layout } = useWorkbench();
  const chosen = useStore(layout.store, (state) => state.narrowView);
  const views: readonly WorkbenchView[] = [
    agent,
    ...sideViews,
    { id: NARROW_EDITOR, title: "Editor", icon: <Code size={18} />, content: editor },
    ...bottomViews.filter(({ id }) => !sideViews.some((side) => side.id === id)),
  ];
  const view = views.find(({ id }) => id === chosen) ?? agent;
  return (
    <>
      <Region name="column" label={view.title} as="main">
        {view.id === NARROW_EDITOR || view.id === agent.id ? null : (
          <div className={styles["heading"]}>
            <h2>{view.title}</h2>
            <div className={styles["headingEnd"]}>{view.actions}</div>
          </div>
        )}
        <KeptViews views={views} shown={view.id} />
      </Region>
      <nav className={styles["bottomBar"]} aria-label="Views" data-region="rail" tabIndex={-1}>
        {BAR.flatMap((id) => views.find((each) => each.id === id) ?? []).map(({ id, title, icon, Badge }) => (
          <button
            key={id}
            type="button"
            className={styles["bottomItem"]}
            aria-current={id === view.id ? "page" : undefined}
            onClick={() => layout.showNarrow(id)}
          >
            {icon}
            {title}
            {Badge ? (
              <span className={styles["railBadge"]}>
                <Badge />
              </span>
            ) : null}
          </button>
        ))}
      </nav>
    </>
  );
}
