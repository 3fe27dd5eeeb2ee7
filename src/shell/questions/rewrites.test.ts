import { describe, expect, test } from "vitest";
import * as shell from "../public.ts";

const ENV = `${shell.PLAYWRIGHT_FAILURES_INLINE_ENV}=1`;

test.each([
  ["280", 280],
  ["20s", 20],
  ["1m", 60],
  ["1.5h", 5_400],
  ["2d", 172_800],
  ["0", 0],
  ["", null],
  ["1x", null],
  ["-3", null],
  ["infinity", null],
  ["1 m", null],
  [".5", 0.5],
  ["1e3", null],
])("%j lasts %s seconds", (word, seconds) => expect(shell.durationSeconds(word)).toBe(seconds));

test.each([
  ["timeout 30 tsc && timeout 4m npx playwright test", 240],
  ["timeout -k 5 45 ls", 45],
  ["grep -n 'timeout 60' f", null],
  ["timeout 0 ls", null],
  ["timeout 100 timeout 5 ls", 5],
  ["timeout 9 sh -c 'timeout 20 ls'", 9],
  ["timeout --signal=KILL -k5 7 ls", 7],
  ["timeout $T ls", null],
])("the bound of %s is %s", (command, seconds) => expect(shell.commandTimeoutSeconds(command)).toBe(seconds));

test.each([
  ["timeout 90 x", undefined, 90],
  ["x", 120_000, 120],
  ["timeout 90 x", 120_000, 120],
  ["grep 'timeout 9' f", "abc", 0],
  ["x", "60000", 60],
  ["x", -5, 0],
  ["x", Number.NaN, 0],
  ["x", {}, 0],
])("%s with %s declares %s seconds", (command, parameter, seconds) =>
  expect(shell.declaredBudgetSeconds(command, parameter)).toBe(seconds),
);

test.each([
  [
    "cd e2e && timeout -s KILL 250 npx playwright test && timeout 9 curl -s h",
    "playwright",
    "cd e2e && npx playwright test && timeout 9 curl -s h",
    250,
  ],
  ["timeout 120 sh -c 'hurl --test a.hurl'", "hurl", "sh -c 'hurl --test a.hurl'", 120],
  ["A=1 timeout 5 env B=2 hurl x", "hurl", "A=1 env B=2 hurl x", 5],
  ["sudo timeout 5 hurl x", "hurl", "sudo hurl x", 5],
  ["timeout 0 hurl x", "hurl", "timeout 0 hurl x", null],
  ["sh -c 'timeout 5 hurl x'", "hurl", "sh -c 'timeout 5 hurl x'", null],
  ["timeout 5 ls", "hurl", "timeout 5 ls", null],
])("%s without the bound of %s", (command, program, expected, seconds) => {
  const which = (segment: shell.CommandSegment): boolean => segment.program === program;
  expect(shell.withoutTimeoutWrapper(command, which)).toEqual({ command: expected, seconds });
  expect(shell.withoutTimeoutWrapper(expected, which)).toEqual({ command: expected, seconds: null });
});

test.each([
  ["cd a && timeout 240 npx playwright test | tail -2", "cd a && npx playwright test | tail -2", 240],
  ["timeout 60 npm run build", "timeout 60 npm run build", null],
])("%s without its suite bound", (command, expected, seconds) =>
  expect(shell.withoutSuiteTimeout(command)).toEqual({ command: expected, seconds }),
);

test.each([
  ["cd a && npx vitest run", /^vitest\b/, true],
  ["grep vitest p.json", /^vitest\b/, false],
  ["sh -c 'npx vitest'", /^vitest\b/, true],
  ["timeout 9 /usr/bin/hurl --test a", /^hurl --test/, true],
])("%s runs %s in command position: %s", (command, pattern, expected) =>
  expect(shell.runsInCommandPosition(command, pattern)).toBe(expected),
);

test("a pattern that remembers a position or starts anywhere is refused", () => {
  expect(() => shell.runsInCommandPosition("ls", /^ls/g)).toThrow(TypeError);
  expect(() => shell.runsInCommandPosition("ls", /ls/)).toThrow(TypeError);
});

