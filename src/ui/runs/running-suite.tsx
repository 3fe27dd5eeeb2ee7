import { useEffect, useState } from "react";
import { durationInWords } from "../kit/relative-time.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import { useNow } from "../kit/use-now.ts";
import styles from "./runs-panel.module.css";
import type { RunningCommand } from "./suite-runs.ts";

/** A run of a suite that goes on; nothing for any other command. */
export function RunningSuite({ running: { command, startedAt } }: { readonly running: RunningCommand }) {
  const now = useNow(1_000);
  const runsSuite = useRunsSuite(command);
  if (!runsSuite) return null;
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1_000));
  return (
    <p className={styles["running"]}>
      <StateDot tone="running">
        <span>
          Running <code>{command}</code> · {durationInWords(seconds * 1_000).replace(".0 s", " s")}
        </span>
      </StateDot>
    </p>
  );
}

/** Reads the command with the part that knows shells, which is loaded when it is first needed. */
function useRunsSuite(command: string): boolean {
  const [answer, setAnswer] = useState<{ readonly command: string; readonly runsSuite: boolean }>();
  useEffect(() => {
    let wanted = true;
    import("../../shell/public.ts").then(
      ({ isSuiteRunCommand }) => {
        if (wanted) setAnswer({ command, runsSuite: isSuiteRunCommand(command) });
      },
      // Without it a running suite is told by its tool card alone.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [command]);
  return answer?.command === command && answer.runsSuite;
}
