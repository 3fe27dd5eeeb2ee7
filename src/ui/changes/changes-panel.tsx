import { ArrowUpRight, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { RunView } from "../../contracts/run-view.ts";
import { IconButton } from "../kit/button.tsx";
import { ChangePreview } from "../kit/change-preview.tsx";
import { DiffCounts } from "../kit/diff-counts.tsx";
import { useRoving } from "../kit/roving.ts";
import { EmptyState } from "../kit/state-message.tsx";
import { type ChangedFile, changesByTurn, type TurnChanges } from "./changed-files.ts";
import styles from "./changes-panel.module.css";

const LETTERS = { created: "A", modified: "M", deleted: "D", renamed: "R" } as const;
const WORDS = { created: "created", modified: "changed", deleted: "deleted", renamed: "renamed" } as const;

/** The files that the agent changed in this run, by turn. Each opens to its change. */
export function ChangesPanel({
  view,
  openFile,
}: {
  readonly view: RunView | undefined;
  readonly openFile: (path: string) => void;
}) {
  const turns = changesByTurn(view);
  const roving = useRoving();
  if (turns.length === 0)
    return (
      <EmptyState title="No changes by the agent yet">
        Files that it changes in this run are listed here, turn by turn.
      </EmptyState>
    );
  const keys = turns.flatMap((turn) => turn.files.map((file) => keyOf(turn, file)));
  return (
    // The keys move the focus between the buttons inside, which are what is operated.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles["panel"]} {...roving.list}>
      {turns.map((turn) => (
        <section key={turn.turn} aria-label={turnInWords(turn)}>
          <TurnTitle turn={turn} />
          <ul className={styles["files"]}>
            {turn.files.map((file) => {
              const key = keyOf(turn, file);
              return (
                <li key={key}>
                  <FileRow file={file} roving={roving.item(key, keys)} openFile={openFile} />
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

function keyOf({ turn }: TurnChanges, { path }: ChangedFile): string {
  return `${turn} ${path}`;
}

function turnInWords({ turn, running }: TurnChanges): string {
  return running ? "This turn" : `Turn ${turn}`;
}

function TurnTitle({ turn }: { readonly turn: TurnChanges }) {
  const sum = (count: (file: ChangedFile) => number): number =>
    turn.files.reduce((total, file) => total + count(file), 0);
  return (
    <h3 className={styles["turn"]}>
      <span>{turnInWords(turn)}</span>
      <span className={styles["count"]}>
        {turn.files.length === 1 ? "1 file" : `${turn.files.length} files`}
      </span>
      <DiffCounts added={sum((file) => file.addedLines)} removed={sum((file) => file.removedLines)} />
    </h3>
  );
}

function FileRow({
  file,
  roving,
  openFile,
}: {
  readonly file: ChangedFile;
  readonly roving: object;
  readonly openFile: (path: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const path = file.newPath ?? file.path;
  const { texts } = file;
  const gone = file.change === "deleted";
  const onClick = texts ? () => setOpen(!open) : gone ? undefined : () => openFile(path);
  return (
    <>
      <div className={styles["row"]}>
        <button
          type="button"
          className={styles["file"]}
          title={file.newPath === undefined ? path : `${file.path} is now ${path}`}
          aria-expanded={texts ? open : undefined}
          aria-disabled={onClick === undefined}
          onClick={onClick}
          {...roving}
        >
          <ChevronRight
            className={styles["chevron"]}
            size={12}
            aria-hidden="true"
            visibility={texts ? undefined : "hidden"}
          />
          <span
            className={styles["letter"]}
            data-change={file.change}
            role="img"
            aria-label={WORDS[file.change]}
          >
            {LETTERS[file.change]}
          </span>
          <PathName path={path} gone={gone} />
          <DiffCounts added={file.addedLines} removed={file.removedLines} />
        </button>
        {gone ? null : (
          <IconButton
            label={`Open ${path}`}
            icon={<ArrowUpRight size={14} />}
            tabIndex={open ? 0 : -1}
            onClick={() => openFile(path)}
          />
        )}
      </div>
      {open && texts ? (
        <div className={styles["change"]}>
          <ChangePreview path={path} before={texts.before} after={texts.after} lines={60} />
        </div>
      ) : null}
    </>
  );
}

function PathName({ path, gone }: { readonly path: string; readonly gone: boolean }) {
  const name = path.split("/").at(-1) ?? path;
  return (
    <span className={styles["path"]} data-gone={gone}>
      {name} <span className={styles["folder"]}>{path.slice(0, -name.length - 1)}</span>
    </span>
  );
}
