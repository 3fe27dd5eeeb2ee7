import { StrictMode, useCallback, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { ApprovalRequest } from "../../contracts/approval.ts";
import { AgentPanel } from "../../ui/agent/agent-panel.tsx";
import { ApprovalCard } from "../../ui/approvals/approval-card.tsx";
import { ApprovalView } from "../../ui/approvals/approval-view.tsx";
import { ChangesPanel } from "../../ui/changes/changes-panel.tsx";
import "../../ui/kit/base.css";
import { AnnouncerProvider } from "../../ui/kit/announcer.tsx";
import type { DiffViewProps } from "../../ui/kit/diff-view.ts";
import { TooltipLayer } from "../../ui/kit/tooltip-layer.tsx";
import { RunsPanel } from "../../ui/runs/runs-panel.tsx";
import { pendingRequests, type RunsStore } from "../../ui/state/runs.ts";
import { useStore } from "../../ui/state/store.ts";
import { exampleRuns } from "./example-agent.ts";
import { exampleNames } from "./example-runs.ts";
import "./gallery.css";

/** Every state of the agent's side from examples, for looking at it: `?state=NAME&theme=dark&part=agent`. */
const query = new URLSearchParams(location.search);
const state = query.get("state");
const part = query.get("part");
document.documentElement.dataset["theme"] = query.get("theme") ?? "light";

const asked: string[] = [];
Object.assign(globalThis, { asked });
const log = (line: string): void => void asked.push(line);
const opens = (...place: readonly unknown[]): void => log(`open ${JSON.stringify(place)}`);

function Gallery({ runs }: { readonly runs: RunsStore }) {
  const view = useStore(runs.store, (each) => each.view);
  const [shown, setShown] = useState<string>();
  const renderRequest = useCallback(
    (request: ApprovalRequest) => <ApprovalCard runs={runs} request={request} onReview={setShown} />,
    [runs],
  );
  const agent = (
    <AgentPanel
      runs={runs}
      unavailable={
        state === "empty" ? "The engine is starting. Your message is sent when it is ready." : undefined
      }
      suggestions={["Make the tests pass", "Explain this project"]}
      openFile={opens}
      openRequest={setShown}
      openModelSettings={opens}
      renderRequest={renderRequest}
    />
  );
  const panels = {
    agent,
    approval: <Approval runs={runs} shown={shown} onShow={setShown} />,
    runs: <RunsPanel view={view} openFile={opens} ask={(text) => void runs.send(text)} />,
    changes: <ChangesPanel view={view} openFile={opens} />,
  };
  if (part !== null && part in panels)
    return (
      <div className="gallery" data-part={part}>
        <main>{panels[part as keyof typeof panels]}</main>
      </div>
    );
  return (
    <div className="gallery">
      <div>
        <div>{view?.state.at === "asking" ? panels.approval : panels.changes}</div>
        <div>{panels.runs}</div>
      </div>
      <main>{agent}</main>
    </div>
  );
}

function Approval({
  runs,
  shown,
  onShow,
}: {
  readonly runs: RunsStore;
  readonly shown: string | undefined;
  readonly onShow: (id: string) => void;
}) {
  const requests = useStore(runs.store, pendingRequests);
  const index = Math.max(
    0,
    requests.findIndex(({ id }) => id === shown),
  );
  const request = requests[index];
  if (!request) return null;
  return (
    <ApprovalView
      key={request.id}
      runs={runs}
      request={request}
      place={{ index, count: requests.length }}
      onNext={() => onShow(requests[(index + 1) % requests.length]?.id ?? request.id)}
      renderDiff={(props) => <PlainDiff {...props} />}
    />
  );
}

function PlainDiff({ path, modified, editable, onChange }: DiffViewProps) {
  return (
    <textarea
      aria-label={path}
      defaultValue={modified}
      readOnly={editable !== true}
      onChange={(event) => onChange?.(event.target.value)}
      style={{ width: "100%", height: "100%", border: 0, background: "none", color: "inherit" }}
    />
  );
}

function Contents() {
  useEffect(() => {
    document.body.style.overflow = "auto";
  }, []);
  return (
    <div className="gallery">
      <nav aria-label="States">
        {exampleNames.map((name) => (
          <a key={name} href={`?state=${name}`}>
            {name}
          </a>
        ))}
      </nav>
    </div>
  );
}

const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <AnnouncerProvider>
        {state === null ? <Contents /> : <Gallery runs={exampleRuns(state, log)} />}
        <TooltipLayer />
      </AnnouncerProvider>
    </StrictMode>,
  );