test.each([
  ["( cd app && npx playwright test --config=p.ts 2>&1 )", 12, 50, 45],
  ["npx vitest run >o.txt src/a.test.ts 2>&1", 0, 40, 35],
  ["X=1", 0, 3, null],
  ["ls", 0, 1, null],
  ["ls", null, 2, null],
  ["echo a\\", 0, 7, null],
])("the arguments of %s from %s to %s end at %s", (command, start, end, expected) =>
  expect(shell.statementArgumentEnd(command, start, end)).toBe(expected),
);

test.each([
  ["cat > r.sh <<'E'\nnpx x\nE\nchmod +x r.sh", "cat > r.sh\nchmod +x r.sh"],
  ["cat <<A <<'B' > o\n1\nA\n2\nB\nls", "cat > o\nls"],
  ["python3 - <<'P'\nprint(1)\nP", "python3 -"],
  ['cat <<< "x y" | wc -c', 'cat <<< "x y" | wc -c'],
  ["ls", "ls"],
  ["cat <<E | wc\n$(ls)\nE\nls", "cat | wc\nls"],
  ["{ cat; } <<-E\n\ta\n\tE\nls", "{ cat; }\nls"],
  ["cat <<E\nnever closed", "cat"],
  ["cat <<E\nE\nls", "cat\nls"],
  ["echo $(cat <<E\nx\nE\n) b", "echo $(cat\n) b"],
])("%j without heredocs is %j", (command, expected) => {
  expect(shell.withoutHeredocs(command)).toBe(expected);
  expect(shell.withoutHeredocs(expected)).toBe(expected);
});

test.each([
  ["sleep 45 && tail -5 l", { seconds: 45, rest: "tail -5 l" }],
  ["sleep 1m 30s", { seconds: 90, rest: "" }],
  ["sleep 4; ls", null],
  ["sleep 20 | cat", null],
  ["sleep 9 || ls", null],
  ["cd a && sleep 30", null],
  ["sleep 30 & ls", null],
  ["sleep 30 # wait\nls", { seconds: 30, rest: "ls" }],
  ["sleep 30 > f", null],
  ["sleep $N", null],
  ["(sleep 30; ls)", null],
  ["while sleep 30; do ls; done", null],
  ["sleep 10;ls", { seconds: 10, rest: "ls" }],
])("%j opens with %j", (command, expected) => expect(shell.leadingSleepPeek(command)).toEqual(expected));

test.each([
  ["npx vitest run | tail -5", true],
  ["npm run b && ls | wc -l", true],
  ["npm t | tee x", false],
  ["npm t", false],
  ["grep tail f", false],
  ["npm t | grep --line-buffered x", false],
  ["npm t | tee x | sort", true],
  ["npm t | tail & ls", false],
  ["(npm t) | tail", true],
])("the output of %s is withheld: %s", (command, expected) =>
  expect(shell.outputIsWithheldUntilExit(command)).toBe(expected),
);

test.each([
  [
    "hurl --test a.hurl | tail -5; echo done",
    { stage: "tail -5", pipe: "| tail -5", command: "hurl --test a.hurl; echo done" },
  ],
  ["hurl a 2>&1 |& tail -6", { stage: "tail -6", pipe: "| tail -6", command: "hurl a 2>&1" }],
  ["hurl a | grep x | tail -5", null],
  ["hurl a | tee l", null],
  ["cat run.log | tail -20 && hurl a", null],
  ["hurl a | tail -5 > f", null],
])("the filter behind hurl in %s", (command, expected) =>
  expect(shell.outputFilterAfterRunner(command, ({ program }) => program === "hurl")).toEqual(expected),
);

test.each([
  ["npx tsc --noEmit | head -20", 0, "a.ts(3,1): error TS2304", "head -20"],
  ["npx tsc | head && tail none.log", 1, "", "tail none.log"],
  ["npx eslint . ; echo done", 0, "✖ 3 problems (2 errors, 1 warning)", "echo done"],
  ["npx tsc | head", 0, "", null],
  ["set -o pipefail; npx tsc | head", 0, "error TS1", null],
  ["bash -eo pipefail -c 'npx tsc | head'", 0, "error TS1", null],
  ["ls | head", 0, "error TS1", null],
  ["npx tsc", 2, "error TS1", null],
  ["npx playwright test | tee l", 0, "  2 failed\n    a\n  9 passed (1m)", "tee l"],
  ["npx playwright test --list | head", 1, "", null],
  ["npx eslint . | tail", 0, "✖ 3 problems (0 errors, 3 warnings)", null],
  ["echo 'npx tsc' | head", 0, "error TS1", null],
])("%s with code %s and %j", (command, code, output, stage) => {
  const note = shell.pipelineExitCodeNote(command, code, output);
  if (stage === null) expect(note).toBeNull();
  else expect(note).toContain(`\`${stage}\``);
});

