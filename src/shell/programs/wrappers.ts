/** A program that starts another one named among its words. */
export interface WrapperRow {
  readonly program: string;
  /** It is a wrapper only when the first word that is no flag is one of these. */
  readonly subcommands?: readonly string[];
  /** Flags whose value is the next word. */
  readonly valueFlags: readonly string[];
  /** `valueFlags` and `textFlags` together. */
  readonly flagsWithValue: readonly string[];
  /** How many words stand between its flags and the program (`timeout 5 program`). */
  readonly operands?: number;
  /** The first of those words is a duration that bounds the program. */
  readonly bounds?: true;
  /** Skips `NAME=value` words in front of the program. */
  readonly assignments?: true;
  /** Flags with which it starts nothing (`command -v`). */
  readonly queryFlags?: readonly string[];
  /** Flags whose value is a text for a shell (`npx -c`). */
  readonly textFlags?: readonly string[];
  /** Names a package, maybe with a version, instead of a program. */
  readonly packages?: true;
  /** A word that is no subcommand may name an installed program (`yarn vitest`). */
  readonly bins?: true;
  /** Everything up to `--` is its own; without one it starts nothing. */
  readonly afterDashes?: true;
  /** The program reads words from its input as further arguments. */
  readonly feeds?: true;
}

const words = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

const row = (
  program: string,
  valueFlags: string,
  rest: Omit<WrapperRow, "program" | "valueFlags" | "flagsWithValue"> = {},
): WrapperRow => {
  const flags = words(valueFlags);
  return { program, valueFlags: flags, flagsWithValue: [...flags, ...(rest.textFlags ?? [])], ...rest };
};

const ROWS: readonly WrapperRow[] = [
  row("env", "-u --unset -C --chdir", { assignments: true, textFlags: ["-S", "--split-string"] }),
  row("timeout", "-k --kill-after -s --signal", { operands: 1, bounds: true }),
  row("gtimeout", "-k --kill-after -s --signal", { operands: 1, bounds: true }),
  row("nice", "-n --adjustment"),
  row("ionice", "-c --class -n --classdata -p --pid -P --pgid -u --uid"),
  row("chrt", "", { operands: 1 }),
  row("taskset", "", { operands: 1 }),
  row("nohup", ""),
  row("setsid", ""),
  row("stdbuf", "-i --input -o --output -e --error"),
  row("time", "-f --format -o --output"),
  row("command", "", { queryFlags: ["-v", "-V"] }),
  row("builtin", ""),
  row("exec", "-a"),
  row(
    "sudo",
    "-u --user -g --group -h --host -p --prompt -C --close-from -D --chdir -r --role -t --type -U --other-user -R --chroot -T --command-timeout",
    {
      assignments: true,
      queryFlags: ["-l", "--list", "-v", "--validate", "-K", "-k", "-e", "--edit"],
    },
  ),
  row("doas", "-u -C"),
  row("su-exec", "", { operands: 1 }),
  row("gosu", "", { operands: 1 }),
  row(
    "xvfb-run",
    "-n --server-num -e --error-file -f --auth-file -s --server-args -p --xauth-protocol -w --wait",
  ),
  row("dbus-run-session", "--config-file --dbus-daemon"),
  row("unbuffer", ""),
  row("chronic", ""),
  row("catchsegv", ""),
  row("caffeinate", "-t -w"),
  row("flock", "-w --timeout -E --conflict-exit-code", { operands: 1, textFlags: ["-c", "--command"] }),
  row("strace", "-e -o -p -s -u -E -a -O -S -P -I -b -X"),
  row("watch", "-n --interval", {}),
  row(
    "xargs",
    "-a --arg-file -d --delimiter -E -I -L -n --max-args --max-lines -P --max-procs -s --max-chars --process-slot-var",
    {
      feeds: true,
    },
  ),
  row("npx", "-p --package --prefix -w --workspace --cache --userconfig", {
    textFlags: ["-c", "--call"],
    packages: true,
  }),
  row("npm", "--prefix -w --workspace -C --cache --userconfig -p --package", {
    subcommands: ["exec", "x"],
    textFlags: ["-c", "--call"],
    packages: true,
  }),
  row("pnpm", "-C --dir -F --filter --package", { subcommands: ["exec", "dlx"], packages: true, bins: true }),
  row("pnpx", "-p --package", { packages: true }),
  row("yarn", "--cwd -p --package", { subcommands: ["exec", "dlx"], packages: true, bins: true }),
  row("bunx", "-p --package", { packages: true }),
  row("bun", "--cwd", { subcommands: ["x"], packages: true, bins: true }),
  row("cross-env", "", { assignments: true }),
  row("cross-env-shell", "", { assignments: true }),
  row("dotenv", "-e -v -p", { afterDashes: true }),
  row("dotenvx", "-f --env-file -e --env", { afterDashes: true }),
  row("doppler", "", { afterDashes: true }),
  row("op", "", { afterDashes: true }),
  row("infisical", "", { afterDashes: true }),
];

export const WRAPPERS: ReadonlyMap<string, WrapperRow> = new Map(ROWS.map((entry) => [entry.program, entry]));

/** Programs of packages, as `yarn <name>` and `pnpm <name>` start them. */
export const PACKAGE_BINS: ReadonlySet<string> = new Set(
  words(
    "playwright vitest jest hurl tsc eslint prettier biome vite next tsx ts-node turbo nx cypress mocha ava cross-env",
  ),
);

/** Packages whose program has another name. */
export const PACKAGE_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ["@playwright/test", "playwright"],
  ["@orangeopensource/hurl", "hurl"],
  ["@biomejs/biome", "biome"],
  ["typescript", "tsc"],
]);

/** Ends of script paths that are the program of a package when `node` runs them. */
export const PACKAGE_SCRIPTS: readonly (readonly [end: string, program: string])[] = [
  ["/playwright/cli.js", "playwright"],
  ["/@playwright/test/cli.js", "playwright"],
  ["/playwright-core/cli.js", "playwright"],
  ["/vitest/vitest.mjs", "vitest"],
  ["/vitest/dist/cli.js", "vitest"],
  ["/jest/bin/jest.js", "jest"],
  ["/typescript/bin/tsc", "tsc"],
  ["/typescript/lib/tsc.js", "tsc"],
  ["/eslint/bin/eslint.js", "eslint"],
  ["/prettier/bin/prettier.cjs", "prettier"],
];

export const NODE_VALUE_FLAGS: ReadonlySet<string> = new Set(
  words(
    "-r --require --import --loader --experimental-loader -C --conditions --env-file --max-old-space-size",
  ),
);
