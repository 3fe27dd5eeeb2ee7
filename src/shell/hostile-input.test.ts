import { expect, test } from "vitest";
import { readCommand } from "./read-command.ts";
import * as shell from "./public.ts";

const fill = (unit: string, chars: number): string => unit.repeat(Math.ceil(chars / unit.length));
const UNITS = [
  "$(",
  "$(a ",
  "`",
  "`a ",
  "\\`",
  "(",
  "{ ",
  "((",
  "$((",
  "${a:-",
  "${",
  "[[ ",
  "[[ ( ",
  '"',
  '"$(',
  "'",
  "'a",
  "$'",
  "\\",
  "<(",
  ">(",
  "<<",
  "<<<",
  "cat <<E;",
  "cat <<E\n",
  "cat <<-'E' ",
  "a|",
  "a&&",
  "a;",
  "a b;",
  "a>b ",
  "! ",
  "time ",
  "coproc ",
  "f() ",
  "function f ",
  "if a; then ",
  "while a; do ",
  "for a in b; do ",
  "case a in ",
  "case a in b) ",
  "{a,",
  "@(",
  "a=(",
  "a[",
  "*[",
  "#\n",
  "$",
  "a\\\n",
  "a\r\n",
  "&",
  ";",
  "|",
  "\n",
  " ",
  "é",
  "\u{1f600}",
  "\ud800",
  "\u2028",
  "\u00a0a",
  "a",
  "-",
  "x=",
  "x=1 ",
  "eval ",
  "sh -c '",
  "env ",
  "timeout 1 ",
  "npx ",
  "xargs ",
  "$(a)",
  '"$(a)"',
  "`a`",
  "<(a) ",
  "${a[$(b)]}",
  "$[",
  "$((1+",
  "((a?",
  "select x in ",
  'a "$(cat <<E\n',
  "cat <<`",
];

test.each(UNITS)("100 KB of %j ends in time and never throws", (unit) => {
  const command = fill(unit, 100_000);
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now();
    const reading = readCommand(command);
    if (reading.cut) expect(reading.problem).not.toBeNull();
    return performance.now() - started;
  });
  // The promised 100 ms is measured by the benchmark: here other tests share the machine, and only growth shows.
  expect(Math.min(...times)).toBeLessThan(1_000);
});

const CUT = [
  "$(a ".repeat(10_000) + ")".repeat(10_000),
  "a\0b",
  `ls ${"x".repeat(200_000)}`,
  "cat <<E;".repeat(12_800),
];

test.each(CUT)(
  "input %# that is not read is named, and every question answers that it cannot tell",
  (command) => {
    expect(shell.commandReadProblem(command)).toMatchObject({ sentence: expect.stringMatching(/\.$/) });
    expect(shell.commandSegments(command)).toEqual([]);
    expect(shell.isReadOnlyCommand(command)).toBe(false);
    expect(shell.checkBlockedCommand(command)).not.toBeNull();
    expect(shell.commandEffects(command).unknowns).toContainEqual(
      expect.objectContaining({ reason: "unreadable", range: { start: 0, end: command.length } }),
    );
  },
);

test("a command of 100 KB that is no attack is read whole", () => {
  const heredoc = `cat > a.ts <<'EOF'\n${fill("const a = `${1 + 2}`;\n", 90_000)}EOF\nnpx vitest run`;
  expect(shell.commandReadProblem(heredoc)).toBeNull();
  expect(shell.commandSegments(heredoc).map(({ program }) => program)).toEqual(["cat", "vitest"]);
});
