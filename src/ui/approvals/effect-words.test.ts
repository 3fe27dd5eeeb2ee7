import { expect, test } from "vitest";
import { commandEffects } from "../../shell/public.ts";
import { effectLines } from "./effect-words.ts";

const lines = (command: string, cwd = ""): readonly string[] =>
  effectLines(commandEffects(command), command, cwd).map(({ label, code, words }) =>
    [label, code.join(", "), words ?? ""].filter((part) => part !== "").join(": "),
  );

test("a command that only looks says what it leaves alone", () => {
  expect(lines("ls src | head -3")).toEqual(["runs: ls, head", "writes no file", "contacts no host"]);
});

test("a command that runs code of the project claims nothing about files and hosts", () => {
  const shown = lines("npx vitest run");
  expect(shown[0]).toBe("runs: vitest (by npx)");
  expect(shown.some((each) => each.startsWith("cannot tell"))).toBe(true);
  expect(shown.join()).not.toMatch(/no file|no host|nothing/);
});

test("a computed word is named and nothing is called harmless", () => {
  const shown = lines("rm -rf $TARGET");
  expect(shown).toContain("removes: $TARGET");
  expect(shown.find((each) => each.startsWith("cannot tell"))).toContain("$TARGET");
  expect(shown.join()).not.toMatch(/no file|no host|nothing/);
});

test.each([
  ["rm ../a", "", "../a"],
  ["rm ../../a", "packages/core", undefined],
  ["rm ../../../a", "packages/core", "../../../a"],
  ["echo x > /etc/hosts", "", "/etc/hosts"],
  ["echo x > ~/.bashrc", "", "~/.bashrc"],
  ["echo x > /dev/null", "", undefined],
])("%s in “%s” leaves the project: %s", (command, cwd, path) => {
  const found = lines(command, cwd).find((each) => each.startsWith("changes outside the project"));
  expect(found).toBe(path === undefined ? undefined : `changes outside the project: ${path}`);
});

test("what is sent, contacted and installed is told", () => {
  expect(lines("curl -d @k.json https://api.dev/v1").join("\n")).toMatch(/sends: @k.json\ncontacts: api.dev/);
  expect(lines("npm install left-pad")).toContain("installs packages");
});

test("a command that cannot be read is not called anything else", () => {
  const shown = lines('rm "open');
  expect(shown.some((each) => each.startsWith("cannot tell"))).toBe(true);
  expect(shown.join()).not.toMatch(/no file|no host|nothing/);
});
