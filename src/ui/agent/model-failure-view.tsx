import type { ModelFailure } from "../../contracts/run-view.ts";
import { StateDot } from "../kit/state-dot.tsx";
import styles from "./model-failure-view.module.css";

const TITLES: Readonly<Record<ModelFailure["kind"], string>> = {
  "no-key": "No key for this model",
  "refused-key": "The provider refused the key",
  "rate-limited": "The provider asks to wait",
  overloaded: "The provider is overloaded",
  "context-too-long": "The conversation is too long for this model",
  "cannot-connect": "The provider cannot be reached",
  "stream-cut": "The answer broke off",
  "bad-response": "The provider's answer is not readable",
  "spending-cap": "Your spending cap is reached",
  unknown: "The model call failed",
};

/** A failed model call with everything the provider said. One that is repeated without the person is a line that opens. */
export function ModelFailureView({
  failure,
  retried,
}: {
  readonly failure: ModelFailure;
  readonly retried: boolean;
}) {
  const facts = [
    failure.status === undefined ? "" : `Status ${failure.status}`,
    failure.requestId === undefined ? "" : `Request ${failure.requestId}`,
    failure.body ?? "",
  ].filter((fact) => fact !== "");
  const detail = facts.length > 0 ? <Detail text={facts.join("\n")} /> : null;
  if (retried)
    return (
      <details className={styles["retried"]}>
        <summary>
          <StateDot tone="warn">{TITLES[failure.kind]} · the call is tried again by itself</StateDot>
        </summary>
        <p>{failure.message}</p>
        {detail}
      </details>
    );
  return (
    <div className={styles["failure"]}>
      <p className={styles["title"]}>
        <StateDot tone="error">{TITLES[failure.kind]}</StateDot>
      </p>
      <p>{failure.message}</p>
      {detail}
    </div>
  );
}

function Detail({ text }: { readonly text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long answers scroll
    <pre tabIndex={0} role="group" aria-label="What the provider answered">
      {text}
    </pre>
  );
}
