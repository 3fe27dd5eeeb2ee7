import type { ApprovalProposal } from "../../contracts/approval.ts";

/** What is asked for, as a question of few words. */
export function proposalTitle(proposal: ApprovalProposal): string {
  switch (proposal.kind) {
    case "edit":
      if (proposal.original === null) return `Create ${proposal.path}?`;
      return proposal.proposed === null ? `Delete ${proposal.path}?` : `Change ${proposal.path}?`;
    case "command":
      return proposal.background ? "Run this command in the background?" : "Run this command?";
    case "tree":
      if (proposal.action === "rename")
        return `Rename ${proposal.path} to ${proposal.newPath ?? "another name"}?`;
      return proposal.action === "delete"
        ? `Delete ${proposal.path}?`
        : `Create the folder ${proposal.path}?`;
  }
}
