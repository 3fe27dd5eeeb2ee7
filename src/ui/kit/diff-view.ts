import type { ComponentType } from "react";

/** What a diff shows. The editor part implements the component; the host hands it to whoever shows changes. */
export interface DiffViewProps {
  /** Relative to the project root; chooses the language and names the two sides. */
  readonly path: string;
  /** `""` for a file that is created. */
  readonly original: string;
  /** `""` for a file that is deleted. */
  readonly modified: string;
  /** The person may change the right side. */
  readonly editable?: boolean;
  /** Told after each change of the right side, with its whole text. */
  readonly onChange?: (modified: string) => void;
  /** Side by side falls back to inline where there is no room. */
  readonly layout?: "inline" | "side-by-side";
  /** Tells how many lines the drawn hunks add and remove. */
  readonly onCounts?: (counts: { readonly added: number; readonly removed: number }) => void;
}

export type DiffViewComponent = ComponentType<DiffViewProps>;
