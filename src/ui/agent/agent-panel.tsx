import { lazy, type ReactNode, Suspense, useEffect, useMemo } from "react";
import type { ApprovalRequest } from "../../contracts/approval.ts";
import type { RunsStore } from "../state/runs.ts";
import { pendingRequests } from "../state/runs.ts";
import { useStore } from "../state/store.ts";
import { useAnnouncer } from "../kit/announcer.tsx";
import { Button } from "../kit/button.tsx";
import { ProgressLine } from "../kit/progress-line.tsx";
import { EmptyState } from "../kit/state-message.tsx";
import styles from "./agent-panel.module.css";
import { Composer } from "./composer.tsx";
import { RunHeader } from "./run-header.tsx";
import { RunStatus } from "./run-status.tsx";
import { runStateWords } from "./run-state-words.ts";
import type { TranscriptActions } from "./transcript-actions.ts";

/** A conversation comes after the field in which it begins. */
const Transcript = lazy(async () => ({ default: (await import("./transcript.tsx")).Transcript }));

/** Marks the element of the panel, for those who ask where the focus is. */
export const AGENT_PANEL = "data-agent-panel";

export interface AgentPanelProps {
  readonly runs: RunsStore;
  /** Why the agent cannot work now, in words; messages wait then. */
  readonly unavailable: string | undefined;
  readonly suggestions: readonly string[];
  readonly openFile: (path: string, line?: number) => void;
  readonly openRequest: (requestId: string) => void;
  readonly openModelSettings: () => void;
  /** Draws a request with its answers where the call stands in the conversation; without it a button leads to the request. */
  readonly renderRequest?: (request: ApprovalRequest) => ReactNode;
}

/** One run: who answers, what happened, and where the next message is written. */
export function AgentPanel(props: AgentPanelProps) {
  const { runs, openFile, openRequest, openModelSettings, renderRequest } = props;
  const view = useStore(runs.store, (state) => state.view);
  const streams = useStore(runs.store, (state) => state.streams);
  const opening = useStore(runs.store, (state) => state.opening);
  const problem = useStore(runs.store, (state) => state.problem);
  useAnnouncements(runs);
  const actions = useMemo<TranscriptActions>(
    () => ({ openFile, openRequest, renderRequest }),
    [openFile, openRequest, renderRequest],
  );
  return (
    <div className={styles["panel"]} {...{ [AGENT_PANEL]: "" }}>
      <RunHeader runs={runs} view={view} onModelSettings={openModelSettings} />
      {opening ? <ProgressLine label="Opening the run" /> : null}
      {view ? (
        <Suspense fallback={<div className={styles["empty"]} />}>
          <Transcript key={view.run} view={view} streams={streams} actions={actions} />
        </Suspense>
      ) : (
        <div className={styles["empty"]}>
          {opening ? null : (
            <NewRun suggestions={props.suggestions} onSend={(text) => void runs.send(text)} />
          )}
        </div>
      )}
      {problem === undefined ? null : (
        <div className={styles["problem"]} role="alert">
          <p>{problem}</p>
          <Button size="small" onClick={() => runs.dismissProblem()}>
            Close
          </Button>
        </div>
      )}
      {view ? (
        <RunStatus runs={runs} view={view} openRequest={openRequest} openSettings={openModelSettings} />
      ) : null}
      <Composer runs={runs} view={view} unavailable={props.unavailable} />
    </div>
  );
}

function NewRun({
  suggestions,
  onSend,
}: {
  readonly suggestions: readonly string[];
  readonly onSend: (text: string) => void;
}) {
  const [first, ...others] = suggestions.map((text) => ({ title: text, run: () => onSend(text) }));
  return (
    <EmptyState title="Ask for a change" action={first} otherActions={others}>
      The agent reads, edits and runs the tests. Every edit waits for you as a diff.
    </EmptyState>
  );
}

/** Tells screen readers what changed: what needs an answer at once, the rest when they pause. */
function useAnnouncements(runs: RunsStore): void {
  const announcer = useAnnouncer();
  const request = useStore(runs.store, (state) => pendingRequests(state)[0]);
  const words = useStore(runs.store, (state) =>
    state.view ? runStateWords(state.view.state).word : undefined,
  );
  useEffect(() => {
    if (request) announcer.urgently(`The agent asks for your approval: ${subjectOf(request)}`);
  }, [announcer, request]);
  useEffect(() => {
    if (words !== undefined) announcer.politely(`Agent: ${words}`);
  }, [announcer, words]);
}

function subjectOf({ proposal }: ApprovalRequest): string {
  return proposal.kind === "command" ? proposal.command : proposal.path;
}
