import { describe, expect, test } from "vitest";
import { toolBench } from "../testing/tool-bench.ts";
import { pathMatcher } from "./glob.ts";

describe("search_files", () => {
  test("names the file, the line and its text", async () => {
    const bench = toolBench({ "a.ts": "one\ntwo foo\n", "b/c.ts": "foo\n" });
    expect(await bench.call("search_files", { pattern: "fo+" })).toEqual({
      pattern: "fo+",
      path: ".",
      matches: [
        { file: "a.ts", line: 2, content: "two foo" },
        { file: "b/c.ts", line: 1, content: "foo" },
      ],
    });
  });

  test("shows lines around a match once each and marks the match", async () => {
    const bench = toolBench({ "a.ts": "1\nx\n3\nx\n5\n" });
    const { matches } = await bench.call("search_files", { pattern: "x", context: 1 });
    expect(matches).toMatchObject([
      { line: 1, match: false },
      { line: 2, match: true },
      { line: 3, match: false },
      { line: 4, match: true },
      { line: 5, match: false },
    ]);
  });

  test("leaves out packages, ignored files and binary data, unless the folder is named", async () => {
    const bench = toolBench({
      "node_modules/p/a.js": "needle",
      ".gitignore": "logs/\n*.tmp\n",
      "logs/x.log": "needle",
      "a.tmp": "needle",
      "sub/.gitignore": "!a.tmp\n",
      "sub/a.tmp": "needle",
      "b.bin": new Uint8Array([0, 1, 110, 101, 101, 100, 108, 101]),
      "src/a.ts": "needle",
    });
    const files = ({ matches }: Readonly<Record<string, unknown>>): string[] =>
      (matches as { file: string }[]).map(({ file }) => file);
    expect(files(await bench.call("search_files", { pattern: "needle" }))).toEqual(["src/a.ts", "sub/a.tmp"]);
    expect(files(await bench.call("search_files", { pattern: "needle", path: "node_modules/p" }))).toEqual([
      "node_modules/p/a.js",
    ]);
    expect(files(await bench.call("search_files", { pattern: "needle", path: "a.tmp" }))).toEqual(["a.tmp"]);
  });

  test("a pattern that is no regular expression is looked for as text", async () => {
    const result = await toolBench({ "a.ts": "foo(\n" }).call("search_files", { pattern: "foo(" });
    expect(result["matches"]).toHaveLength(1);
    expect(result["note"]).toContain("plain text");
  });

  test("more hits than are shown are counted", async () => {
    const result = await toolBench({ "a.ts": "x\n".repeat(80) }).call("search_files", { pattern: "x" });
    expect(result).toMatchObject({ truncated: true, total: 80 });
    expect(result["matches"]).toHaveLength(50);
  });

  test("secrets are masked by the grade of their own file", async () => {
    const bench = toolBench({ ".env": "API_TOKEN=abc\n", "a.ts": "const apiToken = call();\n" });
    expect(
      (await bench.call("search_files", { pattern: "token", ignore_case: true }))["matches"],
    ).toMatchObject([{ content: "API_TOKEN=[REDACTED]" }, { content: "const apiToken = call();" }]);
  });

  test.each([
    [{ include: "*.ts;x", pattern: "x" }, "include"],
    [{}, "pattern"],
    [{ pattern: "x", path: "gone" }, "does not exist"],
    [{ pattern: "x", path: "../.." }, "outside the project"],
  ])("%j is refused", async (input, text) => {
    expect((await toolBench({ "a.ts": "" }).call("search_files", input))["error"]).toContain(text);
  });

  test("our own write is found at once", async () => {
    const bench = toolBench({ "a.ts": "old\n" });
    await bench.call("search_files", { pattern: "fresh" });
    await bench.call("write_file", { path: "b.ts", content: "fresh\n" });
    expect((await bench.call("search_files", { pattern: "fresh" }))["matches"]).toHaveLength(1);
  });
});

describe("find_files", () => {
  test.each([
    ["*.test.ts", ["src/a.test.ts"]],
    ["hooks/*", ["pkg/hooks/b.ts", "src/hooks/a.ts"]],
    ["[id]", ["app/[id]/"]],
    ["app/[id]/page.tsx", ["app/[id]/page.tsx"]],
    ["(shop)/**/page.tsx", ["app/(shop)/deep/er/page.tsx", "app/(shop)/page.tsx"]],
    [
      "*.{test.ts,tsx}",
      ["app/(shop)/deep/er/page.tsx", "app/(shop)/page.tsx", "app/[id]/page.tsx", "src/a.test.ts"],
    ],
    ["node_modules/p/*.js", ["node_modules/p/a.js"]],
  ])("%s", async (pattern, files) => {
    const bench = toolBench({
      "src/a.test.ts": "",
      "src/hooks/a.ts": "",
      "pkg/hooks/b.ts": "",
      "app/[id]/page.tsx": "",
      "app/(shop)/page.tsx": "",
      "app/(shop)/deep/er/page.tsx": "",
      "node_modules/p/a.js": "",
    });
    expect((await bench.call("find_files", { pattern }))["files"]).toEqual(files);
  });

  test.each([
    [{ pattern: "a b" }, "glob"],
    [{}, "pattern"],
    [{ pattern: " " }, "pattern"],
  ])("%j is refused", async (input, text) => {
    expect((await toolBench({}).call("find_files", input))["error"]).toContain(text);
  });

  test("no glob takes long, however many stars it has", () => {
    const started = performance.now();
    const fits = pathMatcher(`${"*a".repeat(20)}*b`);
    expect(fits("a".repeat(200))).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
