import { Plus, Search, X } from "lucide-react";
import { lazy, Suspense, useEffect, useState, type KeyboardEvent } from "react";
import { Button, IconButton } from "../kit/button.tsx";
import { classNames } from "../kit/class-names.ts";
import buttons from "../kit/button.module.css";
import { ProgressLine } from "../kit/progress-line.tsx";
import { StateDot, type StateTone } from "../kit/state-dot.tsx";
import { EmptyState, ErrorState } from "../kit/state-message.tsx";
import { useStore } from "../state/store.ts";
import type { TerminalState, TerminalTab } from "../state/terminals.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import styles from "./terminal.module.css";

const loadScreen = () => import("./terminal-screen.tsx");
const TerminalScreen = lazy(async () => ({ default: (await loadScreen()).TerminalScreen }));

const TONES: Readonly<Record<TerminalState["state"], StateTone>> = {
  "waiting-for-engine": "waiting",
  starting: "running",
  running: "ok",
  ended: "stopped",
  failed: "error",
};

/** The shells of the engine. */
export function TerminalPanel() {
  const { terminals, engine, commands, layout } = useWorkbench();
  const tabs = useStore(terminals.store, (state) => state.tabs);
  const activeId = useStore(terminals.store, (state) => state.active);
  const status = useStore(engine, (state) => state.status);
  const [focusCount, setFocusCount] = useState(0);
  const [finding, setFinding] = useState(false);
  const active = tabs.find(({ id }) => id === activeId);
  useEffect(() => {
    const registered = commands.register({
      id: "terminal.new",
      title: "Open another terminal",
      group: "Terminal",
      keys: ["Mod+Shift+`"],
      run: () => {
        layout.showView("bottom", "terminal");
        terminals.open();
        setFocusCount((count) => count + 1);
      },
    });
    return () => registered.dispose();
  }, [commands, layout, terminals]);
  const canRun = status.state !== "ready" || status.capabilities.terminal;
  useEffect(() => {
    if (
      status.state === "ready" &&
      status.capabilities.terminal &&
      terminals.store.getState().tabs.length === 0
    )
      terminals.open();
  }, [status, terminals]);
  if (!canRun)
    return (
      <EmptyState
        title="This engine has no terminal"
        action={{ title: "Ask the agent", run: () => void commands.run("agent.focus") }}
      >
        It can keep files and run single commands for the agent. An engine with terminals starts with npm
        start on your machine.
      </EmptyState>
    );
  if (tabs.length === 0)
    return status.state === "ready" ? (
      <EmptyState
        title="No terminal is open"
        action={{ title: "Open a terminal", run: () => void commands.run("terminal.new") }}
      />
    ) : (
      <WaitingForEngine />
    );
  return (
    <div className={styles["panel"]}>
      <div className={styles["bar"]}>
        <TerminalTabs tabs={tabs} active={activeId} onFocus={() => setFocusCount((count) => count + 1)} />
        <div className={styles["end"]}>
          {finding && active ? <FindField id={active.id} onClose={() => setFinding(false)} /> : null}
          <IconButton
            label="Find in the terminal"
            icon={<Search size={14} />}
            pressed={finding}
            onClick={() => setFinding(!finding)}
          />
          <IconButton
            label="Open another terminal"
            keys="Mod+Shift+`"
            icon={<Plus size={16} />}
            onClick={() => commands.run("terminal.new")}
          />
        </div>
      </div>
      {active ? (
        <>
          <div className={styles["screen"]} data-own-control-keys="">
            <Suspense fallback={<ProgressLine label="Loading the terminal" />}>
              <TerminalScreen key={active.id} id={active.id} focusCount={focusCount} />
            </Suspense>
          </div>
          <ShellEnd tab={active} />
        </>
      ) : null}
    </div>
  );
}

function TerminalTabs({
  tabs,
  active,
  onFocus,
}: {
  readonly tabs: readonly TerminalTab[];
  readonly active: string | undefined;
  readonly onFocus: () => void;
}) {
  const { terminals } = useWorkbench();
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (step !== 0 && next) {
      event.preventDefault();
      terminals.choose(next.id);
      document.getElementById(`shell-tab-${next.id}`)?.focus();
    }
    if (event.key === "Delete" && tabs[index]) terminals.close(tabs[index].id);
    if (event.key === "Enter") onFocus();
  };
  return (
    <div className={styles["tabs"]} role="tablist" aria-label="Terminals">
      {tabs.map(({ id, title, shell }, index) => (
        <div key={id} className={styles["tab"]} role="presentation" data-active={id === active}>
          <button
            type="button"
            id={`shell-tab-${id}`}
            role="tab"
            className={styles["tabName"]}
            aria-selected={id === active}
            tabIndex={id === active ? 0 : -1}
            onClick={() => {
              terminals.choose(id);
              onFocus();
            }}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <StateDot tone={TONES[shell.state]}>{title}</StateDot>
          </button>
          <button
            type="button"
            className={classNames(buttons["icon"])}
            // For the pointer: on the keyboard Delete closes the tab.
            aria-hidden="true"
            title={`Close ${title}`}
            tabIndex={-1}
            onClick={() => terminals.close(id)}
          >
            <X size={12} />
          </button>
        </div>
      ))}
    </div>
  );
}

function FindField({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const stores = useWorkbench();
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  const find = (wanted: string, direction: "next" | "previous"): void => {
    void loadScreen().then(({ liveTerminalsOf }) => {
      const found = liveTerminalsOf(stores).get(id)?.find(wanted, direction) ?? false;
      setMissing(wanted !== "" && !found);
    });
  };
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className={styles["find"]}
      aria-label={missing ? "Find in the terminal: not found" : "Find in the terminal"}
      aria-invalid={missing}
      placeholder="Find"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        find(event.target.value, "next");
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") find(text, event.shiftKey ? "previous" : "next");
        if (event.key === "Escape") onClose();
      }}
    />
  );
}

function ShellEnd({ tab }: { readonly tab: TerminalTab }) {
  const { terminals } = useWorkbench();
  const restart = (
    <Button size="small" onClick={() => terminals.restart(tab.id)}>
      Start a new shell
    </Button>
  );
  switch (tab.shell.state) {
    case "running":
    case "starting":
      return null;
    case "waiting-for-engine":
      return (
        <div className={styles["ended"]}>
          <StateDot tone="waiting">The shell starts as soon as the engine is ready.</StateDot>
        </div>
      );
    case "ended":
      return (
        <div className={styles["ended"]}>
          <StateDot tone="stopped">
            {tab.shell.exitCode === undefined
              ? "The shell is gone, because the engine stopped."
              : `The shell ended with code ${tab.shell.exitCode}.`}
          </StateDot>
          {restart}
        </div>
      );
    case "failed":
      return (
        <div className={styles["ended"]}>
          <StateDot tone="error">The shell could not start. {tab.shell.message}</StateDot>
          {restart}
        </div>
      );
  }
}

function WaitingForEngine() {
  const { engine, commands } = useWorkbench();
  const status = useStore(engine, (state) => state.status);
  if (status.state === "lost" || status.state === "cannot-start")
    return (
      <ErrorState
        title="There is no shell without the engine"
        meaning={status.problem.message}
        action={{ title: "Restart the engine", run: () => void commands.run("engine.restart") }}
      />
    );
  return <EmptyState title="The engine is starting">A shell opens here as soon as it is ready.</EmptyState>;
}
