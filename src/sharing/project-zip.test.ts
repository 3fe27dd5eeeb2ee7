import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { SHARING_LIMITS } from "./limits.ts";
import { readProjectZip, writeProjectZip } from "./project-zip.ts";

const encoder = new TextEncoder();
const textOf = (text: string) => encoder.encode(text);

function opened(bytes: Uint8Array<ArrayBuffer>) {
  const result = readProjectZip(bytes);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

describe("a zip archive", () => {
  test("gives back the files and empty folders that were written", () => {
    const files = [
      { path: "a b's 🎈.ts", bytes: textOf("x") },
      { path: "empty", bytes: textOf("") },
      { path: "src/b.bin", bytes: Uint8Array.from([0, 1, 255]) },
    ];
    expect(opened(writeProjectZip({ files, emptyFolders: ["void"] }))).toEqual({
      files,
      emptyFolders: ["void"],
      refused: [],
    });
  });

  test("of equal projects is equal", () => {
    const files = [
      { path: "b", bytes: textOf("2") },
      { path: "a", bytes: textOf("1") },
    ];
    expect(writeProjectZip({ files, emptyFolders: [] })).toEqual(
      writeProjectZip({ files: files.toReversed(), emptyFolders: [] }),
    );
  });

  test("with one folder around everything opens without that folder", () => {
    const zip = zipSync({
      "repo-main/package.json": textOf("{}"),
      "repo-main/src/a.ts": textOf("1"),
      "repo-main/void/": textOf(""),
    });
    expect(opened(zip)).toMatchObject({
      files: [{ path: "package.json" }, { path: "src/a.ts" }],
      emptyFolders: ["void"],
    });
  });

  test("leaves installed packages and version control out and says so", () => {
    const zip = zipSync({
      "a.ts": textOf("1"),
      "node_modules/x/index.js": textOf("2"),
      "node_modules/y/index.js": textOf("2"),
      ".git/HEAD": textOf("3"),
    });
    const { files, refused } = opened(zip);
    expect(files.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(refused.map(({ path }) => path)).toEqual(["node_modules", ".git"]);
  });

  test("with paths that leave the project has them refused by name", () => {
    const zip = zipSync({ "../evil.sh": textOf("1"), "a\\..\\b": textOf("1"), "ok.ts": textOf("1") });
    const { files, refused } = opened(zip);
    expect(files.map(({ path }) => path)).toEqual(["ok.ts"]);
    expect(refused.map(({ path }) => path)).toEqual(["../evil.sh", "a\\..\\b"]);
  });

  test("that unpacks beyond the limit is refused while it unpacks", () => {
    const zeros = new Uint8Array(SHARING_LIMITS.fileBytes);
    const zip = zipSync(Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`z${index}`, zeros])), {
      level: 9,
    });
    const result = readProjectZip(zip);
    expect(result.ok ? "opened" : result.problem.kind).toBe("too-large");
  });

  test.each([
    ["something else", textOf("hello"), "not-a-zip"],
    ["nothing", new Uint8Array(), "not-a-zip"],
    ["an archive without files", zipSync({}), "empty"],
    ["only refused files", zipSync({ "../x": textOf("1") }), "empty"],
  ])("%s is refused with its reason", (_why, bytes, kind) => {
    const result = readProjectZip(bytes);
    expect(result.ok ? "opened" : result.problem.kind).toBe(kind);
  });

  test("damage anywhere never throws", () => {
    const zip = writeProjectZip({
      files: [{ path: "a.ts", bytes: textOf("export const a = 1;".repeat(50)) }],
      emptyFolders: [],
    });
    for (let at = 4; at < zip.length; at += 1) {
      const damaged = zip.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x5a;
      readProjectZip(damaged);
      readProjectZip(zip.slice(0, at));
    }
  });
});
