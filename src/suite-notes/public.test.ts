import { expect, test } from "vitest";
import * as entry from "./public.ts";

test("the published names are these", () => {
  expect(Object.keys(entry).toSorted()).toMatchInlineSnapshot(`
    [
      "CONNECTION_CAUSE_TESTS",
      "EMPTY_PAGE_CAUSE_TESTS",
      "FAILURE_CAUSES_CHARS",
      "FAILURE_CAUSES_LISTED",
      "FAILURE_CAUSE_TESTS_LISTED",
      "REPEATING_CAUSE_TAIL_BYTES",
      "REPEATING_FAILURE_LISTED",
      "REPEATING_FAILURE_MIN",
      "RUNNING_FAILURE_LINES",
      "RUNNING_TAIL_BYTES",
      "TOOL_RESULT_CHARS",
      "UNIVERSAL_CAUSE_FILES",
      "allConnectionFailures",
      "classifyRunFailure",
      "cutRunSentence",
      "suiteNoteFrom",
      "suiteNoteText",
    ]
  `);
});
