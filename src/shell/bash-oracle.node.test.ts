import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { locatedCommandSegments, statementArgumentEnd, type LocatedCommandSegment } from "./public.ts";
import { runStatements } from "./questions/command-segments.ts";
import { argumentsOf, type ShellStatement } from "./statement.ts";
import { wordCertainty } from "./word-certainty.ts";

interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const VARIABLES = ["A", "B", "MODE", "X", "FOO", "BAR", "BASE_URL", "TW_AT"];
const BUILTINS = new Set(
  "cd pushd popd echo printf export exit set true false : test [ read wait exec eval trap break continue shift return unset local declare type command builtin source . jobs kill".split(
    " ",
  ),
);
const REAL = ["timeout", "env", "nice", "nohup", "setsid", "stdbuf", "xargs", "bash"];

const LOG_LINE = `set -- "$0" "$@" @env ${VARIABLES.map((name) => `"${name}=$${name}"`).join(" ")} ""; printf '%s\\037' "$@" >> "$TW_LOG"`;
const STUB = `#!/bin/dash\n0=x\n`;
const record = (name: string): string => LOG_LINE.replace('"$0"', name);
/** Stand-ins for programs that start others, written from their manuals and not from our tables. */
const skipFlags = (valueFlags: string): string =>
  `while [ $# -gt 0 ]; do case "$1" in ${valueFlags}) shift 2;; --) shift; break;; -*) shift;; *) break;; esac; done`;
const STARTERS: Readonly<Record<string, string>> = {
  npx: `if [ "$1" = -c ]; then exec sh -c "$2"; fi; ${skipFlags("-p|--package|--prefix|-w")}; p=\${1%%@[0-9]*}; shift; exec "$p" "$@"`,
  sudo: `${skipFlags("-u|-g|-h|-p|-C|-D")}; while case "$1" in [A-Za-z]*=*) true;; *) false;; esac; do export "$1"; shift; done; exec "$@"`,
  "xvfb-run": `${skipFlags("-n|-e|-f|-s|-p|-w")}; exec "$@"`,
  npm: `if [ "$1" = exec ]; then shift; ${skipFlags("--prefix|-w")}; exec "$@"; fi; ${record("npm")}`,
  pnpm: `${skipFlags("--filter|-C")}; case "$1" in exec|dlx) shift; exec "$@";; esac; ${record("pnpm")}`,
  yarn: `case "$1" in exec) shift; exec "$@";; playwright) exec "$@";; esac; ${record("yarn")}`,
  bunx: `exec "$@"`,
};

