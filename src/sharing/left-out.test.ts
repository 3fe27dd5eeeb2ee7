import { expect, test } from "vitest";
import { selectForSharing } from "./left-out.ts";

const encoder = new TextEncoder();

test.each([
  ["source", "src/a.ts", "export const a = 1;", undefined],
  ["a sample of secrets", ".env.example", "KEY=", undefined],
  ["secrets", ".env", "KEY=1", "may hold secrets"],
  ["secrets of a stage", "app/.env.production", "KEY=1", "may hold secrets"],
  ["a private key by name", "deploy/id_rsa", "x", "may hold secrets"],
  ["a private key by content", "notes.txt", "-----BEGIN RSA PRIVATE KEY-----", "holds what looks like a key"],
  [
    "a token in source",
    "src/config.ts",
    'const k = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";',
    "holds what looks like a key",
  ],
  ["a lock file", "package-lock.json", "{}", "lock file: installing makes it again"],
  ["installed packages", "node_modules/x/index.js", "1", "made by a tool"],
  ["an image", "logo.png", "\u0000\u0001", "not text"],
])("%s", (_what, path, text, reason) => {
  const { files, leftOut } = selectForSharing([{ path, bytes: encoder.encode(text) }]);
  expect([files.length, leftOut[0]?.reason]).toEqual(reason === undefined ? [1, undefined] : [0, reason]);
});

test("what the person keeps travels whatever it is", () => {
  const kept = selectForSharing([{ path: ".env", bytes: encoder.encode("A=1") }], new Set([".env"]));
  expect(kept.files).toHaveLength(1);
});
