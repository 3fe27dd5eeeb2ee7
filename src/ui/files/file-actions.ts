import type { FileProblem } from "../../contracts/execution-backend.ts";
import type { Result } from "../../base/result.ts";
import type { TreeRow } from "../state/tree-rows.ts";
import { joinPath, nameOf, parentOf } from "../state/project-paths.ts";
import type { WorkbenchStores } from "../state/workbench-stores.tsx";

/** What a person does to files, with what follows from it: tabs move along, failures and ways back are told. */
export interface FileActions {
  create(kind: "file" | "folder", folder: string, name: string): Promise<void>;
  rename(path: string, name: string): Promise<void>;
  remove(path: string, kind: "file" | "directory" | "other"): Promise<void>;
}

type Stores = Pick<WorkbenchStores, "files" | "editors" | "notices">;

export function createFileActions({ files, editors, notices }: Stores): FileActions {
  const tell = (outcome: Result<unknown, FileProblem>, what: string): boolean => {
    if (!outcome.ok) notices.show({ tone: "warn", text: `${what} ${outcome.problem.message}` });
    return outcome.ok;
  };
  return {
    async create(kind, folder, name) {
      const path = joinPath(folder, name);
      const outcome = kind === "file" ? await files.createFile(path) : await files.createFolder(path);
      if (!tell(outcome, "Nothing was created.")) return;
      files.reveal(path);
      if (kind === "file") editors.openFile(path);
    },
    async rename(path, name) {
      const to = joinPath(parentOf(path), name);
      if (!tell(await files.rename(path, to), "The name was not changed.")) return;
      editors.moved(path, to);
      files.reveal(to);
    },
    async remove(path, kind) {
      const removed = await files.remove(path, kind);
      if (!tell(removed, "Nothing was deleted.") || !removed.ok) return;
      const undo = removed.value;
      if (!undo) {
        notices.show({ tone: "info", text: `Deleted ${nameOf(path)}. It was too large to bring back.` });
        return;
      }
      notices.show({
        tone: "info",
        text: undo.title,
        action: {
          title: "Undo",
          run: () =>
            void undo.undo().then((outcome) => {
              if (tell(outcome, "It could not be brought back.")) files.reveal(path);
            }),
        },
      });
    },
  };
}

/** The folder in which something new is made while a row is selected. */
export function folderFor(row: TreeRow | undefined): string {
  if (!row || row.kind === "message") return row?.path ?? "";
  return row.kind === "directory" ? row.path : parentOf(row.path);
}
