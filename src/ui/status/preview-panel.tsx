import { ExternalLink, RotateCw } from "lucide-react";
import { useState } from "react";
import type { OpenPort } from "../../contracts/engine.ts";
import { IconButton } from "../kit/button.tsx";
import { Select } from "../kit/field.tsx";
import { ProgressLine } from "../kit/progress-line.tsx";
import { EmptyState, ErrorState } from "../kit/state-message.tsx";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import styles from "./status.module.css";

/** What programs of the project serve, in a frame of their own origin. It is never blank: each state has its words. */
export function PreviewPanel() {
  const { engine, commands } = useWorkbench();
  const ports = useStore(engine, (state) => state.ports);
  const status = useStore(engine, (state) => state.status);
  const [chosen, setChosen] = useState<number>();
  const shown = ports.find(({ port }) => port === chosen) ?? ports[0];
  if (status.state === "lost" || status.state === "cannot-start")
    return (
      <ErrorState
        title="There is no preview without the engine"
        meaning={status.problem.message}
        action={{ title: "Restart the engine", run: () => void commands.run("engine.restart") }}
      />
    );
  if (status.state === "ready" && !status.capabilities.servers)
    return (
      <EmptyState title="This engine cannot show a preview">
        Programs cannot listen on ports in it. Start Tabwright with npm start on your machine for one that
        can.
      </EmptyState>
    );
  if (!shown)
    return (
      <EmptyState
        title="Nothing to preview yet"
        action={{ title: "Open a terminal", run: () => void commands.run("view.terminal") }}
        otherActions={[{ title: "Ask the agent", run: () => void commands.run("agent.focus") }]}
      >
        Start the project, for example with npm run dev. The page it serves appears here.
      </EmptyState>
    );
  return <PortFrame key={shown.port} shown={shown} ports={ports} onChoose={setChosen} />;
}

function PortFrame({
  shown,
  ports,
  onChoose,
}: {
  readonly shown: OpenPort;
  readonly ports: readonly OpenPort[];
  readonly onChoose: (port: number) => void;
}) {
  const [loads, setLoads] = useState(0);
  const [loaded, setLoaded] = useState(-1);
  const isLoading = shown.ready && loaded !== loads;
  return (
    <div className={styles["preview"]}>
      <div className={styles["previewBar"]}>
        <div className={styles["ports"]}>
          <Select
            label="Port"
            hideLabel
            value={String(shown.port)}
            options={ports.map(({ port, ready }) => ({
              value: String(port),
              label: ready ? `Port ${port}` : `Port ${port}, opening`,
            }))}
            onChange={(port) => onChoose(Number(port))}
          />
        </div>
        <span className={styles["address"]}>{shown.url}</span>
        <IconButton
          label="Reload the preview"
          icon={<RotateCw size={14} />}
          onClick={() => setLoads(loads + 1)}
        />
        <IconButton
          label="Open the preview in a tab"
          icon={<ExternalLink size={14} />}
          onClick={() => window.open(shown.url, "_blank", "noopener")}
        />
      </div>
      {isLoading ? <ProgressLine label="Loading the page" /> : null}
      {shown.ready ? (
        <iframe
          key={loads}
          className={styles["frame"]}
          title={`Page on port ${shown.port}`}
          src={shown.url}
          // A frame of another origin: it keeps its own storage and never reaches this page.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads"
          allow="cross-origin-isolated; clipboard-read; clipboard-write"
          ref={(frame) => frame?.setAttribute("credentialless", "")}
          onLoad={() => setLoaded(loads)}
        />
      ) : (
        <EmptyState title={`Port ${shown.port} is open and does not answer yet`}>
          The page appears as soon as the program serves it.
        </EmptyState>
      )}
    </div>
  );
}
