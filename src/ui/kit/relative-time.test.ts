import { expect, test } from "vitest";
import { durationInWords, relativeTime, sizeInWords } from "./relative-time.tsx";

const now = Date.UTC(2026, 5, 15, 12);

test.each([
  [now - 20_000, "just now"],
  [now - 3 * 60_000, "3 minutes ago"],
  [now - 26 * 3_600_000, "yesterday"],
  [now - 70 * 86_400_000, "2 months ago"],
])("a time is told from now", (at, expected) => {
  expect(relativeTime(at, now)).toBe(expected);
});

test.each([
  [0, "0 ms"],
  [12_440, "12.4 s"],
  [185_000, "3 min 5 s"],
])("%d milliseconds are %s", (milliseconds, expected) => {
  expect(durationInWords(milliseconds)).toBe(expected);
});

test.each([
  [999, "999 B"],
  [14_200, "14 KB"],
  [3_140_000, "3.1 MB"],
  [999_700_000, "1.0 GB"],
])("%d bytes are %s", (bytes, expected) => {
  expect(sizeInWords(bytes)).toBe(expected);
});