let folder = "";
const bash = existsSync("/usr/bin/bash") ? "/usr/bin/bash" : "/bin/bash";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tabwright-oracle-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of REAL)
    symlinkSync(existsSync(`/usr/bin/${name}`) ? `/usr/bin/${name}` : `/bin/${name}`, join(bin, name));
  for (const name of ["sh", "dash", "zsh"]) symlinkSync(bash, join(bin, name));
  writeFileSync(
    join(folder, "stub"),
    `${STUB.split("\n")[0]}\n${record('"${0##*/}"')}\nexit \${TW_FAIL:-0}\n`,
  );
  chmodSync(join(folder, "stub"), 0o755);
  for (const [name, body] of Object.entries(STARTERS)) {
    writeFileSync(join(bin, name), `#!${bash}\n${body}\nexit \${TW_FAIL:-0}\n`);
    chmodSync(join(bin, name), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs all commands in one bash and says what each started, in the order of their starts. */
function launchesOf(list: readonly string[], fails: boolean, programs: ReadonlySet<string>): Launch[][] {
  const round = mkdtempSync(join(folder, "round-"));
  for (const program of programs)
    if (!existsSync(join(folder, "bin", program)))
      symlinkSync(join(folder, "stub"), join(folder, "bin", program));
  for (const [index, command] of list.entries()) writeFileSync(join(round, `${index}.sh`), command);
  writeFileSync(
    join(round, "driver"),
    `command_not_found_handle() { ${record('"$1"').replace('"$@"', '"${@:2}"')}; return 127; }
export -f command_not_found_handle
n=0
while [ "$n" -lt ${list.length} ]; do
  IFS= read -r -d '' c < ${round}/$n.sh
  export TW_LOG=${round}/$n.log
  mkdir -p ${round}/$n/app ${round}/$n/web; printf 'l\\n' > ${round}/$n/input.txt
  ( cd ${round}/$n; unset n; eval "$c"; wait ) </dev/null >/dev/null 2>&1
  n=$((n + 1))
done
`.replace("mkdir -p", "/bin/mkdir -p"),
  );
  execFileSync(bash, [join(round, "driver")], {
    env: { PATH: join(folder, "bin"), HOME: folder, LC_ALL: "C.UTF-8", ...(fails ? { TW_FAIL: "1" } : {}) },
    stdio: "ignore",
    timeout: 120_000,
  });
  return list.map((_command, index) => parseLog(join(round, `${index}.log`)));
}

function parseLog(path: string): Launch[] {
  if (!existsSync(path)) return [];
  const fields = readFileSync(path, "utf8").split("\u001f");
  const launches: Launch[] = [];
  let at = 0;
  while (at < fields.length - 1) {
    const environmentAt = fields.indexOf("@env", at);
    const end = environmentAt + VARIABLES.length + 1;
    const environment = Object.fromEntries(
      fields
        .slice(environmentAt + 1, end)
        .map((field) => [field.slice(0, field.indexOf("=")), field.slice(field.indexOf("=") + 1)]),
    );
    launches.push({ program: fields[at] ?? "", args: fields.slice(at + 1, environmentAt), environment });
    at = end + 1;
  }
  return launches;
}

/** `null` stands for any number of words: expansions are the shell's business. */
type Pattern = readonly (string | null)[];
const patternOf = (statement: ShellStatement): Pattern =>
  argumentsOf(statement).map((word) =>
    wordCertainty(word) === "literal" && word.value !== "{}" ? word.value : null,
  );

function matches(pattern: Pattern, args: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return args.length === 0;
  if (first !== null) return args[0] === first && matches(rest, args.slice(1));
  return args.some((_arg, index) => matches(rest, args.slice(index))) || matches(rest, []);
}

const isLaunched = (statement: ShellStatement): boolean =>
  statement.kind === "command" && !BUILTINS.has(statement.program);

function fits(statement: ShellStatement, { program, args, environment }: Launch): boolean {
  if (statement.program !== program) return false;
  const feeds = statement.wrappers.some((wrapper) => wrapper.program === "xargs");
  if (!matches(feeds ? [...patternOf(statement), null] : patternOf(statement), args)) return false;
  const own = statement.wrappers.flatMap(({ assignments }) => assignments);
  return [...statement.assignments.map(({ text }) => text), ...own].every((text) => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    return !VARIABLES.includes(name) || /[$`'"\\]/.test(value) || environment[name] === value;
  });
}

const list = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures/agent-commands.json"), "utf8"),
) as readonly string[];
/** Their other branch needs programs that fail. */
const BRANCHES = /\|\||\bel(?:se|if)\b|(?:^|\s)! /;
/** Some of their statements run neither when every program succeeds nor when every program fails. */
const DEAD_BRANCHES = /\b(?:until|never|case|elif)\b/;
/** A login shell resets PATH, and with it the stand-ins. */
const withoutLogin = (command: string): string => command.replaceAll(/\b(bash|sh) -lc /g, "$1 -ec ");
const CALLED_IN_WORDS = new Set(["curl"]);

describe("bash starts what the reading says", () => {
  let succeeding: Launch[][] = [];
  let failing: Launch[][] = [];
  beforeAll(() => {
    const programs = new Set(
      list.flatMap((command) =>
        runStatements(command)
          .filter(isLaunched)
          .map(({ program }) => program),
      ),
    );
    for (const program of CALLED_IN_WORDS) programs.add(program);
    const functions = new Set(["f", "g", "unused"]);
    for (const name of functions) programs.delete(name);
    succeeding = launchesOf(list.map(withoutLogin), false, programs);
    failing = launchesOf(
      list.map((command) =>
        BRANCHES.test(command) && !/\buntil\b/.test(command) ? withoutLogin(command) : ":",
      ),
      true,
      programs,
    );
  }, 120_000);

  test("the corpus is large", () => expect(new Set(list).size).toBeGreaterThanOrEqual(300));

  test("everything that bash started was predicted, and everything predicted was started in some outcome", () => {
    const wrong: unknown[] = [];
    for (const [index, command] of list.entries()) {
      const predicted = runStatements(command)
        .filter(isLaunched)
        .filter(({ program }) => !/^(?:f|g)$/.test(program));
      const observed = [...(succeeding[index] ?? []), ...(failing[index] ?? [])];
      const unforeseen = observed.filter(
        (launch) =>
          !predicted.some((statement) => fits(statement, launch)) && !isSubstituted(command, launch),
      );
      const missing = predicted.filter((statement) => !observed.some((launch) => fits(statement, launch)));
      if (unforeseen.length > 0 || (missing.length > 0 && !DEAD_BRANCHES.test(command)))
        wrong.push({
          command,
          unforeseen,
          missing: missing.map(({ program, words }) => [program, ...words.map(({ text }) => text)]),
        });
    }
    expect(wrong).toEqual([]);
  });

  test("statements outside of pipelines start in the order of the reading", () => {
    const wrong: unknown[] = [];
    for (const [index, command] of list.entries()) {
      const statements = runStatements(command);
      const inOrder = statements.every(
        ({ context }) =>
          context.pipelines.length === 0 && !context.background && context.functionName === null,
      );
      if (!inOrder || /\bfor\b|[$`<]\(|`/.test(command)) continue;
      const predicted = statements.filter(isLaunched);
      let at = 0;
      for (const launch of succeeding[index] ?? []) {
        const found = predicted.findIndex((statement, position) => position >= at && fits(statement, launch));
        if (found < 0) wrong.push({ command, launch: [launch.program, ...launch.args] });
        else at = found + 1;
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Programs inside words are the business of `commandEffects`, not of the segments. */
const isSubstituted = (command: string, { program }: Launch): boolean =>
  CALLED_IN_WORDS.has(program) && /\$\(|`|<\(/.test(command);

/** Writes a variable and a flag into every statement that can be placed. */
function spliced(command: string): string {
  const edits = locatedCommandSegments(command).flatMap((located, index) => editsOf(command, located, index));
  let result = command;
  for (const { at, text } of edits.toSorted((a, b) => b.at - a.at || b.order - a.order))
    result = result.slice(0, at) + text + result.slice(at);
  return result;
}

function editsOf(
  command: string,
  located: LocatedCommandSegment,
  index: number,
): { at: number; text: string; order: number }[] {
  const { segment, assignmentOffset, start, end } = located;
  if (
    segment === null ||
    assignmentOffset === null ||
    BUILTINS.has(segment.program) ||
    /^[fg]$/.test(segment.program)
  )
    return [];
  const argumentEnd = statementArgumentEnd(command, start, end);
  return [
    { at: assignmentOffset, text: `TW_AT=${index} `, order: 0 },
    ...(argumentEnd === null ? [] : [{ at: argumentEnd, text: ` --tw-${index}`, order: 1 }]),
  ];
}

describe("what is written at an offset reaches the program of that statement", () => {
  test("in every command of the corpus", () => {
    const edited = list.map((command) => withoutLogin(spliced(command)));
    const programs = new Set(
      list
        .flatMap((command) => runStatements(command).map(({ program }) => program))
        .filter((name) => /^\w+$/.test(name) && !BUILTINS.has(name) && !/^[fg]$/.test(name)),
    );
    const observed = launchesOf(edited, false, programs);
    const wrong: unknown[] = [];
    let reached = 0;
    for (const [index, command] of list.entries()) {
      const located = locatedCommandSegments(command);
      for (const launch of observed[index] ?? []) {
        const mark = launch.args.find((arg) => arg.startsWith("--tw-"));
        if (mark === undefined) continue;
        const segment = located[Number(mark.slice(5))]?.segment;
        const keepsVariable = launch.environment.TW_AT === mark.slice(5);
        if (segment?.program !== launch.program || !keepsVariable)
          wrong.push({ command, edited: edited[index], launch });
        else reached += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(reached).toBeGreaterThan(300);
  }, 120_000);

  test("and every generated command still parses", () => {
    const samples = fc.sample(generatedCommand, { numRuns: 400, seed: 20_261_201 });
    const file = join(folder, "parse");
    const check = (commands: readonly string[]): string[] => {
      for (const [index, command] of commands.entries()) writeFileSync(`${file}-${index}.sh`, command);
      writeFileSync(
        file,
        `n=0; while [ "$n" -lt ${commands.length} ]; do IFS= read -r -d '' c < ${file}-$n.sh; eval "parsed() { $c\n}" 2>/dev/null || printf '%s ' "$n"; n=$((n + 1)); done`,
      );
      return execFileSync(bash, [file], { encoding: "utf8" })
        .split(" ")
        .filter((index) => index !== "")
        .map((index) => commands[Number(index)] ?? "");
    };
    expect(check(samples)).toEqual([]);
    expect(check(samples.map(spliced))).toEqual([]);
  });
});

const word = fc.constantFrom(
  "a",
  "--x=1",
  "'q|a b'",
  '"$(b; c)"',
  '"a;b"',
  "a\\ b",
  "$'t\\n'",
  "${v:-x}",
  "`d`",
  "<(e)",
  "$((1+2))",
  "*.ts",
  "2",
  "#no",
  "é",
  "a#b",
  "\\\n z",
);
const program = fc.constantFrom(
  "hurl",
  "npx playwright test",
  "timeout -k 5 9 npx vitest run",
  "env A=1 -u B hurl",
  "sudo -E -u ci hurl",
  "sh -c 'hurl a && b'",
  "xargs -n1 hurl",
  "nice -n 5 hurl",
);
const redirection = fc.constantFrom(
  "",
  "",
  "2>&1",
  "> f",
  ">> 'a b'",
  "< f",
  "&> f",
  "<<< 'x y'",
  "2> /dev/null",
);
const simple = fc
  .tuple(
    fc.constantFrom("", "X=1 ", "X='a b' Y=$Z ", "> first "),
    program,
    fc.array(word, { maxLength: 3 }),
    redirection,
    fc.array(word, { maxLength: 1 }),
  )
  .map(
    ([prefix, name, args, redirect, more]) =>
      `${prefix}${[name, ...args.filter((arg) => arg !== "#no"), redirect, ...more.filter((arg) => arg !== "#no")].filter((part) => part !== "").join(" ")}`,
  );
const { command: generatedCommand } = fc.letrec<{ command: string; group: string }>((tie) => ({
  command: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    simple,
    fc
      .tuple(tie("group"), fc.constantFrom(" && ", " || ", "; ", "\n", " | ", " |& ", " |\n  "), tie("group"))
      .map(([a, operator, b]) => a + operator + b),
    fc.tuple(tie("group"), tie("group")).map(([a, b]) => `${a} & ${b}`),
    simple.map((statement) => `${statement} <<'E'\n$(not read\nE\nls`),
    simple.map((statement) => `# comment ' "\n${statement} # end`),
  ),
  group: fc.oneof(
    { maxDepth: 3 },
    simple,
    tie("command").map((command) => `(\n${command}\n)`),
    tie("command").map((command) => `{ ${command}\n} > g`),
    tie("command").map((command) => `if ${command}\nthen a\nelse b\nfi`),
    tie("command").map((command) => `for i in 1 2; do\n${command}\ndone`),
    tie("command").map((command) => `case x in x) ${command}\n;; esac`),
  ),
}));

test("offsets of every generated command are ordered and stand at word boundaries", () => {
  fc.assert(
    fc.property(generatedCommand, (command) => {
      for (const { start, assignmentOffset, programOffset, end } of locatedCommandSegments(command)) {
        if (start === null || assignmentOffset === null || end === null) continue;
        const offsets = [start, assignmentOffset, programOffset ?? end, end];
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
        expect(command.slice(start - 1, start)).toMatch(/^[\s({&|;)]?$/);
        expect(command.slice(assignmentOffset, assignmentOffset + 1)).not.toMatch(/^\s$/);
        expect(command.slice(end, end + 1)).toMatch(/^[\s)};&|]?$/);
        const argumentEnd = statementArgumentEnd(command, start, end);
        if (argumentEnd !== null)
          expect(command.slice(argumentEnd, argumentEnd + 1)).toMatch(/^[\s)};&|<>]?$/);
      }
    }),
    { numRuns: 300 },
  );
});
