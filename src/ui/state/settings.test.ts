import { expect, test } from "vitest";
import { FIRST_SETTINGS, readSettings } from "./settings.ts";

test("wrong, missing and unknown settings fall back one by one", () => {
  expect(
    readSettings({ editorFontSize: 16, editorTabSize: 99, editorWordWrap: "yes", key: "sk-secret" }),
  ).toEqual({ ...FIRST_SETTINGS, editorFontSize: 16 });
});
