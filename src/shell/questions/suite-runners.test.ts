import { expect, test } from "vitest";
import { commandRunsNoTests, isPlaywrightRunCommand, isSuiteRunCommand } from "./suite-runners.ts";

test.each([
  ["npx playwright test --list", true],
  ["npx playwright install chromium; npx playwright test", false],
  ["ls", false],
  ["head -20 run-e2e.sh", false],
  ["hurl --version", true],
  ["vitest list", true],
  ["npx jest --listTests", true],
  ["playwright show-report", true],
  ["npx playwright test '--list'", true],
])("%s runs no tests: %s", (command, expected) => {
  expect(commandRunsNoTests(command)).toBe(expected);
});

test.each([
  ["npx playwright test", true, true],
  ["npx vitest run", true, false],
  ["hurl --test a.hurl", true, false],
  ["npx jest", false, false],
  ['echo "npx playwright test"', false, false],
  ["cat > r.sh <<'E'\nnpx playwright test\nE", false, false],
  ["npx playwright test --list", false, false],
  ["npx playwright test -- --list", true, true],
  ["sh -c 'cd a && npx playwright test'", true, true],
  ["npx playwright", false, false],
  ["echo $(npx playwright test)", false, false],
])("%s is a suite run: %s, a Playwright run: %s", (command, suite, playwright) => {
  expect([isSuiteRunCommand(command), isPlaywrightRunCommand(command)]).toEqual([suite, playwright]);
});
