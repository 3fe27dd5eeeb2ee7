/** Programs whose exit code says whether something is in order. The first arguments that make them one, or none. */
export const CHECKERS: ReadonlyMap<string, readonly string[] | null> = new Map<
  string,
  readonly string[] | null
>([
  ["tsc", null],
  ["vue-tsc", null],
  ["eslint", null],
  ["oxlint", null],
  ["biome", null],
  ["vitest", null],
  ["jest", null],
  ["hurl", null],
  ["playwright", ["test"]],
  ["prettier", ["--check", "-c", "--list-different", "-l"]],
  ["vite", ["build"]],
  ["next", ["build", "lint"]],
  ["webpack", null],
  ["rollup", null],
  ["npm", ["test", "t", "run", "run-script"]],
  ["pnpm", ["test", "t", "run", "build", "lint", "check"]],
  ["yarn", ["test", "run", "build", "lint", "check"]],
  ["bun", ["test", "run"]],
]);

/** What checkers print when they find something. */
export const CHECK_FAILURES: readonly RegExp[] = [
  /\berror TS\d+/,
  /\b\d+ problems? \([1-9]\d* errors?/,
  /\bnpm (?:ERR!|error)/,
  /^Found [1-9]\d* errors?\b/m,
  /^error during build:/m,
  /\[(?:warn|error)\].*\bCode style issues\b/,
];

/** What test runners print in the tally of a run with a failure. */
export const TALLY_FAILURES: readonly RegExp[] = [
  /^ {2}[1-9]\d* (?:failed|interrupted)\s*$/m,
  /^\s*(?:Tests|Test Files|Test Suites):?\s+[1-9]\d* failed\b/m,
  /^Failed files:\s+[1-9]/m,
  /^Failed:\s+[1-9]/m,
];
