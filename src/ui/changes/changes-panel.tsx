import type { FileEffect, RunView } from "../../contracts/run-view.ts";
import { DiffCounts } from "../kit/diff-counts.tsx";
import { EmptyState } from "../kit/state-message.tsx";
import { changesByTurn } from "./changed-files.ts";
import styles from "./changes-panel.module.css";

const LETTERS = { created: "A", modified: "M", deleted: "D", renamed: "R" } as const;
const WORDS = { created: "created", modified: "changed", deleted: "deleted", renamed: "renamed" } as const;

/** The files that the agent changed in this run, by turn. */
export function ChangesPanel({
  view,
  openFile,
}: {
  readonly view: RunView | undefined;
  readonly openFile: (path: string) => void;
}) {
  const turns = changesByTurn(view);
  if (turns.length === 0)
    return (
      <EmptyState title="No changes by the agent yet">
        Files that it changes in this run are listed here, turn by turn.
      </EmptyState>
    );
  return (
    <div className={styles["panel"]}>
      {turns.map(({ turn, files }, index) => (
        <section key={turn} aria-label={`Turn ${turn}`}>
          <h3 className={styles["turn"]}>{index === 0 ? "Latest turn" : `Turn ${turn}`}</h3>
          <ul className={styles["files"]}>
            {files.map((file) => (
              <li key={`${file.path} ${file.change}`}>
                <ChangedFile file={file} onOpen={openFile} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ChangedFile({
  file,
  onOpen,
}: {
  readonly file: FileEffect;
  readonly onOpen: (path: string) => void;
}) {
  const path = file.newPath ?? file.path;
  const name = path.split("/").at(-1) ?? path;
  return (
    <button
      type="button"
      className={styles["file"]}
      disabled={file.change === "deleted"}
      title={path}
      onClick={() => onOpen(path)}
    >
      <span className={styles["letter"]} data-change={file.change} role="img" aria-label={WORDS[file.change]}>
        {LETTERS[file.change]}
      </span>
      <span className={styles["name"]}>{name}</span>
      <span className={styles["folder"]}>{path.slice(0, -name.length - 1)}</span>
      <DiffCounts added={file.addedLines} removed={file.removedLines} />
    </button>
  );
}
