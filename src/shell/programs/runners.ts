/** A test runner and the forms in which it only prints. */
export interface RunnerRow {
  /** Whether its run counts as a suite run. */
  readonly suite: boolean;
  /** Without this subcommand no test runs. */
  readonly runSubcommand?: string;
  readonly printSubcommands: readonly string[];
  readonly printFlags: readonly string[];
}

export const RUNNERS: ReadonlyMap<string, RunnerRow> = new Map<string, RunnerRow>([
  [
    "playwright",
    {
      suite: true,
      runSubcommand: "test",
      printSubcommands: [],
      printFlags: ["--list", "--help", "-h", "--version", "-V"],
    },
  ],
  [
    "vitest",
    {
      suite: true,
      printSubcommands: ["list", "init"],
      printFlags: ["--help", "-h", "--version", "-v"],
    },
  ],
  ["hurl", { suite: true, printSubcommands: [], printFlags: ["--help", "-h", "--version", "-V"] }],
  [
    "jest",
    {
      suite: false,
      printSubcommands: [],
      printFlags: ["--listTests", "--showConfig", "--help", "--version"],
    },
  ],
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Flags of `playwright test` whose value is the next word. */
export const PLAYWRIGHT_VALUE_FLAGS: ReadonlySet<string> = words(
  "-c --config -g --grep -G --grep-invert -gv -j --workers --project --reporter --add-reporter --retries --repeat-each --timeout --global-timeout --max-failures --output --shard --trace --browser --tsconfig --test-list --test-list-invert --last-failed-file --ui-host --ui-port --update-source-method --run-agents",
);

/** Flags that take every following word up to the next flag. */
export const PLAYWRIGHT_LIST_FLAGS: ReadonlySet<string> = new Set(["--project"]);

/** Flags that take the next word when it is no flag. */
export const PLAYWRIGHT_OPTIONAL_VALUE_FLAGS: ReadonlySet<string> = words(
  "--only-changed --debug --shuffle --update-snapshots",
);

/** Reporters that print every failure to the log. */
export const PRINTING_REPORTERS: ReadonlySet<string> = words("list line dot github null json junit");
