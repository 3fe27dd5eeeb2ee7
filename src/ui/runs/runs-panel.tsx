import { useId, useState } from "react";
import type { RunView } from "../../contracts/run-view.ts";
import type { SuiteNote } from "../../contracts/suite-notes.ts";
import { durationInWords, RelativeTime } from "../kit/relative-time.tsx";
import { useRoving } from "../kit/roving.ts";
import { StateDot, type StateTone } from "../kit/state-dot.tsx";
import { EmptyState } from "../kit/state-message.tsx";
import { SuiteBar } from "../kit/suite-bar.tsx";
import { suiteParts, suitePartsInWords } from "../kit/suite-parts.ts";
import { CauseCard } from "./cause-card.tsx";
import { FailureTree } from "./failure-tree.tsx";
import type { OpenPlace } from "./place.ts";
import { RunningSuite } from "./running-suite.tsx";
import styles from "./runs-panel.module.css";
import { runningCommandOf, type SuiteRun, suiteRunsOf } from "./suite-runs.ts";

export interface RunsPanelProps {
  readonly view: RunView | undefined;
  readonly openFile: OpenPlace;
  /** Writes a message to the agent. */
  readonly ask: (message: string) => void;
}

const OUTCOMES: Readonly<Record<SuiteNote["outcome"], { readonly tone: StateTone; readonly word: string }>> =
  {
    passed: { tone: "ok", word: "passed" },
    failed: { tone: "error", word: "failed" },
    cut: { tone: "warn", word: "cut off" },
    "could-not-run": { tone: "error", word: "could not run" },
    unknown: { tone: "unknown", word: "cannot tell" },
  };

/** What the runs of the tests showed: newest first, each by its causes. */
export function RunsPanel({ view, openFile, ask }: RunsPanelProps) {
  const runs = suiteRunsOf(view);
  const running = runningCommandOf(view);
  const [chosen, setChosen] = useState<string>();
  const shown = runs.find(({ key }) => key === chosen) ?? runs[0];
  return (
    <div className={styles["panel"]}>
      {running ? <RunningSuite running={running} /> : null}
      {shown ? (
        <div className={styles["parts"]}>
          <HistoryList runs={runs} chosen={shown.key} onChoose={setChosen} />
          <NoteView key={shown.key} note={shown.note} openFile={openFile} ask={ask} />
        </div>
      ) : (
        <EmptyState
          title="No test run yet"
          action={{
            title: "Ask the agent to run the tests",
            run: () => ask("Run the tests and say what they show."),
          }}
        >
          When the agent runs the tests, this says how many ran, what failed and why.
        </EmptyState>
      )}
    </div>
  );
}

function HistoryList({
  runs,
  chosen,
  onChoose,
}: {
  readonly runs: readonly SuiteRun[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}) {
  const roving = useRoving(chosen);
  const keys = runs.map(({ key }) => key);
  return (
    <ol className={styles["history"]} aria-label="Test runs, newest first" {...roving.list}>
      {runs.map(({ key, note, at }) => (
        <li key={key}>
          <button
            type="button"
            className={styles["entry"]}
            aria-pressed={key === chosen}
            onClick={() => onChoose(key)}
            {...roving.item(key, keys)}
          >
            <StateDot tone={OUTCOMES[note.outcome].tone}>{outcomeInWords(note)}</StateDot>
            <span className={styles["entryFacts"]}>
              {at === undefined ? null : (
                <>
                  <RelativeTime at={at} /> ·{" "}
                </>
              )}
              {durationInWords(note.durationMs)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function outcomeInWords({ outcome, counts }: SuiteNote): string {
  const { word } = OUTCOMES[outcome];
  if (outcome === "failed" && counts.failed > 0) return `${counts.failed} ${word}`;
  return outcome === "passed" && counts.passed > 0 ? `${counts.passed} ${word}` : word;
}

function NoteView({
  note,
  openFile,
  ask,
}: {
  readonly note: SuiteNote;
  readonly openFile: OpenPlace;
  readonly ask: (message: string) => void;
}) {
  const id = useId();
  const failures = new Map(note.failures.map((failure) => [failure.id, failure]));
  const parts = suiteParts(note.counts);
  return (
    <section className={styles["note"]} aria-labelledby={id}>
      <h3 id={id} className={styles["headline"]}>
        {note.headline}
      </h3>
      <SuiteBar note={note} />
      <p className={styles["counts"]}>
        {parts.length === 0 ? "No test was counted" : suitePartsInWords(parts)}
      </p>
      {note.cut ? (
        <p className={styles["cut"]}>
          <StateDot tone="warn">
            <span>{note.cut.sentence}</span>
          </StateDot>
        </p>
      ) : null}
      <p className={styles["command"]}>
        <code>{note.command}</code> · {durationInWords(note.durationMs)} · exit {note.exitCode}
      </p>
      {note.causes.length > 0 ? (
        <ul className={styles["causes"]} aria-label="Causes">
          {note.causes.map((cause) => (
            <li key={cause.id}>
              <CauseCard
                cause={cause}
                failures={cause.failures.flatMap((each) => failures.get(each) ?? [])}
                openFile={openFile}
                ask={ask}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {note.failures.length > 0 ? (
        <>
          <h3 className={styles["by"]}>Failed tests by file</h3>
          <FailureTree failures={note.failures} openFile={openFile} />
        </>
      ) : null}
    </section>
  );
}
