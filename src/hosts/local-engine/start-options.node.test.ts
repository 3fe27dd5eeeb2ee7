import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStartOptions } from "../../../scripts/start-options.mjs";

test("without options the IDE opens on its own port with the local engine", () => {
  expect(readStartOptions([])).toEqual({
    ok: true,
    options: {
      folders: [],
      port: 4600,
      open: true,
      engine: "local",
      launch: undefined,
      data: undefined,
      ide: undefined,
      readyJson: false,
    },
  });
});

test("a folder and every option are read", () => {
  const read = readStartOptions([
    tmpdir(),
    "--port",
    "0",
    "--no-open",
    "--engine",
    "webcontainer",
    "--launch=none",
  ]);
  expect(read).toMatchObject({
    ok: true,
    options: { folders: [tmpdir()], port: 0, open: false, engine: "webcontainer", launch: "none" },
  });
});

test.each([
  [["--wrong"], "Unknown option '--wrong'"],
  [["--port", "x"], '--port takes a number from 0 to 65535, not "x".'],
  [["--port", "70000"], "--port takes a number"],
  [["--port", "-1"], "--port"],
  [["--engine", "moon"], '--engine takes webcontainer or local, not "moon".'],
  [["--launch", "docker"], '--launch takes none or bwrap, not "docker".'],
  [["--data", ""], "--data takes a folder."],
  [["/no/such/folder"], "There is no folder /no/such/folder."],
])("%j is refused with one line", (args, problem) => {
  const read = readStartOptions(args);
  expect(read).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  if (!read.ok) expect(read.problem).not.toContain("\n");
});

test("a file is not a folder", () => {
  const root = mkdtempSync(join(tmpdir(), "tabwright-options-"));
  writeFileSync(join(root, "file"), "");
  expect(readStartOptions([join(root, "file")])).toMatchObject({
    ok: false,
    problem: expect.stringContaining("is a file"),
  });
  rmSync(root, { recursive: true });
});
