import { expect, test } from "vitest";
import type { SuiteCause, SuiteFailure } from "../../contracts/suite-notes.ts";
import { fixMessage, rerunMessage } from "./cause-messages.ts";

const failure = (id: number): SuiteFailure => ({
  id: `${id}`,
  titlePath: ["math", `adds ${id}`],
  file: "test/math.test.ts",
  message: "",
  body: "",
});
const cause: SuiteCause = {
  id: "c",
  kind: "assertion",
  summary: "expected 3 to be 4",
  evidence: ["- 4", "+ 3"],
  failures: ["1"],
};

test("a cause is handed over with its evidence and the tests that show it", () => {
  expect(fixMessage(cause, [failure(1)])).toBe(
    "Fix this cause of failing tests: expected 3 to be 4\n- 4\n+ 3\n- math > adds 1 (test/math.test.ts)",
  );
});

test("many tests are counted, not listed", () => {
  const lines = rerunMessage(Array.from({ length: 9 }, (_, id) => failure(id))).split("\n");
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toBe("- and 3 more");
});
