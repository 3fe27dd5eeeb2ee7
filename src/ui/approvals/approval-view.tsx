import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { ApprovalRequest, CommandProposal, Decision, EditProposal } from "../../contracts/approval.ts";
import { Button } from "../kit/button.tsx";
import { DiffCounts } from "../kit/diff-counts.tsx";
import type { DiffViewProps } from "../kit/diff-view.ts";
import styles from "./approval-view.module.css";
import { proposalTitle } from "./proposal-words.ts";

export interface ApprovalViewProps {
  readonly request: ApprovalRequest;
  /** Such as 2 of 3; where several wait. */
  readonly place: { readonly index: number; readonly count: number };
  readonly onDecide: (decision: Decision) => void;
  readonly onNext: () => void;
  readonly renderDiff: (props: DiffViewProps) => ReactNode;
}

/** A request and its answers: the diff of an edit, or the command with what it would do. */
export function ApprovalView({ request, place, onDecide, onNext, renderDiff }: ApprovalViewProps) {
  const { proposal } = request;
  const [edited, setEdited] = useState<string>();
  const [editing, setEditing] = useState(false);
  const canEdit = proposal.kind === "edit" && proposal.proposed !== null;
  const content = edited !== undefined && edited !== proposedText(request) ? { content: edited } : {};
  return (
    <section className={styles["view"]} aria-label={proposalTitle(proposal)}>
      <Bar
        request={request}
        place={place}
        changed={"content" in content}
        editing={editing}
        {...(canEdit ? { onEdit: () => setEditing(!editing) } : {})}
        onApprove={() => onDecide({ kind: "approve", ...content })}
        onApproveRest={() => onDecide({ kind: "approve-rest-of-turn", ...content })}
        onReject={(reason) => onDecide(reason === "" ? { kind: "reject" } : { kind: "reject", reason })}
        onNext={onNext}
      />
      {proposal.kind === "edit" ? (
        <div className={styles["diff"]}>
          {renderDiff({
            path: proposal.path,
            original: proposal.original ?? "",
            modified: proposal.proposed ?? "",
            editable: editing,
            onChange: setEdited,
            layout: "inline",
          })}
        </div>
      ) : null}
      {proposal.kind === "command" ? <CommandBody proposal={proposal} /> : null}
    </section>
  );
}

function proposedText(request: ApprovalRequest): string | undefined {
  return request.proposal.kind === "edit" ? (request.proposal.proposed ?? undefined) : undefined;
}

interface BarProps {
  readonly request: ApprovalRequest;
  readonly place: { readonly index: number; readonly count: number };
  readonly changed: boolean;
  readonly editing: boolean;
  readonly onEdit?: () => void;
  readonly onApprove: () => void;
  readonly onApproveRest: () => void;
  readonly onReject: (reason: string) => void;
  readonly onNext: () => void;
}

function Bar(props: BarProps) {
  const { request, place } = props;
  const [rejecting, setRejecting] = useState(false);
  const { proposal } = request;
  return (
    <div className={styles["bar"]}>
      <div className={styles["what"]}>
        <h3>{proposalTitle(proposal)}</h3>
        {proposal.kind === "edit" ? <Counts proposal={proposal} /> : null}
        {props.changed ? <span className={styles["changed"]}>with your changes</span> : null}
        {place.count > 1 ? (
          <Button variant="quiet" size="small" keys="F8" onClick={props.onNext}>
            {`${place.index + 1} of ${place.count} waiting`}
          </Button>
        ) : null}
      </div>
      {rejecting ? (
        <RejectReason onReject={props.onReject} onCancel={() => setRejecting(false)} />
      ) : (
        <div className={styles["answers"]}>
          <Button variant="primary" keys="Mod+Enter" onClick={props.onApprove}>
            Approve
          </Button>
          <Button onClick={() => setRejecting(true)}>Reject…</Button>
          {props.onEdit ? (
            <Button aria-pressed={props.editing} onClick={props.onEdit}>
              Edit
            </Button>
          ) : null}
          <Button variant="quiet" onClick={props.onApproveRest}>
            Approve the rest of this turn
          </Button>
        </div>
      )}
    </div>
  );
}

function Counts({ proposal }: { readonly proposal: EditProposal }) {
  return <DiffCounts added={proposal.addedLines} removed={proposal.removedLines} />;
}

/** The reason becomes the agent's next instruction. */
function RejectReason({
  onReject,
  onCancel,
}: {
  readonly onReject: (reason: string) => void;
  readonly onCancel: () => void;
}) {
  const [reason, setReason] = useState("");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className={styles["reject"]}
      onSubmit={(event) => {
        event.preventDefault();
        onReject(reason.trim());
      }}
    >
      <label htmlFor={id}>What should it do instead?</label>
      <input
        id={id}
        ref={field}
        value={reason}
        placeholder="Optional; the agent reads it"
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
        }}
      />
      <Button type="submit" variant="danger">
        Reject
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Back
      </Button>
    </form>
  );
}

function CommandBody({ proposal }: { readonly proposal: CommandProposal }) {
  return (
    <div className={styles["command"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long commands scroll */}
      <pre tabIndex={0} aria-label="Command">
        {proposal.command}
      </pre>
      <p className={styles["where"]}>in {proposal.cwd === "" ? "the project's root" : proposal.cwd}</p>
    </div>
  );
}
