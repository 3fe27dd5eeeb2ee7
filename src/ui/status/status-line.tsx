import { StateDot } from "../kit/state-dot.tsx";
import type { KeepingState } from "../../contracts/project-keeping.ts";
import { useStore, useStoreParts } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import styles from "./status.module.css";

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** Facts in a line: saved or not, problems, the caret, how the file is written. `children` are those of other parts. */
export function StatusLine({ children }: { readonly children?: React.ReactNode }) {
  const { problems, commands, editors, documents } = useWorkbench();
  const found = useStore(problems.store, (state) => state.problems);
  const caret = useStore(editors.store, (state) => state.caret);
  const path = useStore(editors.store, (state) => {
    const active = state.tabs.find(({ id }) => id === state.active);
    return active?.kind === "file" ? active.path : undefined;
  });
  const content = useStore(documents.store, (state) =>
    path === undefined ? undefined : state.documents.get(path)?.content,
  );
  const errors = found.filter(({ severity }) => severity === "error").length;
  const warnings = found.filter(({ severity }) => severity === "warning").length;
  return (
    <>
      <SavedItem />
      <button type="button" className={styles["item"]} onClick={() => commands.run("view.problems")}>
        <StateDot tone={errors > 0 ? "error" : warnings > 0 ? "warn" : "ok"}>
          {problemWords(errors, warnings)}
        </StateDot>
      </button>
      <span className={styles["end"]}>
        {caret ? (
          <button type="button" className={styles["item"]} onClick={() => commands.run("editor.go-to-line")}>
            Ln {caret.line}, Col {caret.column ?? 1}
          </button>
        ) : null}
        {content?.state === "text" ? (
          <span className={styles["item"]}>
            {content.lineEnd} {content.encoding}
          </span>
        ) : null}
        {children}
      </span>
    </>
  );
}

function problemWords(errors: number, warnings: number): string {
  const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;
  if (errors === 0 && warnings === 0) return "No problems";
  if (errors === 0) return count(warnings, "warning");
  return warnings === 0
    ? count(errors, "problem")
    : `${count(errors, "problem")}, ${count(warnings, "warning")}`;
}

function SavedItem() {
  const { documents, engine, commands } = useWorkbench();
  const unsaved = useStoreParts(documents.store, (state) =>
    [...state.documents.values()].filter(({ dirty }) => dirty).map(({ path }) => path),
  );
  const saved = useStore(engine, (state) => state.saved);
  const lastSavedAt = useStore(documents.store, (state) => state.lastSavedAt);
  if (unsaved.length > 0)
    return (
      <button
        type="button"
        className={styles["item"]}
        title={unsaved.join("\n")}
        onClick={() => commands.run("file.save-all")}
      >
        <StateDot tone="info">
          {unsaved.length === 1 ? "1 file not saved" : `${unsaved.length} files not saved`}
        </StateDot>
      </button>
    );
  return <KeptItem saved={saved} lastSavedAt={lastSavedAt} />;
}

function KeptItem({
  saved,
  lastSavedAt,
}: {
  readonly saved: KeepingState | undefined;
  readonly lastSavedAt: number | undefined;
}) {
  if (!saved)
    return lastSavedAt === undefined ? null : (
      <span className={styles["item"]}>
        <StateDot tone="ok">Saved {clock.format(lastSavedAt)}</StateDot>
      </span>
    );
  switch (saved.state) {
    case "restoring":
      return (
        <span className={styles["item"]}>
          <StateDot tone="running">
            Bringing back {saved.done} of {saved.total} files
          </StateDot>
        </span>
      );
    case "saving":
      return (
        <span className={styles["item"]}>
          <StateDot tone="running">Saving</StateDot>
        </span>
      );
    case "saved":
      return (
        <span className={styles["item"]}>
          <StateDot tone="ok">Saved {clock.format(saved.at)}</StateDot>
        </span>
      );
    case "on-disk":
      return (
        <span className={styles["item"]}>
          <StateDot tone="ok">Saved on your disk</StateDot>
        </span>
      );
    case "failed":
      return (
        <span className={styles["item"]} title={saved.problem.message}>
          <StateDot tone="error">Not kept. {saved.problem.message}</StateDot>
        </span>
      );
  }
}
