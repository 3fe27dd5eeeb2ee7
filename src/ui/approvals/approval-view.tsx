import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { ApprovalRequest, EditProposal } from "../../contracts/approval.ts";
import { Button } from "../kit/button.tsx";
import { DiffCounts } from "../kit/diff-counts.tsx";
import type { DiffViewProps } from "../kit/diff-view.ts";
import { isKeyPress } from "../kit/key-names.ts";
import type { RunsStore } from "../state/runs.ts";
import { useStore } from "../state/store.ts";
import { Answers } from "./answers.tsx";
import styles from "./approvals.module.css";
import { CommandQuestion } from "./command-question.tsx";
import { proposalTitle } from "./proposal-words.ts";

export interface ApprovalViewProps {
  readonly runs: RunsStore;
  readonly request: ApprovalRequest;
  /** Such as 2 of 3; where several wait. */
  readonly place: { readonly index: number; readonly count: number };
  readonly onNext: () => void;
  readonly renderDiff: (props: DiffViewProps) => ReactNode;
}

/** A request over the editor: the bar with its answers, and the diff of an edit or the command with what it would do. */
export function ApprovalView({ runs, request, place, onNext, renderDiff }: ApprovalViewProps) {
  const { proposal } = request;
  const [editing, setEditing] = useState(false);
  const edited = useStore(runs.store, (state) => state.edited[request.id]);
  const canEdit = proposal.kind === "edit" && proposal.proposed !== null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isKeyPress(event.nativeEvent, "F8") || place.count < 2) return;
    event.preventDefault();
    onNext();
  };
  return (
    // The whole region passes the key on, wherever the focus is in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={styles["view"]} aria-label={proposalTitle(proposal)} onKeyDown={onKeyDown}>
      <div className={styles["bar"]}>
        <div className={styles["what"]}>
          <h3>{proposalTitle(proposal)}</h3>
          {proposal.kind === "edit" ? (
            <DiffCounts added={proposal.addedLines} removed={proposal.removedLines} />
          ) : null}
          {edited === undefined ? null : <span className={styles["changed"]}>with your changes</span>}
          {place.count > 1 ? (
            <Button variant="quiet" size="small" keys="F8" tooltip="Next request" onClick={onNext}>
              {`${place.index + 1} of ${place.count} waiting`}
            </Button>
          ) : null}
        </div>
        <Answers
          runs={runs}
          request={request}
          editing={editing}
          onEdit={canEdit ? () => setEditing(!editing) : undefined}
        />
      </div>
      {proposal.kind === "edit" ? (
        <div className={styles["diff"]}>
          {renderDiff(diffOf(proposal, editing, (text) => runs.setEdited(request, text)))}
        </div>
      ) : null}
      {proposal.kind === "command" ? (
        <div className={styles["body"]}>
          <CommandQuestion proposal={proposal} />
        </div>
      ) : null}
      {proposal.kind === "tree" ? (
        <p className={styles["body"]}>
          No line of a file changes. Undo it in the files view, or reject it here.
        </p>
      ) : null}
    </section>
  );
}

/** The right side stays as it was handed over: what the person types lives in the diff and is told by `onChange`. */
function diffOf(proposal: EditProposal, editable: boolean, onChange: (text: string) => void): DiffViewProps {
  return {
    path: proposal.path,
    original: proposal.original ?? "",
    modified: proposal.proposed ?? "",
    editable,
    onChange,
    layout: "side-by-side",
  };
}
