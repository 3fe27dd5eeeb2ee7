import { useEffect, useState } from "react";
import { DialogFrame } from "../kit/dialog.tsx";
import { ProgressLine } from "../kit/progress-line.tsx";
import { readFileText } from "../state/file-text.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { DiffView } from "./diff-view.tsx";
import styles from "./editor.module.css";

/** What the file holds now, beside the unsaved text. */
export function CompareDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const { files, documents } = useWorkbench();
  const [theirs, setTheirs] = useState<string>();
  const mine = documents.textOf(path) ?? "";
  useEffect(() => {
    let current = true;
    void files
      .backend()
      ?.readFile(path)
      .then((read) => {
        const content = read.ok ? readFileText(read.value) : undefined;
        if (current) setTheirs(content?.kind === "text" ? content.text : "");
      });
    return () => {
      current = false;
    };
  }, [files, path]);
  return (
    <DialogFrame title={`${path}: theirs and yours`} onClose={onClose} width={1000}>
      <div className={styles["body"]} style={{ height: "60vh" }}>
        {theirs === undefined ? (
          <ProgressLine label="Reading the file" />
        ) : (
          <DiffView path={path} original={theirs} modified={mine} />
        )}
      </div>
    </DialogFrame>
  );
}