test.each([
  ["cat a.tsx", true],
  ["sed -n '2,9p' b.ts", true],
  ["cat a.ts .env", false],
  ["cat a.ts | grep K", false],
  ["cat a.ts && printenv", false],
  ["head -5 t.hurl", true],
  ["cd src && cat a.ts", true],
  ["cat", false],
  ["cat $F", false],
  ["cat src/*.ts", true],
  ["cat src/*", false],
  ["cat .*", false],
  ["cat < a.ts", true],
  ["cat < .env", false],
  ["sed -n 'w x' a.ts", false],
  ["sed s/a/b/ a.ts", false],
  ["cat /proc/self/environ", false],
  ["cat a.ts <(env)", false],
  ['cat "dev.env"', false],
  ["cat 'open", false],
  ["cat <<E\nx\nE", false],
  ["X=1 cat a.ts", false],
])("%s prints only source: %s", (command, expected) =>
  expect(shell.printsOnlySource(command)).toBe(expected),
);

describe("what part of a suite a run walks", () => {
  const pw = "npx playwright test";
  test.each([
    ["--config a.ts", true, false],
    ["-c=a.ts", true, false],
    ["-c a.ts", true, false],
    ["a.spec.ts", false, true],
    ["--only-changed", false, true],
    ["-x", false, true],
    ["--project=web --workers=2", false, false],
    ["--list a.spec.ts", false, false],
    ["--grep-invert slow", false, false],
    ["--max-failures=0", false, false],
    ["--max-failures 3", false, true],
    ["-g login", false, true],
    ["--project web a.spec.ts", false, false],
    ["--shard 1/2", false, false],
    ["--last-failed", false, true],
    ["--reporter dot", false, false],
  ])("%s: names a config %s, is a diagnosis %s", (args, config, diagnosis) => {
    expect([shell.namesSuiteConfig(`${pw} ${args}`), shell.isDiagnosisRun(`${pw} ${args}`)]).toEqual([
      config,
      diagnosis,
    ]);
  });
  test("an argument of another program names no config", () => {
    expect(shell.namesSuiteConfig('grep -- "--config=x" f')).toBe(false);
  });
  test.each([
    ["a.spec.ts a.spec.ts:4 b.test.tsx", 2],
    ["tests/", null],
    ["--config cfg/x.config.ts", null],
    ["", null],
    ["a.spec.ts:3:4", 1],
    ["--project web a.spec.ts", null],
    ["a.spec.ts --project=web", 1],
    ["-- a.spec.ts", 1],
  ])("%s selects %s files", (args, count) => expect(shell.specFilesSelected(`${pw} ${args}`)).toBe(count));
});

test.each([
  [
    "cd app && A=1 npx playwright test 2>&1 | tail -9",
    "e2e/p.ts",
    "cd app && A=1 npx playwright test --config=e2e/p.ts 2>&1 | tail -9",
  ],
  ["npx playwright test -c a.ts", "p.ts", "npx playwright test -c a.ts"],
  ["npx playwright test", "", "npx playwright test"],
  ["npx playwright test", null, "npx playwright test"],
  ["npx vitest run", "p.ts", "npx vitest run"],
  ["npx playwright test", "a b.ts", "npx playwright test --config='a b.ts'"],
  ["npx playwright test -- a.spec.ts", "p.ts", "npx playwright test --config=p.ts -- a.spec.ts"],
  ["sh -c 'npx playwright test'", "p.ts", "sh -c 'npx playwright test'"],
])("%s with the config %s", (command, config, expected) => {
  expect(shell.withSuiteConfig(command, config)).toBe(expected);
  expect(shell.withSuiteConfig(expected, config)).toBe(expected);
});

