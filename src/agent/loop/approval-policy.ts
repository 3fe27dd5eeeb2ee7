import type { ApprovalMode, ApprovalProposal } from "../../contracts/approval.ts";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import { type GrantKind, grantKindOf } from "../history/loop-state.ts";

/** Why a proposal needs no answer of the person; `undefined` when the person must be asked. */
export function approvedByPolicy(
  proposal: ApprovalProposal,
  mode: ApprovalMode,
  isolation: EngineCapabilities["isolation"],
  grants: readonly GrantKind[],
): string | undefined {
  const kind = grantKindOf(proposal);
  if (grants.includes(kind)) return "You approved the rest of this turn.";
  switch (mode) {
    case "ask":
      return undefined;
    case "edits-only":
      return kind === "commands" ? "Only edits ask, by your setting." : undefined;
    case "nothing-in-sandbox":
      return isolation === "none"
        ? undefined
        : "The engine is a sandbox and nothing asks in it, by your setting.";
  }
}
