import type { ModelFailure } from "../../contracts/run-view.ts";
import { ErrorState } from "../kit/state-message.tsx";

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

/** A failed model call with everything the provider said, and the way to the settings. */
export function ModelFailureView({
  failure,
  onSettings,
}: {
  readonly failure: ModelFailure;
  readonly onSettings: () => void;
}) {
  const facts = [
    failure.status === undefined ? "" : `Status ${failure.status}`,
    failure.requestId === undefined ? "" : `Request ${failure.requestId}`,
    failure.body ?? "",
  ].filter((fact) => fact !== "");
  return (
    <ErrorState
      centred={false}
      title={TITLES[failure.kind]}
      meaning={failure.message}
      detail={facts.join("\n")}
      otherActions={[{ title: "Model settings", run: onSettings }]}
    />
  );
}
