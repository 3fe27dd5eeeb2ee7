import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { Kbd } from "../kit/kbd.tsx";
import { keysForPeople } from "../kit/key-names.ts";
import { ProgressLine } from "../kit/progress-line.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import type { OpenDocument } from "../state/documents.ts";
import type { ViewTab } from "../state/editors.ts";
import { useStore, useStoreParts } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { DocumentBars } from "./document-bars.tsx";
import { DocumentCover } from "./document-cover.tsx";
import { EditorTabs } from "./editor-tabs.tsx";
import styles from "./editor.module.css";

const loadCodeEditor = () => import("./code-editor.tsx");
const CodeEditor = lazy(async () => ({ default: (await loadCodeEditor()).CodeEditor }));

/** The tabs and what the active one shows. `renderView` draws the tabs that other parts opened; `undefined` for one that nobody knows. */
export function EditorGroup({ renderView }: { readonly renderView: (tab: ViewTab) => ReactNode }) {
  const { editors, documents } = useWorkbench();
  const tabs = useStore(editors.store, (state) => state.tabs);
  const active = useStore(editors.store, (state) => state.tabs.find(({ id }) => id === state.active));
  const path = active?.kind === "file" ? active.path : undefined;
  const document = useStore(documents.store, (state) =>
    path === undefined ? undefined : state.documents.get(path),
  );
  useEffect(() => {
    if (path !== undefined) documents.open(path);
  }, [documents, path]);
  // Text is not far: the editor loads while the page is idle, after the first paint.
  useEffect(() => {
    const idle = setTimeout(() => void loadCodeEditor(), 50);
    return () => clearTimeout(idle);
  }, []);
  if (tabs.length === 0) return <NothingOpen />;
  const hasText = document?.content.state === "text";
  return (
    <div className={styles["group"]}>
      <EditorTabs />
      <div
        id="editor-panel"
        role="tabpanel"
        aria-labelledby={`editor-tab-${tabs.findIndex(({ id }) => id === active?.id)}`}
        className={styles["group"]}
      >
        {path === undefined ? null : <Breadcrumbs path={path} />}
        {document ? <Bars document={document} /> : null}
        <div className={styles["body"]}>
          <Suspense fallback={<ProgressLine label="Loading the editor" />}>
            <CodeEditor path={path} covered={!hasText} />
          </Suspense>
          {hasText ? null : (
            <div className={styles["cover"]}>
              {active?.kind === "view" ? (renderView(active) ?? <UnknownView />) : null}
              {document ? <DocumentCover document={document} /> : null}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function Bars({ document }: { readonly document: OpenDocument }) {
  const [comparing, setComparing] = useState(false);
  return (
    <>
      <DocumentBars document={document} onCompare={() => setComparing(true)} />
      {comparing ? <CompareDialog path={document.path} onClose={() => setComparing(false)} /> : null}
    </>
  );
}

function UnknownView() {
  return (
    <div className={styles["welcome"]}>
      <StateDot tone="unknown">
        This tab comes from another version and has nothing to show. Close it.
      </StateDot>
    </div>
  );
}

const SHOWN_COMMANDS = [
  "palette.files",
  "palette.commands",
  "agent.focus",
  "view.terminal",
  "help.shortcuts",
];

function NothingOpen() {
  const { commands } = useWorkbench();
  const shown = useStoreParts(commands.store, (state) =>
    SHOWN_COMMANDS.flatMap((id) => state.commands.find((command) => command.id === id) ?? []),
  );
  return (
    <ul className={styles["welcome"]} aria-label="What to do next">
      {shown.map(({ id, title, keys }) => (
        <li key={id}>
          {title}
          {keys?.[0] === undefined ? null : <Kbd>{keysForPeople(keys[0])}</Kbd>}
        </li>
      ))}
    </ul>
  );
}
