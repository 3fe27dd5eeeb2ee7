export type TestRunner = "vitest" | "jest" | "playwright" | "node-test" | "hurl" | "unknown";

export interface SuiteCounts {
  readonly passed: number;
  readonly failed: number;
  readonly flaky: number;
  readonly skipped: number;
  /** Announced and never accounted for. `undefined` when the runner announces no total. */
  readonly notRun?: number;
}

export interface SourceLocation {
  /** Relative to the project root where the log allows it. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

export interface SuiteFailure {
  /** Unique in its note and equal for the same test in another run. */
  readonly id: string;
  /** From the outermost group to the test. */
  readonly titlePath: readonly string[];
  readonly file: string;
  /** Where the failure was raised, else where the test begins. */
  readonly location?: SourceLocation;
  /** The first lines that say what went wrong, without colour codes. */
  readonly message: string;
  /** The whole block that the runner printed. */
  readonly body: string;
  readonly durationMs?: number;
}

/** One reason for one or more failures. */
export interface SuiteCause {
  readonly id: string;
  readonly kind:
    | "assertion"
    | "error"
    | "timeout"
    | "connection"
    | "missing-element"
    | "suite-cannot-load"
    | "unknown";
  /** One sentence. */
  readonly summary: string;
  readonly evidence: readonly string[];
  /** Ids of failures, most telling first. */
  readonly failures: readonly string[];
  readonly location?: SourceLocation;
}

/** What one run of a suite showed. Nothing counts as passed that did not run. */
export interface SuiteNote {
  readonly runner: TestRunner;
  readonly command: string;
  /** `cut`: the run ended before it accounted for what it announced. `could-not-run`: no test was reached. `unknown`: the output does not tell. */
  readonly outcome: "passed" | "failed" | "cut" | "could-not-run" | "unknown";
  /** One sentence a person can read: how many ran and what came of them. */
  readonly headline: string;
  readonly announced?: number;
  readonly counts: SuiteCounts;
  readonly failures: readonly SuiteFailure[];
  /** Most tests first. */
  readonly causes: readonly SuiteCause[];
  /** Says how far a cut run got and who ended it. */
  readonly cut?: { readonly sentence: string };
  readonly exitCode: number;
  readonly durationMs: number;
}
