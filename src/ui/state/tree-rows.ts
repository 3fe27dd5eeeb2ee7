import type { DirectoryEntry } from "../../contracts/execution-backend.ts";
import { joinPath } from "./project-paths.ts";
import type { ProjectFilesState } from "./project-files.ts";

/** One line of the drawn tree. */
export type TreeRow =
  | {
      readonly kind: DirectoryEntry["kind"];
      readonly path: string;
      readonly name: string;
      /** 0 for what stands in the root. */
      readonly depth: number;
      readonly expanded: boolean;
      /** Place among its siblings, from 1, and how many they are. */
      readonly place: number;
      readonly siblings: number;
    }
  | { readonly kind: "message"; readonly path: string; readonly depth: number; readonly text: string };

/** The open part of the tree, from top to bottom. */
export function treeRows(
  { folders, expanded }: Pick<ProjectFilesState, "folders" | "expanded">,
  isHidden: (path: string) => boolean = () => false,
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const addFolder = (folder: string, depth: number): void => {
    const listing = folders.get(folder);
    if (!listing) return;
    if (listing.problem) rows.push({ kind: "message", path: folder, depth, text: listing.problem.message });
    const entries = listing.entries.filter(({ name }) => !isHidden(joinPath(folder, name)));
    if (entries.length === 0 && !listing.problem && !listing.loading && folder !== "")
      rows.push({ kind: "message", path: folder, depth, text: "Empty folder" });
    for (const [index, { name, kind }] of entries.entries()) {
      const path = joinPath(folder, name);
      const isOpen = kind === "directory" && expanded.has(path);
      rows.push({ kind, path, name, depth, expanded: isOpen, place: index + 1, siblings: entries.length });
      if (isOpen) addFolder(path, depth + 1);
    }
  };
  addFolder("", 0);
  return rows;
}
