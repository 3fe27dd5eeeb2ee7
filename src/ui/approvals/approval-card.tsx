import type { ApprovalRequest } from "../../contracts/approval.ts";
import { Button } from "../kit/button.tsx";
import { ChangePreview } from "../kit/change-preview.tsx";
import type { RunsStore } from "../state/runs.ts";
import { useStore } from "../state/store.ts";
import { Answers } from "./answers.tsx";
import styles from "./approvals.module.css";
import { CommandQuestion } from "./command-question.tsx";
import { proposalTitle } from "./proposal-words.ts";

/** A request where it came up in the conversation: what it would do, and the answers. */
export function ApprovalCard({
  runs,
  request,
  onReview,
}: {
  readonly runs: RunsStore;
  readonly request: ApprovalRequest;
  /** Shows the request over the editor. */
  readonly onReview: (requestId: string) => void;
}) {
  const { proposal } = request;
  const edited = useStore(runs.store, (state) => state.edited[request.id]);
  return (
    <div role="group" className={styles["card"]} aria-label={proposalTitle(proposal)}>
      {proposal.kind === "edit" ? (
        <>
          <ChangePreview
            path={proposal.path}
            before={proposal.original ?? ""}
            after={edited ?? proposal.proposed ?? ""}
            lines={24}
          />
          <p className={styles["more"]}>
            <Button size="small" variant="quiet" onClick={() => onReview(request.id)}>
              {edited === undefined ? "Review in the editor" : "With your changes. Review in the editor"}
            </Button>
          </p>
        </>
      ) : (
        <p className={styles["question"]}>{proposalTitle(proposal)}</p>
      )}
      {proposal.kind === "command" ? <CommandQuestion proposal={proposal} /> : null}
      <Answers runs={runs} request={request} small />
    </div>
  );
}
