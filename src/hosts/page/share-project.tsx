import { useCallback } from "react";
import { walkProject } from "../../contracts/project-tree.ts";
import type { ProjectFile } from "../../contracts/shared-project.ts";
import { ShareDialog } from "../../ui/share/share-dialog.tsx";
import type { ProjectPage } from "./project-page.ts";

/** The share dialog over the files that the engine has now. */
export function ShareProject({
  page,
  onClose,
}: {
  readonly page: ProjectPage;
  readonly onClose: () => void;
}) {
  const { files } = page.stores;
  const readFiles = useCallback(async (): Promise<readonly ProjectFile[]> => {
    const backend = files.backend();
    if (!backend) throw new Error("The engine is not running. Restart it, then share.");
    const found: ProjectFile[] = [];
    for await (const path of walkProject(backend)) {
      const read = await backend.readFile(path);
      if (read.ok) found.push({ path, bytes: read.value });
    }
    return found;
  }, [files]);
  const address = new URL("/", location.href).href;
  return (
    <ShareDialog
      projectName={page.project.name}
      readFiles={readFiles}
      template={undefined}
      address={address}
      onClose={onClose}
    />
  );
}
