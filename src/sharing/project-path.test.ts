import { describe, expect, test } from "vitest";
import { checkProjectPath, PathSet } from "./project-path.ts";

describe("a path of a project", () => {
  test.each([
    "a.ts",
    "src/a b.ts",
    "-leading",
    "[id]/(group)/x.tsx",
    "emoji 🎈/ü.md",
    ".github/workflows/ci.yml",
    "it's",
  ])("%s is accepted", (path) => expect(checkProjectPath(path)).toEqual({ ok: true, value: path }));

  test.each([
    ["", "empty"],
    ["/etc/passwd", "absolute"],
    ["C:/windows", "absolute"],
    ["../up", "leaves"],
    ["a/../../b", "leaves"],
    ["a/./b", "leaves"],
    ["a//b", "empty folder"],
    ["a\\b", "backslash"],
    ["a\u0000b", "control"],
    ["a\nb", "control"],
    ["x/__proto__/y", "__proto__"],
    ["constructor", "constructor"],
    ["src/con.txt", "device"],
    [".git/config", "version control"],
    [".GIT/hooks/pre-commit", "version control"],
    ["d/".repeat(50) + "x", "deeper"],
    ["n".repeat(500), "longer"],
  ])("%j is refused", (path, why) => {
    const result = checkProjectPath(path);
    expect(result.ok ? "accepted" : result.problem).toContain(why);
  });

  test("a decomposed name becomes its composed form", () => {
    expect(checkProjectPath("u\u0308.md")).toEqual({ ok: true, value: "ü.md" });
  });
});

describe("a set of paths", () => {
  test.each([
    ["the same path twice", ["a.ts", "a.ts"], "twice"],
    ["paths that differ in letter case", ["A.ts", "a.ts"], "letter case"],
    ["a file where a folder is", ["a/b.ts", "a"], "a folder has the same path"],
    ["a folder where a file is", ["a", "a/b.ts"], "is a file"],
    ["two forms of one letter", ["ü.md", "u\u0308.md"], "twice"],
  ])("refuses %s", (_why, paths, problem) => {
    const set = new PathSet();
    const results = paths.map((path) => set.add(path));
    expect(results[0]?.ok).toBe(true);
    const last = results.at(-1);
    expect(last?.ok === false ? last.problem : "accepted").toContain(problem);
  });
});