test.each([
  ["BASE_URL=https://x.dev cd web && npx playwright test", "local"],
  ["BASE_URL=https://Shop.dev npx playwright test", "shop.dev"],
  ["hurl --variable host=https://api.dev/v1 --test a.hurl", "api.dev"],
  ["curl https://e.org && npx playwright test", "local"],
  ["export HOST=https://q.dev:8443; hurl --test x.hurl", "q.dev:8443"],
  ["BASE_URL=http://localhost:5173 npx playwright test", "local"],
  ["BASE_URL=http://127.0.0.1 npx playwright test", "local"],
  ["BASE_URL='http://[::1]:80' npx playwright test", "local"],
  ["env BASE_URL=https://e.dev npx playwright test", "e.dev"],
  ["BASE_URL=https://o.dev sh -c 'npx playwright test'", "o.dev"],
  ["U=https://v.dev; BASE_URL=$U npx playwright test", "v.dev"],
  ["cat > f <<E\nBASE_URL=https://no.dev\nE\nnpx playwright test", "local"],
  ["hurl --test https://b.dev/x", "b.dev"],
  ["ls", "local"],
])("%s points at %s", (command, target) => expect(shell.suiteCommandTarget(command)).toBe(target));

test("only a run that shares the target is in the way", () => {
  const other = { runsSuite: true, target: "x.dev" };
  const unit = { runsSuite: false, target: "local" };
  const stopped = { runsSuite: true, target: "local", stoppedByCommand: true };
  const local = { runsSuite: true, target: "local", id: 4 };
  expect(shell.suiteRunInTheWay({ target: "local" }, [other, unit, stopped, local])).toBe(local);
  expect(shell.suiteRunInTheWay({ target: "local" }, [other, unit, stopped])).toBeNull();
});

test.each([
  [
    'cd app && npx playwright test 2>&1 | grep -E "fail|pass" | tail -15',
    "cd app && npx playwright test 2>&1",
    '| grep -E "fail|pass" | tail -15',
  ],
  ["npx playwright test | tee o.log | tail -3", "npx playwright test | tee o.log", "| tail -3"],
  ["npx playwright test | tail -3 | tee o.log", null, ""],
  ["npx playwright test | grep x > f.txt", null, ""],
  ["npx playwright test | sed -i s/a/b/ f", null, ""],
  ["npx playwright test | sed 's/x/id/e'", null, ""],
  ["npx playwright test | sed 'w f'", null, ""],
  ["npx playwright test | sed -n '1,5p;$p'", "npx playwright test", "| sed -n '1,5p;$p'"],
  ["npx playwright test | awk '{print > \"f\"}'", null, ""],
  ["npx playwright test | awk '{print $1}'", "npx playwright test", "| awk '{print $1}'"],
  ["npx playwright test | sort -o f", null, ""],
  ["npx playwright test | sort --outp=f", null, ""],
  ["npx playwright test | xargs grep x", null, ""],
  ["npx playwright test | grep $(rm x)", null, ""],
  ["npx playwright test | cat other.txt", null, ""],
  ["hurl --test a.hurl | tail -5; echo done", "hurl --test a.hurl; echo done", "| tail -5"],
  ["cat run.log | tail -20 && hurl --test a.hurl", null, ""],
  ["(cd a && npx playwright test) | tail -3", "(cd a && npx playwright test)", "| tail -3"],
  ["sh -c 'npx playwright test | tail -3'", null, ""],
  ["npx playwright test | tail -9 | (tail -3)", null, ""],
  ["npx playwright test | { tail -3; }", null, ""],
])("%s keeps only %s", (command, expected, dropped) => {
  const strip = shell.stripTrailingSuiteFilters(command);
  expect(strip).toEqual({ command: expected ?? command, dropped });
  expect(shell.stripTrailingSuiteFilters(strip.command)).toEqual({ command: strip.command, dropped: "" });
});

