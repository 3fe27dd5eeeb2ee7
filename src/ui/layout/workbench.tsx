import { Bot, X } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { ErrorBoundary } from "../kit/error-boundary.tsx";
import { IconButton } from "../kit/button.tsx";
import { TooltipLayer } from "../kit/tooltip-layer.tsx";
import { listenForKeys } from "../state/key-bindings.ts";
import type { LayoutMode, PanelName } from "../state/layout.ts";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { NarrowColumn } from "./narrow-column.tsx";
import { Notices } from "./notices.tsx";
import { BottomPanel, SidePanel } from "./panels.tsx";
import { Rail } from "./rail.tsx";
import { Region } from "./region.tsx";
import { rememberFocus } from "./regions.ts";
import { TitleBar } from "./title-bar.tsx";
import type { WorkbenchProps, WorkbenchView } from "./workbench-view.ts";
import styles from "./workbench.module.css";

/** The frame of the whole product. What stands in it comes from the other parts. */
export function Workbench(props: WorkbenchProps) {
  const { commands, layout } = useWorkbench();
  const mode = useStore(layout.store, (state) => state.mode);
  useEffect(() => {
    const listening = listenForKeys(commands);
    return () => listening.dispose();
  }, [commands]);
  return (
    <div className={styles["workbench"]} onFocus={rememberFocus} data-mode={mode}>
      <TitleBar
        projectName={props.projectName}
        projectMenu={props.projectMenu}
        chips={props.chips}
        actions={
          <>
            {props.titleActions}
            {mode === "middle" ? (
              <IconButton
                label="Show or hide the agent"
                icon={<Bot size={16} />}
                onClick={() => layout.toggle("agent")}
              />
            ) : null}
          </>
        }
      />
      {mode === "narrow" ? <NarrowColumn {...props} /> : <Columns {...props} mode={mode} />}
      {mode === "narrow" ? null : (
        <footer className={styles["status"]} data-region="status" aria-label="Status" tabIndex={-1}>
          {props.status}
        </footer>
      )}
      <Notices />
      {props.overlays}
      <TooltipLayer />
    </div>
  );
}

function Columns({
  mode,
  sideViews,
  bottomViews,
  agent,
  editor,
}: WorkbenchProps & { readonly mode: LayoutMode }) {
  const { layout } = useWorkbench();
  const open = useStore(layout.store, (state) => state.open);
  const isDocked = mode === "wide";
  return (
    <div className={styles["main"]}>
      <Rail views={sideViews} />
      <Group orientation="horizontal" className={styles["panels"]}>
        {open.side ? (
          <Sized key="side" panel="side" min={180} max="50%">
            <SidePanel views={sideViews} />
          </Sized>
        ) : null}
        {open.side ? <Separator key="side-edge" className={styles["separator"]} /> : null}
        <Panel key="centre" id="centre" minSize={240}>
          <Group orientation="vertical">
            <Panel id="editor" minSize={80}>
              <Region name="editor" label="Editor" as="main">
                <ErrorBoundary what="The editor">{editor}</ErrorBoundary>
              </Region>
            </Panel>
            {open.bottom ? <Separator className={styles["separator"]} /> : null}
            {open.bottom ? (
              <Sized panel="bottom" min={80} max="80%">
                <BottomPanel views={bottomViews} />
              </Sized>
            ) : null}
          </Group>
        </Panel>
        {open.agent && isDocked ? <Separator key="agent-edge" className={styles["separator"]} /> : null}
        {open.agent && isDocked ? (
          <Sized key="agent" panel="agent" min={280} max="60%">
            <AgentPanel agent={agent} />
          </Sized>
        ) : null}
      </Group>
      {open.agent && !isDocked ? (
        <div className={styles["drawer"]}>
          <AgentPanel agent={agent} />
        </div>
      ) : null}
    </div>
  );
}

/** A panel that keeps its pixels when the window changes, and remembers what the person made of it. */
function Sized({
  panel,
  min,
  max,
  children,
}: {
  readonly panel: PanelName;
  readonly min: number;
  readonly max: string;
  readonly children: ReactNode;
}) {
  const { layout } = useWorkbench();
  return (
    <Panel
      id={panel}
      defaultSize={layout.store.getState().sizes[panel]}
      minSize={min}
      maxSize={max}
      groupResizeBehavior="preserve-pixel-size"
      onResize={({ inPixels }) => {
        if (inPixels >= min) layout.resize(panel, inPixels);
      }}
    >
      {children}
    </Panel>
  );
}

function AgentPanel({ agent }: { readonly agent: WorkbenchView }) {
  const { layout } = useWorkbench();
  return (
    <Region name="agent" label={agent.title} as="aside">
      <div className={styles["heading"]}>
        <h2>{agent.title}</h2>
        <div className={styles["headingEnd"]}>
          {agent.actions}
          <IconButton
            label="Close agent"
            icon={<X size={14} />}
            onClick={() => layout.setOpen("agent", false)}
          />
        </div>
      </div>
      <div className={styles["content"]}>
        <ErrorBoundary what={agent.title}>{agent.content}</ErrorBoundary>
      </div>
    </Region>
  );
}
