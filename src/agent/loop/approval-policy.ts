import type { ApprovalMode, ApprovalProposal } from "../../contracts/approval.ts";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";

export const REST_APPROVED = "You approved the rest of this turn.";

/** Why a proposal needs no answer of the person; `undefined` when the person must be asked. */
export function approvedByPolicy(
  proposal: ApprovalProposal,
  mode: ApprovalMode,
  isolation: EngineCapabilities["isolation"],
  restApproved: boolean,
): string | undefined {
  if (restApproved) return REST_APPROVED;
  switch (mode) {
    case "ask":
      return undefined;
    case "edits-only":
      return proposal.kind === "command" ? "Only edits ask, by your setting." : undefined;
    case "nothing-in-sandbox":
      return isolation === "none"
        ? undefined
        : "The engine is a sandbox and nothing asks in it, by your setting.";
  }
}
