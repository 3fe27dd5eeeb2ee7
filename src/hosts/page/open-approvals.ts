import { type Disposable, disposable } from "../../base/disposable.ts";
import { AGENT_PANEL } from "../../ui/agent/agent-panel.tsx";
import { COMPOSER_ID } from "../../ui/agent/composer.tsx";
import { pendingRequests, type RunsStore } from "../../ui/state/runs.ts";
import { nameOf } from "../../ui/state/project-paths.ts";
import type { WorkbenchStores } from "../../ui/state/workbench-stores.tsx";

export const APPROVAL_VIEW = "approval";

/** Shows what waits for the person as a tab, an edit with its diff, and closes the tab when it was decided. */
export function openApprovals(runs: RunsStore, { editors }: WorkbenchStores): Disposable {
  const shown = new Set<string>();
  const follow = (): void => {
    const waiting = pendingRequests(runs.store.getState());
    for (const request of waiting)
      if (!shown.has(request.id)) {
        shown.add(request.id);
        showApproval(request.id, runs, editors, false);
      }
    if (runs.store.getState().opening) return;
    for (const tab of editors.store.getState().tabs)
      if (tab.kind === "view" && tab.view === APPROVAL_VIEW && !waiting.some(({ id }) => id === tab.subject))
        editors.close(tab.id);
  };
  return disposable(runs.store.subscribe(follow));
}

/** `focus` says whether the person asked for it. */
export function showApproval(
  id: string,
  runs: RunsStore,
  editors: WorkbenchStores["editors"],
  focus = true,
): void {
  const request = pendingRequests(runs.store.getState()).find((each) => each.id === id);
  if (!request) return;
  const { proposal } = request;
  const what = proposal.kind === "command" ? "command" : nameOf(proposal.path);
  editors.openView({ view: APPROVAL_VIEW, subject: id, title: `Review ${what}` }, focus);
}

/** The request that the person has before them: that of the open tab, else the first one while the focus is in the agent's part. */
export function shownApproval(runs: RunsStore, editors: WorkbenchStores["editors"]): string | undefined {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement && focused.id === COMPOSER_ID && focused.value !== "")
    return undefined;
  const { tabs, active } = editors.store.getState();
  const tab = tabs.find(({ id }) => id === active);
  if (tab?.kind === "view" && tab.view === APPROVAL_VIEW) return tab.subject;
  return focused?.closest(`[${AGENT_PANEL}]`) ? pendingRequests(runs.store.getState())[0]?.id : undefined;
}
