import type { SuiteCause, SuiteFailure } from "../../contracts/suite-notes.ts";

/** A message names so many tests; the rest is counted. */
const NAMED_TESTS = 6;

/** Hands one cause to the agent: what it is and which tests show it. */
export function fixMessage(cause: SuiteCause, failures: readonly SuiteFailure[]): string {
  return [`Fix this cause of failing tests: ${cause.summary}`, ...cause.evidence, ...named(failures)].join(
    "\n",
  );
}

export function rerunMessage(failures: readonly SuiteFailure[]): string {
  return ["Run these tests again, change nothing, and say what they show:", ...named(failures)].join("\n");
}

function named(failures: readonly SuiteFailure[]): readonly string[] {
  const tests = failures
    .slice(0, NAMED_TESTS)
    .map(({ titlePath, file }) => `- ${titlePath.join(" > ")} (${file})`);
  const more = failures.length - tests.length;
  return more > 0 ? [...tests, `- and ${more} more`] : tests;
}
