import type {
  ApprovalId,
  ApprovalMode,
  ApprovalProposal,
  ApprovalRequest,
  Decision,
  Resolution,
} from "../../contracts/approval.ts";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import type { RunFact } from "../../contracts/run-rows.ts";
import { canonicalJson } from "../history/canonical-json.ts";
import type { LoopState, RequestState } from "../history/loop-state.ts";
import type { RunCell } from "../history/run-cell.ts";
import { approvedByPolicy, REST_APPROVED } from "./approval-policy.ts";
import { whenAborted } from "./wait.ts";

interface DeskSurroundings {
  approvalMode(): ApprovalMode;
  now(): number;
}

export interface Question {
  readonly callId: string;
  readonly attempt: number;
  readonly proposal: ApprovalProposal;
  readonly isolation: EngineCapabilities["isolation"];
  readonly signal: AbortSignal;
}

/** Where the tools of one run ask and the person answers. Requests and answers are rows; the desk only wakes who waits. */
export class ApprovalDesk {
  readonly #cell: RunCell;
  readonly #surroundings: DeskSurroundings;
  readonly #waiting = new Map<ApprovalId, (resolution: Resolution) => void>();

  constructor(cell: RunCell, surroundings: DeskSurroundings) {
    this.#cell = cell;
    this.#surroundings = surroundings;
  }

  /** `undefined`: the run was stopped before there was an answer. */
  async ask(question: Question): Promise<Resolution | undefined> {
    const standing = this.#standing(question);
    if (standing?.resolution !== undefined) return standing.resolution;
    const request = standing?.request ?? this.#nextRequest(question);
    const answer = new Promise<Resolution>((resolve) => this.#waiting.set(request.id, resolve));
    const watch = whenAborted(question.signal);
    try {
      if (standing === undefined) {
        const state = await this.#cell.append((state) => this.#open(state, request, question));
        const decided = findRequest(state, request.id)?.resolution;
        if (decided !== undefined) return decided;
      }
      return await Promise.race([answer, watch.aborted.then(() => undefined)]);
    } finally {
      watch.stop();
      this.#waiting.delete(request.id);
    }
  }

  /** `false`: nobody asks this any more. An approval of the rest of the turn answers what waits beside it, too. */
  async decide(approval: ApprovalId, decision: Decision): Promise<boolean> {
    const decided: [ApprovalId, Resolution][] = [];
    await this.#cell.append((state) => {
      const entry = findRequest(state, approval);
      if (entry === undefined || entry.resolution !== undefined) return [];
      decided.push([approval, { ...decision, by: "person" }]);
      if (decision.kind === "approve-rest-of-turn")
        for (const { request } of openRequests(state))
          if (request.id !== approval)
            decided.push([request.id, { by: "policy", kind: "approve", reason: REST_APPROVED }]);
      return decided.map(([id, resolution]) => decidedFact(state, id, resolution));
    });
    for (const [id, resolution] of decided) this.#waiting.get(id)?.(resolution);
    return decided.length > 0;
  }

  /** The request that this call asked before, if it asks the same again. */
  #standing({ callId, attempt, proposal }: Question): RequestState | undefined {
    const call = this.#cell.state.calls.find((entry) => entry.fact.callId === callId);
    const last = call?.requests.findLast(({ request }) => request.id.startsWith(`${callId}:${attempt}:`));
    if (last === undefined || last.resolution?.by === "system") return undefined;
    return canonicalJson(last.request.proposal) === canonicalJson(proposal) ? last : undefined;
  }

  #nextRequest({ callId, attempt, proposal }: Question): ApprovalRequest {
    const call = this.#cell.state.calls.find((entry) => entry.fact.callId === callId);
    const ordinal = (call?.requests.length ?? 0) + 1;
    return {
      id: `${callId}:${attempt}:${ordinal}` as ApprovalId,
      callId,
      openedAt: this.#surroundings.now(),
      proposal,
    };
  }

  /** A request of an earlier proposal is retired first; what policy answers is never seen waiting. */
  #open(state: LoopState, request: ApprovalRequest, { isolation }: Question): readonly RunFact[] {
    const retired = openRequests(state)
      .filter((entry) => entry.request.callId === request.callId)
      .map((entry) =>
        decidedFact(state, entry.request.id, {
          by: "system",
          kind: "cancel",
          cause: "The file or the command changed since this was asked.",
        }),
      );
    const reason = approvedByPolicy(
      request.proposal,
      this.#surroundings.approvalMode(),
      isolation,
      state.restApproved,
    );
    const opened: RunFact = { type: "request.opened", request };
    if (reason === undefined) return [...retired, opened];
    const resolution: Resolution = { by: "policy", kind: "approve", reason };
    return [
      ...retired,
      opened,
      { type: "request.decided", approval: request.id, callId: request.callId, resolution },
    ];
  }
}

export function openRequests(state: LoopState): readonly RequestState[] {
  return state.calls.flatMap((call) =>
    call.result === undefined ? call.requests.filter(({ resolution }) => resolution === undefined) : [],
  );
}

function findRequest(state: LoopState, approval: ApprovalId): RequestState | undefined {
  return state.calls
    .flatMap((call) => (call.result === undefined ? call.requests : []))
    .find(({ request }) => request.id === approval);
}

export function decidedFact(state: LoopState, approval: ApprovalId, resolution: Resolution): RunFact {
  const callId = findRequest(state, approval)?.request.callId ?? "";
  return { type: "request.decided", approval, callId, resolution };
}
