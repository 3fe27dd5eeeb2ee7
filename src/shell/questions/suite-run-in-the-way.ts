/** One suite run, as the rule reads it that decides whether a second may start beside it. */
export interface SuiteRunInFlight {
  /** Whether it shares the app and its data with other runs; unit tests do not. */
  readonly runsSuite: boolean;
  /** What it points at, as `suiteCommandTarget` names it. */
  readonly target: string;
  /** Whether the command in question stops it first. */
  readonly stoppedByCommand?: boolean;
}

/** The first run in flight that shares the target with a run about to start, or `null`. */
export function suiteRunInTheWay<Run extends SuiteRunInFlight>(
  candidate: { readonly target: string },
  inFlight: readonly Run[],
): Run | null {
  return (
    inFlight.find(
      ({ runsSuite, target, stoppedByCommand }) =>
        runsSuite && target === candidate.target && stoppedByCommand !== true,
    ) ?? null
  );
}