test.each([
  ["(cd e2e && npx playwright test 2>&1)", `(cd e2e && ${ENV} npx playwright test --reporter=list 2>&1)`, 2],
  [
    "npx playwright test --reporter dot -g login",
    `${ENV} npx playwright test --reporter=list -g login --retries=0`,
    3,
  ],
  ["npx playwright test --reporter=line,html", `${ENV} npx playwright test --reporter=list,html`, 2],
  ["npx playwright test --max-failures=0", `${ENV} npx playwright test --max-failures=0 --reporter=list`, 2],
  ["npm run build 2>&1 | tail -30", "npm run build 2>&1", 1],
  ["npm run build", "npm run build", 0],
  ["npx vitest run | tail -5", "npx vitest run", 1],
  ["sh -c 'npx playwright test'", "sh -c 'npx playwright test'", 0],
  ["npx playwright test --list", "npx playwright test --list", 0],
  [
    "npx playwright test --reporter=list,line --add-reporter=dot",
    `${ENV} npx playwright test --reporter=list`,
    2,
  ],
  [
    "PLAYWRIGHT_JSON_OUTPUT_NAME=r.json npx playwright test --reporter=json",
    `PLAYWRIGHT_JSON_OUTPUT_NAME=r.json ${ENV} npx playwright test --reporter=list,json`,
    2,
  ],
  [
    "npx playwright test -- a.spec.ts",
    `${ENV} npx playwright test --reporter=list --retries=0 -- a.spec.ts`,
    3,
  ],
  ["npx playwright test --reporter=$R", `${ENV} npx playwright test --reporter=$R`, 1],
  ["npx playwright test --reporter=./my.ts", `${ENV} npx playwright test --reporter=list,./my.ts`, 2],
  ["npx playwright test > run.log 2>&1", `${ENV} npx playwright test --reporter=list > run.log 2>&1`, 2],
  ["npx playwright test 'open", "npx playwright test 'open", 0],
])("%s streams as %s", (command, expected, changes) => {
  const rewritten = shell.streamingBackgroundCommand(command);
  expect(rewritten.command).toBe(expected);
  expect(rewritten.changes).toHaveLength(changes);
  expect(shell.streamingBackgroundCommand(expected)).toEqual({ command: expected, changes: [] });
});

test.each([
  ["sh -c 'npx playwright test | tail -3'", true, true],
  ["npx playwright test | tee o.log", true, false],
  ["npx playwright test; echo done", false, false],
  ["set -o pipefail; npx playwright test | tee l", false, false],
  ["ls | tail", false, false],
  ["(cd a && npx playwright test) | tee l", true, false],
  ["cat <<E | npx playwright test\nx\nE", false, false],
])("the code of %s: piped %s, unplaced %s", (command, piped, unplaced) => {
  expect(shell.suiteRunPipelinePlacement(command)).toEqual({ piped, unplaced });
  expect(shell.suiteRunPipedAfterRunner(command)).toBe(piped);
});

test.each([
  [0, "Running 3\n  2 failed\n    a\n  1 passed (1s)", false, null],
  [1, "  2 failed\n", true, null],
  [1, "  2 failed\n", false, 1],
  [0, "built", false, 0],
  [0, "we saw 2 failed before", false, 0],
  [0, "\u001b[31m  2 failed\u001b[39m\r\n", false, null],
  [0, "      Tests  4 failed | 2 passed (6)", false, null],
  [0, "Failed files:      1 (33.3%)", false, null],
  [0, "Failed files:      0 (0.0%)", false, 0],
  [null, "", false, null],
])("code %s with %j, piped %s, reports %s", (code, output, piped, expected) =>
  expect(shell.suiteRunExitCode(code, output, piped)).toBe(expected),
);

test.each<readonly [string, readonly string[], readonly string[], string | null, string | null, string]>([
  [
    "cd app && npx playwright test --last-failed --project=web | tail -9",
    ["e2e/a.spec.ts:12:3", "e2e/a.spec.ts:12"],
    ["guest cannot post (again)"],
    "p.ts",
    null,
    String.raw`cd app && npx playwright test e2e/a.spec.ts:12 --project=web --retries=0 --grep-invert='guest cannot post \(again\)' --config=p.ts`,
  ],
  [
    "npx playwright test --shard=1/2 --retries 2",
    ["../other/b.spec.ts:7"],
    [],
    null,
    "/srv/app",
    "cd /srv/app && npx playwright test /srv/other/b.spec.ts:7 --retries=0",
  ],
  [
    "npx playwright test",
    ["app/(auth)/[id]/c.spec.ts:3"],
    [],
    null,
    null,
    String.raw`npx playwright test 'app/\(auth\)/\[id\]/c\.spec\.ts:3' --retries=0`,
  ],
  ["npx vitest run", ["a.spec.ts:1"], [], null, "/w", "npx vitest run"],
  ["npx playwright test", [], [], null, "/w", "npx playwright test"],
  [
    "npx playwright test old.spec.ts -x -- b.spec.ts",
    ["a.spec.ts:1"],
    [],
    null,
    null,
    "npx playwright test a.spec.ts:1 --retries=0",
  ],
  [
    "npx playwright test -G slow",
    ["a.spec.ts:1"],
    ["x|y", "z"],
    null,
    null,
    String.raw`npx playwright test a.spec.ts:1 --grep-invert='slow|x\|y|z' --retries=0`,
  ],
  [
    "srv & npx playwright test",
    ["a.spec.ts:1"],
    [],
    null,
    "/w w",
    "cd '/w w' || exit 1; srv & npx playwright test a.spec.ts:1 --retries=0",
  ],
  [
    "cd e2e && npx playwright test",
    ["../x/b.spec.ts:7"],
    [],
    null,
    "/srv",
    "cd e2e && npx playwright test /srv/x/b.spec.ts:7 --retries=0",
  ],
])("%s, narrowed to %j", (command, locations, excluded, config, cwd, expected) => {
  expect(shell.scopedRerunCommand(command, locations, excluded, config, cwd)).toBe(expected);
  expect(shell.scopedRerunCommand(expected, locations, excluded, config, cwd)).toBe(expected);
});

