import { useEffect, useId, useRef, useState } from "react";
import type { ApprovalRequest, Decision } from "../../contracts/approval.ts";
import { Button } from "../kit/button.tsx";
import type { RunsStore } from "../state/runs.ts";
import { useStore } from "../state/store.ts";
import styles from "./approvals.module.css";

/** The answers to a request. An edit is approved with the person's changes, if there are any. */
export function Answers({
  runs,
  request,
  small = false,
  onEdit,
  editing = false,
}: {
  readonly runs: RunsStore;
  readonly request: ApprovalRequest;
  readonly small?: boolean;
  /** Begins or ends changing the proposed text; where that is possible. */
  readonly onEdit?: (() => void) | undefined;
  readonly editing?: boolean;
}) {
  const [rejecting, setRejecting] = useState(false);
  const deciding = useStore(runs.store, (state) => state.deciding === request.id);
  const answer = (decision: Decision): void => void runs.decide(request, decision);
  if (rejecting)
    return (
      <RejectReason
        onReject={(reason) => answer(reason === "" ? { kind: "reject" } : { kind: "reject", reason })}
        onCancel={() => setRejecting(false)}
      />
    );
  const size = small ? "small" : "normal";
  return (
    <div className={styles["answers"]}>
      <Button
        variant="primary"
        size={size}
        {...(small ? {} : { keys: "Mod+Enter" })}
        disabled={deciding}
        onClick={() => answer({ kind: "approve" })}
      >
        Approve
      </Button>
      <Button size={size} disabled={deciding} onClick={() => setRejecting(true)}>
        Reject…
      </Button>
      {onEdit ? (
        <Button size={size} aria-pressed={editing} disabled={deciding} onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      <Button
        variant="quiet"
        size={size}
        disabled={deciding}
        tooltip="Approve this and whatever else this turn asks for"
        onClick={() => answer({ kind: "approve-rest-of-turn" })}
      >
        Approve the rest of this turn
      </Button>
    </div>
  );
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
        autoComplete="off"
        placeholder="Optional; the agent reads it"
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button type="submit" variant="danger" size="small">
        Reject
      </Button>
      <Button variant="quiet" size="small" onClick={onCancel}>
        Back
      </Button>
    </form>
  );
}
