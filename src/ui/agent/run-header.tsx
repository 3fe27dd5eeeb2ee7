import { History, Plus } from "lucide-react";
import type { ModelLabel, RunState, RunView, TokenUse } from "../../contracts/run-view.ts";
import { Button, IconButton } from "../kit/button.tsx";
import { MenuButton, type MenuEntry } from "../kit/menu.tsx";
import { relativeTime } from "../kit/relative-time.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import type { RunsStore } from "../state/runs.ts";
import { useStore } from "../state/store.ts";
import { runStateWords, summaryWords } from "./run-state-words.ts";
import styles from "./run-header.module.css";

export function RunHeader({
  runs,
  view,
  onModelSettings,
}: {
  readonly runs: RunsStore;
  readonly view: RunView | undefined;
  readonly onModelSettings: () => void;
}) {
  const list = useStore(runs.store, (state) => state.runs);
  // A function, so that the times are those of the moment in which the menu opens.
  const entries = (): readonly MenuEntry[] =>
    list.map((summary) => ({
      kind: "choice",
      title: `${summary.title} · ${summaryWords(summary).word} · ${relativeTime(summary.updatedAt, Date.now())}`,
      chosen: summary.run === view?.run,
      run: () => void runs.open(summary.run),
    }));
  return (
    <header className={styles["header"]}>
      <div className={styles["line"]}>
        <h2 className={styles["title"]}>{view?.title ?? "New run"}</h2>
        {list.length > 0 ? (
          <MenuButton label="Earlier runs" icon={<History size={15} />} entries={entries} />
        ) : null}
        <IconButton label="New run" icon={<Plus size={15} />} onClick={() => void runs.open(undefined)} />
      </div>
      {view ? (
        <div className={styles["facts"]}>
          <RunStateLine state={view.state} />
          <ModelName model={view.model} onClick={onModelSettings} />
          <Use use={view.use} demo={view.model.demo} />
        </div>
      ) : null}
    </header>
  );
}

function RunStateLine({ state }: { readonly state: RunState }) {
  const { tone, word } = runStateWords(state);
  return <StateDot tone={tone}>{word}</StateDot>;
}

function ModelName({ model, onClick }: { readonly model: ModelLabel; readonly onClick: () => void }) {
  if (model.model === "" && !model.demo) return null;
  return (
    <Button variant="quiet" size="small" tooltip="Choose another model" onClick={onClick}>
      {model.demo ? "Demo agent: scripted, no key" : model.model}
    </Button>
  );
}

const count = new Intl.NumberFormat("en");

function Use({ use, demo }: { readonly use: TokenUse; readonly demo: boolean }) {
  const tokens = use.input + use.output;
  if (demo || tokens === 0) return null;
  return (
    <span
      className={styles["use"]}
      title={`${count.format(use.input)} tokens in, ${count.format(use.output)} out`}
    >
      {count.format(tokens)} tokens · {use.cost === undefined ? "cost unknown" : `$${use.cost.toFixed(2)}`}
    </span>
  );
}
