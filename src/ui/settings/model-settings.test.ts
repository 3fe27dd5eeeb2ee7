import { expect, test } from "vitest";
import { wrongWithAddress } from "./model-settings.tsx";

test.each([
  ["http://localhost:11434/v1", true],
  ["https://gateway.example/v1", true],
  ["localhost:11434", false],
  ["https://user:secret@gateway.example/v1", false],
  ["https://gateway.example/v1?key=secret", false],
  ["javascript:alert(1)", false],
])("the address %s is taken: %s", (address, taken) => {
  expect(wrongWithAddress(address) === undefined).toBe(taken);
});
