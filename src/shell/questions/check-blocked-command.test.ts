import { expect, test } from "vitest";
import { checkBlockedCommand } from "./check-blocked-command.ts";

test.each([
  "env",
  "env -0",
  "env --null | sort",
  "env > f",
  "echo a && env",
  "sh -c 'env'",
  "sh -c \"sh -c 'printenv HOME'\"",
  "export",
  "export -p",
  "set",
  "declare -x",
  "echo $(env)",
  "echo `printenv`",
  "diff <(env) f",
  "cat <<E\n$(env)\nE",
  'python3 -c "print(os.environ)"',
  "node -e 'console.log(process.env)'",
  "node -pe 'process[\"env\"]'",
  "ruby -e 'p ENV'",
  "perl -e 'print %ENV'",
  "od < /proc/77/environ",
  "{ cat; } < /proc/self/environ",
  "cat '/proc/self//environ'",
  "cat /etc/environment",
  "sudo strings /proc/1/environ",
  "xargs -0 -a /proc/1/environ",
  "dd if=/proc/1/environ",
  "cat /root/.bashrc",
  "sudo env",
  "\\env",
  'e"n"v',
])("%s is blocked", (command) => {
  expect(checkBlockedCommand(command)).toMatch(/^Blocked: /);
});

test.each([
  "env -u K npm t",
  "env A=1 node x",
  'git commit -m "env"',
  "set -e",
  "export A=1",
  "declare -A map",
  "grep -r environ src",
  "node -e 'console.log(1)'",
  "python3 script.py",
  "echo env",
  "cat src/environment.ts",
  "node --env-file .env app.js",
  "env --version",
])("%s is not blocked", (command) => {
  expect(checkBlockedCommand(command)).toBeNull();
});

test("a command that cannot be read is blocked with the reason", () => {
  expect(checkBlockedCommand(`echo ${"$(a ".repeat(40)}${")".repeat(40)}`)).toMatch(/32 deep|256 deep/);
});
