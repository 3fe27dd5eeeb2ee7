import { describe, expect, test } from "vitest";
import { pathInProject } from "./path-in-project.ts";

const ROOT = "/home/demo";

describe("a path in a project", () => {
  test.each([
    ["src/a.ts", "src/a.ts"],
    ["./src/../src//a.ts", "src/a.ts"],
    ["/home/demo/src/a.ts", "src/a.ts"],
    ["/home/demo/", ""],
    ["/home/demo/../demo/b", "b"],
    ["", ""],
    [".", ""],
    ["a/..", ""],
    ["-rf", "-rf"],
    ["..a", "..a"],
    ["a b/'c'/😀", "a b/'c'/😀"],
  ])("%j leads to %j", (given, inside) => {
    expect(pathInProject(ROOT, given)).toEqual({ ok: true, value: inside });
  });

  test.each(["..", "a/../..", "/", "/etc/passwd", "/home/demo2/a", "/home/demo/../other", "/../home/demo"])(
    "%j is outside and the refusal names the root",
    (given) => {
      const refused = pathInProject(ROOT, given);
      expect(refused).toMatchObject({ ok: false, problem: { kind: "outside-project", path: given } });
      expect(!refused.ok && refused.problem.message).toContain(ROOT);
    },
  );

  test("a path with a zero character is refused", () => {
    expect(pathInProject(ROOT, "a\0b")).toMatchObject({ ok: false, problem: { kind: "failed" } });
  });

  test("the root of a file system can be a project", () => {
    expect(pathInProject("/", "/etc/hosts")).toEqual({ ok: true, value: "etc/hosts" });
  });
});
