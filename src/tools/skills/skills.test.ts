import { describe, expect, test } from "vitest";
import { toolBench } from "../testing/tool-bench.ts";
import { discoverSkills } from "./discover-skills.ts";

describe("discoverSkills", () => {
  test.each([
    ["---\nname: lint\ndescription: How we lint\n---\n", { name: "lint", description: "How we lint" }],
    ["---\r\ndescription: 'Only: this'\r\n---\r\n", { name: "folder", description: "Only: this" }],
    ["---\ndescription: a: b\n---\n", { name: "folder", description: "a: b" }],
    ["---\ndescription: >\n  two\n  lines\n---\n", { name: "folder", description: "two lines" }],
    ["# Style guide\n", { name: "folder", description: "Style guide" }],
    ["\uFEFF---\nname: marked\n---\n", { name: "marked", description: "folder" }],
    ["just text", { name: "folder", description: "folder" }],
  ])("%j", async (text, skill) => {
    const { backend } = toolBench({ ".agents/skills/folder/SKILL.md": text });
    expect(await discoverSkills(backend)).toEqual([{ ...skill, path: ".agents/skills/folder/SKILL.md" }]);
  });

  test("the first place wins, plain files and hidden folders are no skills", async () => {
    const { backend } = toolBench({
      ".agents/skills/a/SKILL.md": "# one",
      ".claude/skills/a/SKILL.md": "# two",
      ".claude/skills/b/SKILL.md": "# three",
      ".agents/skills/.hidden/SKILL.md": "# no",
      ".agents/skills/file.md": "# no",
    });
    expect((await discoverSkills(backend)).map(({ description }) => description)).toEqual(["one", "three"]);
    expect(await discoverSkills(toolBench({}).backend)).toEqual([]);
  });
});

describe("load_skill", () => {
  const files = {
    ".agents/skills/forms/SKILL.md": "---\nname: Forms guide\n---\ntext",
    ".claude/skills/other/SKILL.md": "other",
    "docs/x/SKILL.md": "direct",
  };

  test.each([
    ["forms", ".agents/skills/forms/SKILL.md"],
    ["Forms guide", ".agents/skills/forms/SKILL.md"],
    ["other", ".claude/skills/other/SKILL.md"],
    ["docs/x/SKILL.md", "docs/x/SKILL.md"],
  ])("%s", async (name, path) => {
    expect((await toolBench(files).call("load_skill", { name }))["path"]).toBe(path);
  });

  test.each([
    [{ name: "nope" }, "Forms guide, other"],
    [{ name: "../../etc/x" }, "outside the project"],
    [{ name: ".." }, "no skill"],
    [{}, "name"],
  ])("%j is refused", async (input, text) => {
    expect((await toolBench(files).call("load_skill", input))["error"]).toContain(text);
  });
});

describe("save_plan", () => {
  test("numbers the plans of a project", async () => {
    const bench = toolBench({ ".agents/plans/07-x.md": "" });
    const content = "- [ ] a\n";
    const first = await bench.call("save_plan", { name: "Cart Fix!", content });
    expect(first["path"]).toMatch(/^\.agents\/plans\/08-cart-fix-\d{4}-\d\d-\d\d\.md$/);
    const both = await Promise.all([
      bench.call("save_plan", { name: "a", body: content }),
      bench.call("save_plan", { name: "ü", content }),
    ]);
    expect(both.map(({ path }) => String(path).slice(14, 20))).toEqual(["09-a-2", "10-u-2"]);
    expect(bench.backend.text(String(first["path"]))).toBe(content);
  });

  test.each([
    [{ name: "a", content: "prose only" }, "- [ ]"],
    [{ name: "a" }, '"content"'],
    [{ content: "- [ ] a" }, '"name"'],
  ])("%j is refused and nothing is written", async (input, text) => {
    const bench = toolBench({});
    expect((await bench.call("save_plan", input))["error"]).toContain(text);
    expect(bench.effects).toEqual([]);
  });
});
