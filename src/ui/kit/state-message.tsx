import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { StateDot, type StateTone } from "./state-dot.tsx";
import styles from "./state-message.module.css";

export interface StateAction {
  readonly title: string;
  readonly run: () => void;
  readonly keys?: string;
}

interface StateMessageProps {
  /** One sentence. */
  readonly title: string;
  readonly children?: ReactNode;
  /** The one next step. */
  readonly action?: StateAction | undefined;
  readonly otherActions?: readonly StateAction[];
  readonly centred?: boolean;
}

/** Nothing is here yet: why, and the next step. */
export function EmptyState(props: StateMessageProps) {
  return <StateMessage {...props} />;
}

/**
 * Something failed. `title` says what happened, `meaning` what it means for the person's work, `children` what to do;
 * `detail` is the foreign text behind it, shown as it came.
 */
export function ErrorState({
  meaning,
  detail,
  tone = "error",
  ...props
}: StateMessageProps & {
  readonly meaning: string;
  readonly detail?: string | undefined;
  readonly tone?: StateTone;
}) {
  return (
    <StateMessage {...props} tone={tone} {...(detail === undefined ? {} : { detail })}>
      {meaning} {props.children}
    </StateMessage>
  );
}

function StateMessage({
  title,
  children,
  action,
  otherActions = [],
  centred = true,
  tone,
  detail,
}: StateMessageProps & { readonly tone?: StateTone; readonly detail?: string }) {
  return (
    <div className={styles["message"]} data-centred={centred}>
      <p className={styles["title"]}>
        {tone === undefined ? null : <StateDot tone={tone} />}
        {title}
      </p>
      {children === undefined ? null : <div className={styles["text"]}>{children}</div>}
      {detail === undefined || detail === "" ? null : <pre className={styles["detail"]}>{detail}</pre>}
      {action || otherActions.length > 0 ? (
        <div className={styles["actions"]}>
          {action ? (
            <Button variant="primary" onClick={action.run} {...(action.keys ? { keys: action.keys } : {})}>
              {action.title}
            </Button>
          ) : null}
          {otherActions.map((other) => (
            <Button key={other.title} onClick={other.run} {...(other.keys ? { keys: other.keys } : {})}>
              {other.title}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