test("a run in flight is narrowed with its own directory, or not at all", () => {
  const run = { command: "npx playwright test --reporter=list", cwd: "/w/app" };
  expect(shell.rerunOfRunningSuite(run, ["e2e/a.spec.ts:9"])).toBe(
    "cd /w/app && npx playwright test e2e/a.spec.ts:9 --reporter=list --retries=0",
  );
  expect(shell.rerunOfRunningSuite({ command: "npx vitest run" }, ["a:1"])).toBeNull();
  expect(shell.rerunOfRunningSuite(run, [])).toBeNull();
});

test.each([
  ["use:{trace:'on'}", true],
  ['trace: "retain-on-failure"', true],
  ["trace:{mode:'retain-on-failure'}", true],
  ["trace:'on-first-retry'", false],
  ["// trace:'on'", false],
  ["", false],
  ["trace: process.env.CI ? 'on' : 'off'", false],
  ["/* trace: 'on' */ trace: 'off'", false],
  ["url: 'http://x', trace: 'on'", true],
  ["trace: { screenshots: true, mode: 'on' }", true],
  ["backtrace: 'on'", false],
  ["trace: 'retain-on-first-failure'", true],
  ["trace: 'off', x: \"trace: 'on'\"", false],
])("%j records traces: %s", (text, expected) => expect(shell.suiteRecordsTraces(text)).toBe(expected));

test.each([
  ["npx playwright test a.spec.ts", "export default {}", true],
  ["cd e2e && npx playwright test a.spec.ts", "export default {}", true],
  ["npx playwright test", "export default {}", false],
  ["npx playwright test --trace=off a.spec.ts", "export default {}", false],
  ["npx playwright test a.spec.ts", null, true],
  ["npx playwright test a.spec.ts", "use: { trace: 'on' }", false],
  ["npx vitest run", "", false],
])("%s with the config %j gets a trace flag: %s", async (command, config, expected) => {
  const rewritten = await shell.diagnosisTraceCommand({
    command,
    cwd: "/w",
    readFile: async (path) => {
      if (
        config === null ||
        path !== (command.startsWith("cd") ? "/w/e2e/playwright.config.ts" : "/w/playwright.config.ts")
      )
        throw new Error("ENOENT");
      return config;
    },
  });
  expect(rewritten.command).toBe(expected ? `${command} ${shell.DIAGNOSIS_TRACE_FLAG}` : command);
  expect(rewritten.change === null).toBe(!expected);
});

test("a suite run is launched with what a probe proved, anything else as it is", () => {
  const { launch, note } = shell.suiteRunPriorityLaunch("npx playwright test", "nohup sh run.sh > l 2>&1 &");
  expect(launch).toContain("nice -n 10 true");
  expect(launch).toMatch(/\$__tw_low nohup sh run\.sh > l 2>&1 &$/);
  expect(note).toMatch(/\.$/);
  expect(shell.suiteRunPriorityLaunch("npm run build", "x")).toEqual({ launch: "x", note: "" });
  expect(shell.suiteRunPriorityLaunch("hurl a", "cd x && y &").launch).toMatch(
    /\$__tw_low sh -c 'cd x && y &'$/,
  );
});

test.each([
  ["a'b", String.raw`'a'\''b'`],
  ["", "''"],
  ["$X", "'$X'"],
])("%j is quoted as %s", (text, quoted) => expect(shell.shellQuote(text)).toBe(quoted));
