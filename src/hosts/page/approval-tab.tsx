import { ApprovalView } from "../../ui/approvals/approval-view.tsx";
import { DiffView } from "../../ui/editor/diff-view.tsx";
import { EmptyState } from "../../ui/kit/state-message.tsx";
import { pendingRequests, type RunsStore } from "../../ui/state/runs.ts";
import { useStore } from "../../ui/state/store.ts";
import type { EditorsStore } from "../../ui/state/editors.ts";
import { APPROVAL_VIEW, showApproval } from "./open-approvals.ts";

/** The tab of one request that waits for the person. */
export function ApprovalTab({
  runs,
  id,
  editors,
}: {
  readonly runs: RunsStore;
  readonly id: string;
  readonly editors: EditorsStore;
}) {
  const requests = useStore(runs.store, pendingRequests);
  const index = requests.findIndex((request) => request.id === id);
  const request = requests[index];
  if (!request)
    return (
      <EmptyState
        title="This request was decided"
        action={{ title: "Close", run: () => editors.close(`${APPROVAL_VIEW}:${id}`) }}
      />
    );
  return (
    <ApprovalView
      key={id}
      runs={runs}
      request={request}
      place={{ index, count: requests.length }}
      onNext={() => {
        const next = requests[(index + 1) % requests.length];
        if (next) showApproval(next.id, runs, editors);
      }}
      renderDiff={(props) => <DiffView {...props} />}
    />
  );
}
