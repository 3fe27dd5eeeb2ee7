import {
  BookOpen,
  FilePen,
  FilePlus,
  FolderPlus,
  FolderTree,
  type LucideIcon,
  Search,
  SquareTerminal,
  Trash2,
  Wrench,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ToolCallState, ToolCallView } from "../../contracts/run-view.ts";
import { Button } from "../kit/button.tsx";
import { DiffCounts } from "../kit/diff-counts.tsx";
import { durationInWords } from "../kit/relative-time.tsx";
import { StateDot, type StateTone } from "../kit/state-dot.tsx";
import { FileEffects } from "./file-effects.tsx";
import { readableInput, readableResult } from "./readable-result.ts";
import { readingSentence, toolSentence } from "./tool-sentence.ts";
import styles from "./tool-card.module.css";
import type { TranscriptActions } from "./transcript-actions.ts";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  list_files: FolderTree,
  read_file: BookOpen,
  search_files: Search,
  find_files: Search,
  write_file: FilePlus,
  edit_file: FilePen,
  create_directory: FolderPlus,
  delete_file: Trash2,
  exec_command: SquareTerminal,
  wait_for_task: SquareTerminal,
};

const STATES: Readonly<Record<ToolCallState, { readonly tone: StateTone; readonly word: string }>> = {
  waiting: { tone: "waiting", word: "waits" },
  asking: { tone: "warn", word: "asks you" },
  running: { tone: "running", word: "running" },
  done: { tone: "ok", word: "done" },
  failed: { tone: "error", word: "failed" },
  rejected: { tone: "stopped", word: "rejected by you" },
  stopped: { tone: "stopped", word: "stopped" },
  "outcome-unknown": { tone: "unknown", word: "outcome unknown" },
  "not-started": { tone: "stopped", word: "not started" },
};

/** One tool call: a line that opens to what was sent, printed and answered. */
export function ToolCard({
  call,
  live,
  actions,
}: {
  readonly call: ToolCallView;
  readonly live: string | undefined;
  readonly actions: TranscriptActions;
}) {
  const { verb, object } = toolSentence(call);
  const { tone, word } = stateOf(call);
  const added = sum(call.files.map(({ addedLines }) => addedLines));
  const removed = sum(call.files.map(({ removedLines }) => removedLines));
  const request = call.state === "asking" ? call.request : undefined;
  return (
    <Card
      icon={ICONS[call.tool] ?? Wrench}
      title={
        <>
          {verb} <code className={styles["object"]}>{object}</code>
        </>
      }
      facts={
        <>
          {added + removed > 0 ? <DiffCounts added={added} removed={removed} /> : null}
          {call.durationMs === undefined ? null : <span>{durationInWords(call.durationMs)}</span>}
          <StateDot tone={tone}>{word}</StateDot>
        </>
      }
      under={
        <Under
          call={call}
          live={live}
          onReview={request ? () => actions.openRequest(request.id) : undefined}
        />
      }
    >
      <CallDetails call={call} live={live} actions={actions} />
    </Card>
  );
}

/** A suite that failed is a finding, not a failed tool; the card says which it is. */
function stateOf(call: ToolCallView): { readonly tone: StateTone; readonly word: string } {
  if (call.suiteNote && call.state === "done" && call.suiteNote.outcome !== "passed")
    return { tone: "error", word: call.suiteNote.outcome === "cut" ? "cut off" : "tests failed" };
  return STATES[call.state];
}

function Under({
  call,
  live,
  onReview,
}: {
  readonly call: ToolCallView;
  readonly live: string | undefined;
  readonly onReview: (() => void) | undefined;
}) {
  if (onReview)
    return (
      <Button size="small" variant="primary" onClick={onReview}>
        Review
      </Button>
    );
  if (call.suiteNote) return <p className={styles["line"]}>{call.suiteNote.headline}</p>;
  if (call.resolution?.kind === "reject" && call.resolution.reason)
    return <p className={styles["line"]}>Your instruction: {call.resolution.reason}</p>;
  if (call.errorText !== undefined && call.state !== "rejected")
    return <p className={styles["failure"]}>{call.errorText}</p>;
  const last = call.state === "running" ? lastLine(live) : undefined;
  return last === undefined ? null : <p className={styles["line"]}>{last}</p>;
}

function CallDetails({
  call,
  live,
  actions,
}: {
  readonly call: ToolCallView;
  readonly live: string | undefined;
  readonly actions: TranscriptActions;
}) {
  const output = call.state === "running" ? live : undefined;
  return (
    <>
      <Block name="Sent" text={readableInput(call.input)} />
      {output === undefined ? null : <Block name="Printed so far" text={output} />}
      {call.resultText === undefined ? null : <Block name="Answer" text={readableResult(call.resultText)} />}
      <FileEffects files={call.files} onOpen={actions.openFile} />
    </>
  );
}

function Block({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <section aria-label={name} className={styles["block"]}>
      <h4>{name}</h4>
      {/* Long text scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}

/** Several looks in a row. */
export function ReadingCard({
  calls,
  actions,
}: {
  readonly calls: readonly ToolCallView[];
  readonly actions: TranscriptActions;
}) {
  const running = calls.some(({ state }) => state === "running");
  return (
    <Card
      icon={BookOpen}
      title={readingSentence(calls)}
      facts={<StateDot tone={running ? "running" : "ok"}>{running ? "running" : "done"}</StateDot>}
      under={null}
    >
      {calls.map((call) => (
        <ToolCard key={call.key} call={call} live={undefined} actions={actions} />
      ))}
    </Card>
  );
}

function Card({
  icon: Icon,
  title,
  facts,
  under,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  readonly facts: ReactNode;
  readonly under: ReactNode;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles["card"]}>
      <button type="button" className={styles["head"]} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon size={14} aria-hidden="true" />
        <span className={styles["title"]}>{title}</span>
        <span className={styles["facts"]}>{facts}</span>
      </button>
      {under === null ? null : <div className={styles["under"]}>{under}</div>}
      {open ? <div className={styles["details"]}>{children}</div> : null}
    </div>
  );
}

function lastLine(text: string | undefined): string | undefined {
  return text?.trimEnd().split("\n").at(-1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
