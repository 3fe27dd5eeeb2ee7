import { useCallback, useEffect, useState } from "react";
import type { ProjectFile, ProjectTemplate } from "../../contracts/shared-project.ts";
import { SHARING_LIMITS } from "../../sharing/limits.ts";
import { ShareDialog } from "../../ui/share/share-dialog.tsx";
import type { ProjectFiles } from "../../ui/state/project-files.ts";
import type { ProjectPage } from "./project-page.ts";

/** The share dialog over the files as they are now. A project that began as the sample travels as what differs from it. */
export function ShareProject({
  page,
  onClose,
}: {
  readonly page: ProjectPage;
  readonly onClose: () => void;
}) {
  const { files } = page.stores;
  const readFiles = useCallback(() => readProjectFiles(files), [files]);
  const template = useTemplate(page.project.origin.kind === "sample");
  const address = new URL("/", location.href).href;
  return (
    <ShareDialog
      projectName={page.project.name}
      readFiles={readFiles}
      template={template}
      address={address}
      onClose={onClose}
    />
  );
}

function useTemplate(isSample: boolean): ProjectTemplate | undefined {
  const [template, setTemplate] = useState<ProjectTemplate>();
  useEffect(() => {
    let wanted = isSample;
    void import("./session/templates.ts").then(
      ({ sampleTemplate }) => wanted && setTemplate(sampleTemplate()),
    );
    return () => {
      wanted = false;
    };
  }, [isSample]);
  return template;
}

const AT_ONCE = 50;

/** Every file of the project that is not generated. Rejects with a sentence when one cannot be read: nothing is left out in silence. */
async function readProjectFiles(files: ProjectFiles): Promise<readonly ProjectFile[]> {
  const backend = files.backend();
  if (!backend)
    throw new Error("The engine is not running, so the files cannot be read. Restart it, then share.");
  const paths = await files.allFiles(new AbortController().signal);
  if (paths.length > SHARING_LIMITS.files)
    throw new Error(`The project has ${paths.length} files; at most ${SHARING_LIMITS.files} can be shared.`);
  const read: ProjectFile[] = [];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const batch = paths.slice(start, start + AT_ONCE);
    const contents = await Promise.all(batch.map((path) => backend.readFile(path)));
    for (const [index, content] of contents.entries()) {
      const path = batch[index] ?? "";
      if (content.ok) read.push({ path, bytes: content.value });
      else if (content.problem.kind !== "not-found") throw new Error(content.problem.message);
    }
  }
  return read;
}
