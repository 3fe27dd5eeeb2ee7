import { expect, test } from "vitest";
import { fileProblemOf } from "./file-problem.ts";

test.each([
  [
    "The other side of the link is gone.",
    "The project's root could not be used: The other side of the link is gone.",
  ],
  ["Odd failure", "The project's root could not be used: Odd failure."],
  ["", "The project's root could not be used: the engine gave no reason."],
])("the engine's words %j become one sentence", (text, message) => {
  expect(fileProblemOf(new Error(text), "").message).toBe(message);
});
