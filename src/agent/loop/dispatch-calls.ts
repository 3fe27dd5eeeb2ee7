import type { CallState } from "../history/loop-state.ts";
import { mayRunBeside } from "./agent-tool.ts";
import type { LoopContext } from "./loop-context.ts";
import { planCall } from "./plan-call.ts";
import { runCall } from "./run-call.ts";

/** Reading calls that run beside each other. */
const PARALLEL_CALLS = 4;

/** Settles the calls of the pending response, in order; those that only read run beside each other. Returns early when stopped. */
export async function dispatchCalls(context: LoopContext): Promise<void> {
  const open = context.cell.state.calls.filter(({ result }) => result === undefined);
  for (const group of groupsOf(open)) {
    if (context.signal.aborted) return;
    await Promise.all(group.map((call) => settleCall(context, call)));
  }
}

function groupsOf(calls: readonly CallState[]): readonly (readonly CallState[])[] {
  const groups: CallState[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    const joins =
      last !== undefined &&
      last.length < PARALLEL_CALLS &&
      [...last, call].every(({ fact }) => mayRunBeside(fact.tool));
    if (joins) last.push(call);
    else groups.push([call]);
  }
  return groups;
}

async function settleCall(context: LoopContext, call: CallState): Promise<void> {
  const plan = planCall(context.cell.state, call);
  switch (plan.kind) {
    case "settle":
      await context.cell.append([plan.result]);
      return;
    case "run":
      await runCall(context, call, plan);
      return;
  }
}
