import type { Command } from "./commands.ts";
import { isWorking, pendingRequests, type RunsStore } from "./runs.ts";

/** Where the commands lead on the page. */
export interface RunCommandPlaces {
  /** Shows a request to the person. */
  readonly showRequest: (requestId: string) => void;
  /** The request that the person sees now. Nothing is approved unseen. */
  readonly shownRequest: () => string | undefined;
}

const GROUP = "Agent";

/** What the person can do with the open run from anywhere. */
export function runCommands(runs: RunsStore, places: RunCommandPlaces): readonly Command[] {
  const waiting = () => pendingRequests(runs.store.getState());
  const asked = () => waiting().find(({ id }) => id === places.shownRequest());
  const decide = (kind: "approve" | "approve-rest-of-turn"): void => {
    const request = asked();
    if (request) void runs.decide(request, { kind });
  };
  return [
    {
      id: "agent.approve",
      title: "Approve the request that is shown",
      group: GROUP,
      keys: ["Mod+Enter"],
      when: () => asked() !== undefined,
      run: () => decide("approve"),
    },
    {
      id: "agent.approveRest",
      title: "Approve the rest of this turn",
      group: GROUP,
      when: () => asked() !== undefined,
      run: () => decide("approve-rest-of-turn"),
    },
    {
      id: "agent.nextRequest",
      title: "Show the next request of the agent",
      group: GROUP,
      when: () => waiting().length > 0,
      run: () => {
        const next = nextRequest(runs, places.shownRequest());
        if (next !== undefined) places.showRequest(next);
      },
    },
    {
      id: "agent.stop",
      title: "Stop the run",
      group: GROUP,
      when: () => isWorking(runs.store.getState().view),
      run: () => runs.stop(),
    },
    {
      id: "agent.newRun",
      title: "Start a new run",
      group: GROUP,
      run: () => runs.open(undefined),
    },
  ];
}

/** The request after the one that is shown, and the first after the last. */
function nextRequest(runs: RunsStore, shown: string | undefined): string | undefined {
  const waiting = pendingRequests(runs.store.getState());
  const index = waiting.findIndex(({ id }) => id === shown);
  return waiting[(index + 1) % waiting.length]?.id;
}
