import { expect, test } from "vitest";
import { commandReadProblem } from "./command-read-problem.ts";
import { commandSegments, locatedCommandSegments } from "./command-segments.ts";

type Row = readonly [
  text: string | null,
  offsets: readonly [number | null, number | null, number | null, number | null],
  operators: readonly [separator: string, terminator: string],
  more?: { readonly assignments?: readonly string[]; readonly target?: string; readonly seconds?: number },
];
const NESTED = [null, null, null, null] as const;

test.each<readonly [command: string, rows: readonly Row[]]>([
  [
    "cd web && MODE=ci timeout -k 5 90 npx --yes playwright test --project=chromium 2>&1 | tail -8",
    [
      ["cd web", [0, 0, 0, 6], ["", "&&"]],
      [
        "playwright test --project=chromium",
        [10, 18, 44, 83],
        ["&&", "|"],
        { assignments: ["MODE=ci"], seconds: 90 },
      ],
      ["tail -8", [86, 86, 86, 93], ["|", ""]],
    ],
  ],
  [
    "BASE=http://h:1; sh -c 'cd x && hurl --test a.hurl' > /tmp/o.log",
    [
      [null, [0, 15, null, 15], ["", ";"], { assignments: ["BASE=http://h:1"] }],
      ["cd x", NESTED, ["", "&&"]],
      ["hurl --test a.hurl", NESTED, ["&&", ""]],
    ],
  ],
  [
    "(npm run serve >/tmp/s.log 2>&1 &) ; npx vitest run",
    [
      ["npm run serve", [1, 1, 1, 31], ["", "&"]],
      ["vitest run", [37, 37, 41, 51], [";", ""]],
    ],
  ],
  [
    "npm run serve > /tmp/s.log 2>&1 &\nnpx playwright test | tee run.log; echo done",
    [
      ["npm run serve", [0, 0, 0, 31], ["", "&"], { target: "/tmp/s.log" }],
      ["playwright test", [34, 34, 38, 53], ["&", "|"], { target: "run.log" }],
      ["tee run.log", [56, 56, 56, 67], ["|", ";"]],
      ["echo done", [69, 69, 69, 78], [";", ""]],
    ],
  ],
  [
    "cat > c.ts <<'EOF'\n… npx playwright test\nEOF\nnpx playwright test -c c.ts",
    [
      ["cat", [0, 0, 0, 18], ["", "\n"]],
      ["playwright test -c c.ts", [45, 45, 49, 72], ["\n", ""]],
    ],
  ],
  [
    'sudo -E -u ci xvfb-run -a -s "-screen 0 800x600x24" nice -n 5 env A=1 -u B /opt/bin/hurl --variable "q=a|b" --test t.hurl',
    [['hurl --variable "q=a|b" --test t.hurl', [0, 0, 75, 121], ["", ""]]],
  ],
  [
    "timeout 2m bash -lc 'A=1 npx vitest run'",
    [["vitest run", NESTED, ["", ""], { assignments: ["A=1"], seconds: 120 }]],
  ],
  [
    "if npx tsc --noEmit; then echo ok; else exit 1; fi",
    [
      ["tsc --noEmit", [3, 3, 7, 19], ["", ";"]],
      ["echo ok", [26, 26, 26, 33], [";", ";"]],
      ["exit 1", [40, 40, 40, 46], [";", ""]],
    ],
  ],
  [
    "echo $(npx playwright test --list | wc -l) # npx playwright test",
    [["echo $(npx playwright test --list | wc -l)", [0, 0, 0, 42], ["", ""]]],
  ],
  ["X=1", [[null, [0, 3, null, 3], ["", ""], { assignments: ["X=1"] }]]],
  ["for f in a b; do hurl --test $f; done", [["hurl --test $f", [17, 17, 17, 31], ["", ""]]]],
  [
    "(cd a; ls) | wc -l",
    [
      ["cd a", [1, 1, 1, 5], ["", ";"]],
      ["ls", [7, 7, 7, 9], [";", "|"]],
      ["wc -l", [13, 13, 13, 18], ["|", ""]],
    ],
  ],
  [
    "bash <<'E'\nnpx vitest run\nE\nls",
    [
      ["vitest run", NESTED, ["", ""]],
      ["ls", [28, 28, 28, 30], ["\n", ""]],
    ],
  ],
  [
    "sh -c \"cd a && sh -c 'hurl --test b.hurl'\"",
    [
      ["cd a", NESTED, ["", "&&"]],
      ["hurl --test b.hurl", NESTED, ["", ""]],
    ],
  ],
  [
    "a & b",
    [
      ["a", [0, 0, 0, 1], ["", "&"]],
      ["b", [4, 4, 4, 5], ["&", ""]],
    ],
  ],
  ["command -v hurl", [["command -v hurl", [0, 0, 0, 15], ["", ""]]]],
  ["npx -c 'hurl --test x'", [["hurl --test x", NESTED, ["", ""]]]],
  [
    "run() { hurl --test x; }; run",
    [
      ["hurl --test x", [8, 8, 8, 21], ["", ""]],
      ["run", [26, 26, 26, 29], [";", ""]],
    ],
  ],
  ["never() { hurl --test x; }; ls", [["ls", [28, 28, 28, 30], [";", ""]]]],
])("places the statements of %j", (command, rows) => {
  expect(locatedCommandSegments(command)).toEqual(
    rows.map(([text, [start, assignmentOffset, programOffset, end], [separator, terminator], more]) =>
      expect.objectContaining({
        segment:
          text === null ? null : expect.objectContaining({ text, timeoutSeconds: more?.seconds ?? null }),
        assignments: more?.assignments ?? [],
        start,
        assignmentOffset,
        programOffset,
        end,
        separator,
        terminator,
        redirectTarget: more?.target ?? null,
      }),
    ),
  );
});

