import {
  BookOpen,
  FilePen,
  FilePlus,
  FolderPlus,
  FolderTree,
  type LucideIcon,
  PenLine,
  Search,
  SquareTerminal,
  Trash2,
  Wrench,
} from "lucide-react";
import { useMemo } from "react";
import type { ToolCallView } from "../../contracts/run-view.ts";
import { Button } from "../kit/button.tsx";
import { ChangePreview } from "../kit/change-preview.tsx";
import { DiffCounts } from "../kit/diff-counts.tsx";
import { durationInWords } from "../kit/relative-time.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import { SuiteBar } from "../kit/suite-bar.tsx";
import { Unseen } from "../kit/unseen.tsx";
import { useNow } from "../kit/use-now.ts";
import { changesOfCall } from "../state/call-changes.ts";
import { type CallStateWords, callStateWords } from "./call-state.ts";
import { Card } from "./card.tsx";
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
  rename_file: PenLine,
  delete_file: Trash2,
  exec_command: SquareTerminal,
  wait_for_task: SquareTerminal,
};

/** A call is shown to be slow after so long. */
const SLOW_MS = 2_000;
/** How many lines of a change a card shows before it is opened. */
const CHANGE_LINES = 10;

interface ToolCardProps {
  readonly call: ToolCallView;
  readonly live: string | undefined;
  readonly actions: TranscriptActions;
}

/** One tool call: a line, the change that it made, and what was sent, printed and answered when it is opened. */
export function ToolCard({ call, live, actions }: ToolCardProps) {
  const { verb, object } = toolSentence(call);
  const words = useMemo(() => callStateWords(call), [call]);
  const added = sum(call.files.map(({ addedLines }) => addedLines));
  const removed = sum(call.files.map(({ removedLines }) => removedLines));
  return (
    <Card
      id={call.key}
      icon={ICONS[call.tool] ?? Wrench}
      title={
        <>
          {verb} <code className={styles["object"]}>{object}</code>
        </>
      }
      facts={
        <>
          {added + removed > 0 ? <DiffCounts added={added} removed={removed} /> : null}
          <Duration call={call} />
          <StateMark words={words} />
        </>
      }
      under={<Under call={call} live={live} actions={actions} />}
    >
      <CallDetails call={call} live={live} actions={actions} />
    </Card>
  );
}

/** What went well needs no word beside its mark. */
function StateMark({ words: { tone, word } }: { readonly words: CallStateWords }) {
  return <StateDot tone={tone}>{tone === "ok" ? <Unseen>{word}</Unseen> : word}</StateDot>;
}

function Duration({ call }: { readonly call: ToolCallView }) {
  const running = call.state === "running" && call.startedAt !== undefined;
  const now = useNow(1_000, running);
  if (call.durationMs !== undefined)
    return call.durationMs < 100 ? null : <span>{durationInWords(call.durationMs)}</span>;
  const passed = running ? now - (call.startedAt ?? now) : 0;
  if (passed < SLOW_MS) return null;
  return <span>{durationInWords(Math.floor(passed / 1_000) * 1_000).replace(".0", "")}</span>;
}

function Under({ call, live, actions }: ToolCardProps) {
  const request = call.state === "asking" ? call.request : undefined;
  if (request)
    return actions.renderRequest ? (
      actions.renderRequest(request)
    ) : (
      <Button size="small" variant="primary" onClick={() => actions.openRequest(request.id)}>
        Review
      </Button>
    );
  if (call.suiteNote)
    return (
      <div className={styles["suite"]}>
        <SuiteBar note={call.suiteNote} />
        <p className={styles["line"]}>{call.suiteNote.headline}</p>
      </div>
    );
  if (call.resolution?.kind === "reject" && call.resolution.reason)
    return <p className={styles["said"]}>You: {call.resolution.reason}</p>;
  if (call.errorText !== undefined && call.state !== "rejected")
    return (
      <p className={styles["failure"]} data-state={call.state}>
        {call.errorText}
      </p>
    );
  if (call.state === "done") return <Changes call={call} />;
  const last = call.state === "running" ? lastLine(live) : undefined;
  return last === undefined ? null : <p className={styles["line"]}>{last}</p>;
}

function Changes({ call }: { readonly call: ToolCallView }) {
  const changes = useMemo(() => changesOfCall(call), [call]);
  if (changes.length === 0) return null;
  return changes.map(({ path, before, after, whole }, index) => (
    <ChangePreview
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one change have no other name
      key={index}
      path={path}
      before={before}
      after={after}
      numbers={whole}
      lines={CHANGE_LINES}
    />
  ));
}

function CallDetails({ call, live, actions }: ToolCardProps) {
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
    <section className={styles["block"]}>
      <h4>{name}</h4>
      {/* Long text scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {text}
      </pre>
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
      id={`reading ${calls[0]?.key ?? ""}`}
      icon={BookOpen}
      title={<span className={styles["looks"]}>{readingSentence(calls)}</span>}
      facts={
        <StateMark words={running ? { tone: "running", word: "running" } : { tone: "ok", word: "done" }} />
      }
      under={null}
    >
      {calls.map((call) => (
        <ToolCard key={call.key} call={call} live={undefined} actions={actions} />
      ))}
    </Card>
  );
}

function lastLine(text: string | undefined): string | undefined {
  return text?.trimEnd().split("\n").at(-1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
