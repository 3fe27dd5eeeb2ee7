import { Button } from "../kit/button.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import type { OpenDocument } from "../state/documents.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import styles from "./editor.module.css";

/** What the person must know about the open file, and the choices it leaves. */
export function DocumentBars({
  document,
  onCompare,
}: {
  readonly document: OpenDocument;
  readonly onCompare: () => void;
}) {
  const { documents, commands } = useWorkbench();
  const { path, content, conflict, saveProblem } = document;
  return (
    <>
      {content.state === "text" && content.readOnly !== undefined ? (
        <div className={styles["bar"]}>
          <span>
            <StateDot tone="info">{content.readOnly}</StateDot>
          </span>
        </div>
      ) : null}
      {conflict ? (
        <div className={styles["bar"]} role="alert">
          <span>
            <StateDot tone="warn">
              {conflict === "deleted"
                ? "Somebody deleted this file while you changed it. Your text is only here."
                : "Somebody changed this file while you did. Your text is not saved."}
            </StateDot>
          </span>
          {conflict === "changed" ? (
            <>
              <Button size="small" onClick={onCompare}>
                Compare
              </Button>
              <Button size="small" onClick={() => void documents.revert(path)}>
                Take theirs
              </Button>
            </>
          ) : null}
          <Button size="small" onClick={() => void documents.save(path, true)}>
            {conflict === "deleted" ? "Save it again" : "Keep mine"}
          </Button>
        </div>
      ) : null}
      {saveProblem ? (
        <div className={styles["bar"]} role="alert">
          <span>
            <StateDot tone="error">This file is not saved. {saveProblem.message}</StateDot>
          </span>
          <Button size="small" onClick={() => commands.run("file.save-all")}>
            Save again
          </Button>
        </div>
      ) : null}
    </>
  );
}