test.each([
  ["yarn playwright test", "playwright test"],
  ["pnpm exec vitest", "vitest"],
  ["npm exec --prefix app -- playwright test", "playwright test"],
  ["npx playwright@1.50 test", "playwright test"],
  ["npx @playwright/test@next test", "playwright test"],
  ["node ./node_modules/.bin/playwright test", "playwright test"],
  ["node --import tsx node_modules/vitest/vitest.mjs run", "vitest run"],
  ["npm run test", "npm run test"],
  ["yarn install", "yarn install"],
  ["env", "env"],
  ["sudo -l", "sudo -l"],
  ["exec > log", "exec"],
  ["timeout 5", "timeout 5"],
  ["xargs -n1 -I {} hurl --test {}", "hurl --test {}"],
  ["gi\\\nt status", "git status"],
  ["'git' status", "git status"],
  ["dotenv -e .env -- npx vitest", "vitest"],
  ["bash -euo pipefail -c 'hurl a'", "hurl a"],
  ["bash -o pipefail -c -e 'hurl a'", "hurl a"],
  ["flock /tmp/l -c 'hurl a'", "hurl a"],
  ["eval hurl '--test a'", "hurl --test a"],
  ["time -p hurl a", "hurl a"],
  ["! hurl a", "hurl a"],
])("%s runs %s", (command, text) => {
  expect(commandSegments(command).map((segment) => segment.text)).toEqual([text]);
});

test("a branch of `case` ends with its own operator", () => {
  const [first, second] = locatedCommandSegments("case x in a) b ;; c) d;; esac");
  expect([first?.terminator, second?.separator]).toEqual([";;", ";;"]);
  expect(locatedCommandSegments("case x in a) b; c ;; esac; d").map(({ terminator }) => terminator)).toEqual([
    ";",
    ";",
    "",
  ]);
});

test("members of a list that runs in the background are in the background", () => {
  expect(locatedCommandSegments("{ a && b; } & c").map(({ background }) => background)).toEqual([
    true,
    true,
    false,
  ]);
});

test("the lines before a syntax error still run, those after it do not", () => {
  expect(commandSegments('ls\necho "open').map(({ text }) => text)).toEqual(["ls"]);
  expect(commandSegments('ls; echo "open')).toEqual([]);
  expect(commandSegments('ls\nif x\nthen "open').map(({ text }) => text)).toEqual(["ls"]);
  expect(commandSegments('bash <<E\nhurl a\nE\necho "open').map(({ text }) => text)).toEqual(["hurl a"]);
  expect(commandReadProblem('ls; echo "open')).toMatchObject({ problem: { kind: "malformed" }, cut: false });
});
