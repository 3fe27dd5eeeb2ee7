/** Why the browser could not keep files. */
export interface StoreProblem {
  readonly kind: "denied" | "full" | "newer-format" | "not-found" | "failed";
  /** What happened, what it means for the work, what to do. */
  readonly message: string;
}

/** How the browser's copy of a project stands to the engine's files. */
export type KeepingState =
  | { readonly state: "restoring"; readonly done: number; readonly total: number }
  | { readonly state: "saving" }
  /** Milliseconds since 1970. Everything up to then is durable. */
  | { readonly state: "saved"; readonly at: number }
  /** The project is a folder on the person's disk, which keeps it. */
  | { readonly state: "on-disk" }
  | { readonly state: "failed"; readonly problem: StoreProblem };
