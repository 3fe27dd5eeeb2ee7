/** Which tool calls wait for the person. Edits always wait, except under `nothing-in-sandbox` on an isolated engine. */
export type ApprovalMode = "ask" | "edits-only" | "nothing-in-sandbox";

/** A change of one file as a tool wants to make it. */
export interface EditProposal {
  readonly kind: "edit";
  readonly tool: string;
  /** Relative to the project root, with `/`. */
  readonly path: string;
  /** The text before; `null` when the file does not exist. */
  readonly original: string | null;
  /** The text after; `null` when the file is to be deleted. */
  readonly proposed: string | null;
  /** Counted from the hunks that the diff shows. */
  readonly addedLines: number;
  readonly removedLines: number;
}

/** A command as it would run. Its effects are computed from the text by whoever shows them. */
export interface CommandProposal {
  readonly kind: "command";
  readonly tool: string;
  readonly command: string;
  /** Relative to the project root; the root is "". */
  readonly cwd: string;
  readonly background: boolean;
}

/** A change of the tree that no diff shows. */
export interface TreeProposal {
  readonly kind: "tree";
  readonly tool: string;
  readonly action: "rename" | "delete" | "create-directory";
  readonly path: string;
  readonly newPath?: string;
}

export type ApprovalProposal = EditProposal | CommandProposal | TreeProposal;

export type ApprovalId = string & { readonly __brand: "ApprovalId" };

export interface ApprovalRequest {
  readonly id: ApprovalId;
  readonly callId: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly proposal: ApprovalProposal;
}

/** The person's answer. `content` is the text as the person left it in an editable diff. `approve-rest-of-turn` also answers everything else that the turn asks, changes and commands alike. */
export type Decision =
  | { readonly kind: "approve"; readonly content?: string }
  | { readonly kind: "approve-rest-of-turn"; readonly content?: string }
  | { readonly kind: "reject"; readonly reason?: string };

/** How a request ended: by the person, by policy, or because its run stopped. */
export type Resolution =
  | (Decision & { readonly by: "person" })
  | { readonly by: "policy"; readonly kind: "approve" | "reject"; readonly reason: string }
  | { readonly by: "system"; readonly kind: "cancel"; readonly cause: string };
