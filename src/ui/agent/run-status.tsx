import type { ReactNode } from "react";
import type { RunState, RunView } from "../../contracts/run-view.ts";
import { Button } from "../kit/button.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import { useNow } from "../kit/use-now.ts";
import type { RunsStore } from "../state/runs.ts";
import { counted } from "./tool-sentence.ts";
import styles from "./run-status.module.css";

/** What the run waits for, and the step that takes it on. Nothing where there is nothing to do. */
export function RunStatus({
  runs,
  view,
  openRequest,
  openSettings,
}: {
  readonly runs: RunsStore;
  readonly view: RunView;
  readonly openRequest: (requestId: string) => void;
  readonly openSettings: () => void;
}) {
  const { state } = view;
  const resume = (label: string): ReactNode => (
    <Button size="small" variant="primary" onClick={() => void runs.resume()}>
      {label}
    </Button>
  );
  switch (state.at) {
    case "asking":
      return <Asking state={state} onReview={openRequest} />;
    case "retrying":
      return <Retrying state={state} />;
    case "interrupted":
      return (
        <Strip mark={<StateDot tone="warn">Interrupted</StateDot>} action={resume("Continue")}>
          {state.reason} Nothing is lost.
        </Strip>
      );
    case "failed":
      return (
        <Strip
          mark={<StateDot tone="error">Failed</StateDot>}
          action={
            <>
              {resume("Try again")}
              <Button size="small" onClick={openSettings}>
                Model settings
              </Button>
            </>
          }
        >
          {null}
        </Strip>
      );
    case "stopped":
      return (
        <Strip
          mark={<StateDot tone="stopped">Stopped</StateDot>}
          action={
            <Button size="small" onClick={() => void runs.resume()}>
              Continue
            </Button>
          }
        >
          {null}
        </Strip>
      );
    case "thinking":
    case "running-tools":
    case "waiting":
      return null;
  }
}

function Asking({
  state,
  onReview,
}: {
  readonly state: Extract<RunState, { at: "asking" }>;
  readonly onReview: (requestId: string) => void;
}) {
  const [first] = state.requests;
  if (!first) return null;
  return (
    <Strip
      mark={
        <StateDot tone="warn">
          {state.requests.length === 1
            ? "1 request waits for you"
            : `${counted(state.requests.length, "request")} wait for you`}
        </StateDot>
      }
      action={
        <Button size="small" onClick={() => onReview(first.id)}>
          Review
        </Button>
      }
    >
      {null}
    </Strip>
  );
}

function Retrying({ state }: { readonly state: Extract<RunState, { at: "retrying" }> }) {
  const seconds = Math.max(0, Math.ceil((state.retryAt - useNow(500)) / 1_000));
  return (
    <Strip
      mark={
        <StateDot tone="waiting">
          {seconds === 0 ? "Trying again" : `Next try in ${seconds} s`} · attempt {state.attempt}
        </StateDot>
      }
      action={null}
    >
      {null}
    </Strip>
  );
}

function Strip({
  mark,
  action,
  children,
}: {
  readonly mark: ReactNode;
  readonly action: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles["strip"]} aria-label="State of the run">
      <span className={styles["mark"]}>{mark}</span>
      {children === null ? null : <span className={styles["words"]}>{children}</span>}
      <span className={styles["actions"]}>{action}</span>
    </section>
  );
}
