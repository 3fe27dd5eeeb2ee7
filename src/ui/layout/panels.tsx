import { X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../kit/button.tsx";
import { ErrorBoundary } from "../kit/error-boundary.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { Region } from "./region.tsx";
import type { WorkbenchView } from "./workbench-view.ts";
import styles from "./workbench.module.css";

export function SidePanel({ views }: { readonly views: readonly WorkbenchView[] }) {
  const { layout } = useWorkbench();
  const chosen = useStore(layout.store, (state) => state.views.side);
  const view = views.find(({ id }) => id === chosen) ?? views[0];
  if (!view) return null;
  return (
    <Region name="side" label={view.title} className={styles["side"]}>
      <div className={styles["heading"]}>
        <h2>{view.title}</h2>
        <div className={styles["headingEnd"]}>
          {view.actions}
          <IconButton
            label="Close side panel"
            icon={<X size={14} />}
            onClick={() => layout.setOpen("side", false)}
          />
        </div>
      </div>
      <KeptViews views={views} shown={view.id} />
    </Region>
  );
}

export function BottomPanel({ views }: { readonly views: readonly WorkbenchView[] }) {
  const { layout } = useWorkbench();
  const chosen = useStore(layout.store, (state) => state.views.bottom);
  const view = views.find(({ id }) => id === chosen) ?? views[0];
  if (!view) return null;
  return (
    <Region name="bottom" label="Terminal, runs, problems and preview">
      <div className={styles["bottomHeading"]}>
        <Tabs
          label="Panel"
          idPrefix="bottom"
          items={views.map(({ id, title, Badge }) => ({ id, title, badge: Badge ? <Badge /> : null }))}
          chosen={view.id}
          onChoose={(id) => layout.showView("bottom", id)}
        />
        <div className={styles["headingEnd"]}>
          {view.actions}
          <IconButton
            label="Close panel"
            icon={<X size={14} />}
            onClick={() => layout.setOpen("bottom", false)}
          />
        </div>
      </div>
      <div
        id="bottom-panel"
        role="tabpanel"
        aria-labelledby={`bottom-tab-${view.id}`}
        className={styles["content"]}
      >
        <KeptViews views={views} shown={view.id} />
      </div>
    </Region>
  );
}

/** Draws the shown view, and keeps those that were shown before so that they lose nothing. */
export function KeptViews({
  views,
  shown,
}: {
  readonly views: readonly WorkbenchView[];
  readonly shown: string;
}) {
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([shown]));
  if (!visited.has(shown)) setVisited(new Set([...visited, shown]));
  return views
    .filter(({ id }) => id === shown || visited.has(id))
    .map(({ id, title, content }) => (
      <div key={id} className={styles["content"]} hidden={id !== shown}>
        <ErrorBoundary what={title}>{content}</ErrorBoundary>
      </div>
    ));
}
