import {
  FilePlus,
  Files,
  FlaskConical,
  FolderPlus,
  GitCompare,
  Globe,
  MessageSquare,
  Search,
  Share2,
  SquareTerminal,
  TriangleAlert,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { AgentPanel } from "../../ui/agent/agent-panel.tsx";
import { EditorGroup } from "../../ui/editor/editor-group.tsx";
import { NEW_FILE_COMMAND, NEW_FOLDER_COMMAND } from "../../ui/files/use-name-edit.ts";
import { IconButton } from "../../ui/kit/button.tsx";
import { lazyPart } from "../../ui/kit/lazy-part.tsx";
import { Workbench } from "../../ui/layout/workbench.tsx";
import type { WorkbenchView } from "../../ui/layout/workbench-view.ts";
import type { ViewTab } from "../../ui/state/editors.ts";
import { useStore } from "../../ui/state/store.ts";
import { WorkbenchStoresProvider } from "../../ui/state/workbench-stores.tsx";
import { EngineChip } from "../../ui/status/engine-chip.tsx";
import { engineWords } from "../../ui/status/engine-words.ts";
import { ProblemsBadge, ProblemsPanel } from "../../ui/status/problems-panel.tsx";
import { StatusLine } from "../../ui/status/status-line.tsx";
import { APPROVAL_VIEW, showApproval } from "./open-approvals.ts";
import type { ProjectPage } from "./project-page.ts";
import { TrustChip } from "./trust-chip.tsx";
import { registerPageCommands, SHARE_COMMAND } from "./page-commands.ts";
import { addressOfStart } from "./session/opening.ts";

const SettingsPage = lazyPart(
  "Loading",
  async () => (await import("../../ui/settings/settings-page.tsx")).SettingsPage,
);
const ApprovalCard = lazyPart(
  "Loading",
  async () => (await import("../../ui/approvals/approval-card.tsx")).ApprovalCard,
);
const FilesPanel = lazyPart(
  "Loading",
  async () => (await import("../../ui/files/files-panel.tsx")).FilesPanel,
);
const ApprovalTab = lazyPart("Loading", async () => (await import("./approval-tab.tsx")).ApprovalTab);
const Palettes = lazyPart("Loading", async () => (await import("../../ui/palette/palettes.tsx")).Palettes);
const TerminalPanel = lazyPart(
  "Loading",
  async () => (await import("../../ui/terminal/terminal-panel.tsx")).TerminalPanel,
);
const ChangesPanel = lazyPart(
  "Loading",
  async () => (await import("../../ui/changes/changes-panel.tsx")).ChangesPanel,
);
const RunsPanel = lazyPart("Loading", async () => (await import("../../ui/runs/runs-panel.tsx")).RunsPanel);
const SearchPanel = lazyPart(
  "Loading",
  async () => (await import("../../ui/search/search-panel.tsx")).SearchPanel,
);
const PreviewPanel = lazyPart(
  "Loading",
  async () => (await import("../../ui/status/preview-panel.tsx")).PreviewPanel,
);
const ShareProject = lazyPart("Loading", async () => (await import("./share-project.tsx")).ShareProject);

/** What stands in the open panels of a first visit; asked for while the server answers. */
export function preloadFirstParts(): Promise<unknown> {
  return Promise.all([FilesPanel.preload(), TerminalPanel.preload(), Palettes.preload()]);
}

const SUGGESTIONS = ["Make the tests pass", "Explain this project", "Add a test for what is not tested yet"];

/** The workbench of one project: every part in its place. */
export function ProjectWorkbench({ page }: { readonly page: ProjectPage }) {
  const { stores, project } = page;
  const [sharing, setSharing] = useState(false);
  useEffect(() => {
    const registered = registerPageCommands(page, () => setSharing(true));
    return () => registered.dispose();
  }, [page]);
  useEffect(() => {
    document.title = `${project.name} - Tabwright`;
  }, [project.name]);
  return (
    <WorkbenchStoresProvider stores={stores}>
      <Workbench
        projectName={project.name}
        projectMenu={() => [
          {
            kind: "action",
            title: "Open another project",
            run: () => location.assign(addressOfStart(new URL(location.href))),
          },
          { kind: "action", title: "Share", run: () => setSharing(true) },
          { kind: "separator" },
          { kind: "action", title: "Settings", run: () => void stores.commands.run("settings.open") },
        ]}
        chips={
          <>
            <EngineChip />
            <TrustChip page={page} />
          </>
        }
        titleActions={
          <IconButton
            label="Share the project"
            icon={<Share2 size={16} />}
            onClick={() => stores.commands.run(SHARE_COMMAND)}
          />
        }
        sideViews={sideViews(page)}
        bottomViews={bottomViews(page)}
        agent={{
          id: "agent",
          title: "Agent",
          icon: <MessageSquare size={18} />,
          content: <Agent page={page} />,
        }}
        editor={<EditorGroup renderView={(tab) => drawView(page, tab)} />}
        status={<StatusLine />}
        overlays={
          <>
            <Palettes />
            {sharing ? <ShareProject page={page} onClose={() => setSharing(false)} /> : null}
          </>
        }
      />
    </WorkbenchStoresProvider>
  );
}

/** The tabs of the editor group that are no files. */
function drawView({ runs, stores, agent }: ProjectPage, { view, subject }: ViewTab): ReactNode {
  switch (view) {
    case APPROVAL_VIEW:
      return <ApprovalTab runs={runs} id={subject} editors={stores.editors} />;
    case "settings":
      return <SettingsPage requests={agent.requests} />;
    default:
      return undefined;
  }
}

function sideViews({ stores, runs }: ProjectPage): readonly WorkbenchView[] {
  return [
    {
      id: "files",
      title: "Files",
      icon: <Files size={18} />,
      command: "view.files",
      content: <FilesPanel />,
      actions: (
        <>
          <IconButton
            label="New file"
            icon={<FilePlus size={14} />}
            onClick={() => stores.commands.run(NEW_FILE_COMMAND)}
          />
          <IconButton
            label="New folder"
            icon={<FolderPlus size={14} />}
            onClick={() => stores.commands.run(NEW_FOLDER_COMMAND)}
          />
        </>
      ),
    },
    {
      id: "search",
      title: "Search",
      icon: <Search size={18} />,
      command: "view.search",
      content: <SearchPanel />,
    },
    {
      id: "changes",
      title: "Changes",
      icon: <GitCompare size={18} />,
      command: "view.changes",
      content: <Changes runs={runs} openFile={(path) => stores.editors.openFile(path)} />,
    },
  ];
}

function bottomViews({ stores, runs }: ProjectPage): readonly WorkbenchView[] {
  return [
    {
      id: "terminal",
      title: "Terminal",
      icon: <SquareTerminal size={18} />,
      content: <TerminalPanel />,
    },
    {
      id: "runs",
      title: "Runs",
      icon: <FlaskConical size={18} />,
      content: <Runs runs={runs} editors={stores.editors} />,
    },
    {
      id: "problems",
      title: "Problems",
      icon: <TriangleAlert size={18} />,
      content: <ProblemsPanel />,
      Badge: ProblemsBadge,
    },
    { id: "preview", title: "Preview", icon: <Globe size={18} />, content: <PreviewPanel /> },
  ];
}

function Agent({ page }: { readonly page: ProjectPage }) {
  const { runs, stores } = page;
  const status = useStore(stores.engine, (state) => state.status);
  const review = (id: string): void => showApproval(id, runs, stores.editors);
  return (
    <AgentPanel
      runs={runs}
      unavailable={
        status.state === "ready"
          ? undefined
          : `The engine is ${engineWords(status).word}. The agent waits for it.`
      }
      suggestions={SUGGESTIONS}
      openFile={(path, line) => stores.editors.openFile(path, line === undefined ? {} : { place: { line } })}
      openRequest={review}
      openModelSettings={() => stores.commands.run("settings.open")}
      renderRequest={(request) => <ApprovalCard runs={runs} request={request} onReview={review} />}
    />
  );
}

function Changes({
  runs,
  openFile,
}: Pick<ProjectPage, "runs"> & { readonly openFile: (path: string) => void }) {
  const view = useStore(runs.store, (state) => state.view);
  return <ChangesPanel view={view} openFile={openFile} />;
}

function Runs({ runs, editors }: Pick<ProjectPage, "runs"> & Pick<ProjectPage["stores"], "editors">) {
  return (
    <RunsPanel
      view={useStore(runs.store, (state) => state.view)}
      openFile={(path, line, column) =>
        editors.openFile(
          path,
          line === undefined ? {} : { place: column === undefined ? { line } : { line, column } },
        )
      }
      ask={(message) => void runs.send(message)}
    />
  );
}
