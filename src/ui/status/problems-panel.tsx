import { StateDot } from "../kit/state-dot.tsx";
import { Badge } from "../kit/badge.tsx";
import { EmptyState } from "../kit/state-message.tsx";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import styles from "./status.module.css";

const TONES = { error: "error", warning: "warn", info: "info" } as const;

/** What the editor found in the open files, by file; each leads to its line. */
export function ProblemsPanel() {
  const { problems, editors } = useWorkbench();
  const found = useStore(problems.store, (state) => state.problems);
  if (found.length === 0)
    return (
      <EmptyState title="No problems in the open files">
        Files are looked at while they are open. For the whole project, run its checks in the terminal or ask
        the agent.
      </EmptyState>
    );
  const byFile = Object.entries(Object.groupBy(found, ({ path }) => path));
  return (
    <div className={styles["problems"]}>
      {byFile.map(([path, members]) => (
        <section key={path} aria-label={path}>
          <h3 className={styles["file"]}>{path}</h3>
          {members?.map(({ line, column, severity, message, source }) => (
            <button
              key={`${line}:${column}:${message}`}
              type="button"
              className={styles["problem"]}
              onClick={() => editors.openFile(path, { place: { line, column } })}
            >
              <StateDot tone={TONES[severity]} />
              <span>{message}</span>
              <span className={styles["where"]}>
                {severity}, {source}, line {line}
              </span>
            </button>
          ))}
        </section>
      ))}
    </div>
  );
}

export function ProblemsBadge() {
  const { problems } = useWorkbench();
  const count = useStore(problems.store, (state) => state.problems.length);
  return count === 0 ? null : <Badge count={count} label={count === 1 ? "1 problem" : `${count} problems`} />;
}
