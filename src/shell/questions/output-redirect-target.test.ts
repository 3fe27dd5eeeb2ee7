import { expect, test } from "vitest";
import { outputRedirectTarget } from "./output-redirect-target.ts";

test.each([
  ["npm t > '/tmp/a b.log' 2>&1", "/tmp/a b.log"],
  ["npm t | tee -a x.log", "x.log"],
  ["npm t &> all.log", "all.log"],
  ["npm t > /dev/null 2>&1", null],
  ["{ npm t; } > g.log", null],
  ["srv > s.log 2>&1 & npm t", null],
  ["npm t 2> err.log", null],
  ["npm run serve > /tmp/s.log 2>&1 &\nnpx playwright test | tee run.log; echo done", "run.log"],
  ["sh -c 'npm t' > o.log", "o.log"],
  ["sh -c 'npm t > inner.log'", "inner.log"],
  ["npx playwright test > a.log; ls > b.log", "a.log"],
  ["build > b.log && test", "b.log"],
  ["cat > c.ts <<'E'\nx\nE", null],
  ["npm t 1> one.log", "one.log"],
  ["npm t >| forced.log", "forced.log"],
  ["npm t >&2", null],
  ["echo '> x'", null],
  ["npm t | grep x | tee y", "y"],
  ["npm t > $LOG", null],
])("the output of %j goes to %j", (command, expected) => {
  expect(outputRedirectTarget(command)).toBe(expected);
});
