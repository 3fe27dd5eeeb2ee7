import { useState } from "react";
import type { RunView } from "../../contracts/run-view.ts";
import type { SourceLocation, SuiteCause, SuiteFailure, SuiteNote } from "../../contracts/suite-notes.ts";
import { Button } from "../kit/button.tsx";
import { durationInWords, RelativeTime } from "../kit/relative-time.tsx";
import { StateDot, type StateTone } from "../kit/state-dot.tsx";
import { EmptyState } from "../kit/state-message.tsx";
import { SuiteBar } from "../kit/suite-bar.tsx";
import { suiteParts, suitePartsInWords } from "../kit/suite-parts.ts";
import styles from "./runs-panel.module.css";
import { type SuiteRun, suiteRunsOf } from "./suite-runs.ts";

export interface RunsPanelProps {
  readonly view: RunView | undefined;
  readonly openFile: (path: string, line?: number, column?: number) => void;
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
  const [chosen, setChosen] = useState<string>();
  const shown = runs.find(({ key }) => key === chosen) ?? runs[0];
  if (!shown)
    return (
      <EmptyState title="No test run yet">
        When the agent runs the tests, this says how many ran, what failed and why.
      </EmptyState>
    );
  return (
    <div className={styles["panel"]}>
      <ol className={styles["history"]} aria-label="Test runs, newest first">
        {runs.map((run) => (
          <li key={run.key}>
            <HistoryEntry run={run} chosen={run === shown} onChoose={() => setChosen(run.key)} />
          </li>
        ))}
      </ol>
      <NoteView key={shown.key} note={shown.note} openFile={openFile} ask={ask} />
    </div>
  );
}

function HistoryEntry({
  run,
  chosen,
  onChoose,
}: {
  readonly run: SuiteRun;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { tone, word } = OUTCOMES[run.note.outcome];
  return (
    <button type="button" className={styles["entry"]} aria-pressed={chosen} onClick={onChoose}>
      <StateDot tone={tone}>{word}</StateDot>
      <span className={styles["entryFacts"]}>
        {run.at === undefined ? null : <RelativeTime at={run.at} />} · {durationInWords(run.note.durationMs)}
      </span>
    </button>
  );
}

function NoteView({
  note,
  openFile,
  ask,
}: {
  readonly note: SuiteNote;
  readonly openFile: RunsPanelProps["openFile"];
  readonly ask: RunsPanelProps["ask"];
}) {
  const failures = new Map(note.failures.map((failure) => [failure.id, failure]));
  return (
    <div className={styles["note"]}>
      <h3 className={styles["headline"]}>{note.headline}</h3>
      <SuiteBar note={note} />
      <p className={styles["counts"]}>{suitePartsInWords(suiteParts(note.counts))}</p>
      <p className={styles["command"]}>
        <code>{note.command}</code> · {durationInWords(note.durationMs)} · exit {note.exitCode}
      </p>
      {note.cut ? <p className={styles["cut"]}>{note.cut.sentence}</p> : null}
      <ul className={styles["causes"]} aria-label="Causes">
        {note.causes.map((cause) => (
          <li key={cause.id}>
            <CauseCard
              cause={cause}
              failures={cause.failures.flatMap((id) => failures.get(id) ?? [])}
              openFile={openFile}
              ask={ask}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function CauseCard({
  cause,
  failures,
  openFile,
  ask,
}: {
  readonly cause: SuiteCause;
  readonly failures: readonly SuiteFailure[];
  readonly openFile: RunsPanelProps["openFile"];
  readonly ask: RunsPanelProps["ask"];
}) {
  const [open, setOpen] = useState(failures.length <= 3);
  const location = cause.location ?? failures[0]?.location;
  return (
    <article className={styles["cause"]}>
      <h4>
        {cause.summary}
        <span className={styles["tests"]}>
          {failures.length === 1 ? "1 test" : `${failures.length} tests`}
        </span>
      </h4>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long evidence scrolls */}
      {cause.evidence.length > 0 ? <pre tabIndex={0}>{cause.evidence.join("\n")}</pre> : null}
      <div className={styles["actions"]}>
        {location ? (
          <Button size="small" onClick={() => openAt(openFile, location)}>
            {`Open ${placeOf(location)}`}
          </Button>
        ) : null}
        <Button size="small" onClick={() => ask(questionFor(cause, failures))}>
          Ask the agent to fix this cause
        </Button>
        {failures.length > 0 ? (
          <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide tests" : "Show tests"}
          </Button>
        ) : null}
      </div>
      {open ? <FailureList failures={failures} openFile={openFile} /> : null}
    </article>
  );
}

function FailureList({
  failures,
  openFile,
}: {
  readonly failures: readonly SuiteFailure[];
  readonly openFile: RunsPanelProps["openFile"];
}) {
  return (
    <ul className={styles["failures"]}>
      {failures.map((failure) => {
        const location = failure.location ?? { path: failure.file };
        return (
          <li key={failure.id}>
            <button type="button" className={styles["failure"]} onClick={() => openAt(openFile, location)}>
              <StateDot tone="error">{failure.titlePath.join(" › ")}</StateDot>
              <span className={styles["place"]}>{placeOf(location)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function openAt(openFile: RunsPanelProps["openFile"], { path, line, column }: SourceLocation): void {
  openFile(path, line, column);
}

function placeOf({ path, line }: SourceLocation): string {
  return line === undefined ? path : `${path}:${line}`;
}

/** The message that hands one cause to the agent: what it is and which tests show it. */
function questionFor(cause: SuiteCause, failures: readonly SuiteFailure[]): string {
  const tests = failures.slice(0, 6).map((failure) => `- ${failure.titlePath.join(" > ")} (${failure.file})`);
  const more = failures.length > tests.length ? [`- and ${failures.length - tests.length} more`] : [];
  return [`Fix this cause of failing tests: ${cause.summary}`, ...cause.evidence, ...tests, ...more].join(
    "\n",
  );
}
