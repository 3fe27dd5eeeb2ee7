import type { FileEffect } from "../../contracts/run-view.ts";
import { DiffCounts } from "../kit/diff-counts.tsx";
import styles from "./file-effects.module.css";

const WORDS = { created: "new", modified: "changed", deleted: "deleted", renamed: "renamed" } as const;

/** Files with what was done to them; each opens. */
export function FileEffects({
  files,
  onOpen,
}: {
  readonly files: readonly FileEffect[];
  readonly onOpen: (path: string) => void;
}) {
  if (files.length === 0) return null;
  return (
    <ul className={styles["files"]}>
      {files.map((file) => {
        const path = file.newPath ?? file.path;
        return (
          <li key={`${file.change} ${path}`}>
            <button
              type="button"
              className={styles["file"]}
              disabled={file.change === "deleted"}
              onClick={() => onOpen(path)}
            >
              <span className={styles["path"]}>{path}</span>
              <span className={styles["word"]}>{WORDS[file.change]}</span>
              <DiffCounts added={file.addedLines} removed={file.removedLines} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
