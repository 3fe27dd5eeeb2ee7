import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";

/** What each folder may import. A folder that is missing here may not exist. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  contracts: ["base"],
  shell: ["base", "contracts"],
  "suite-notes": ["base", "contracts", "shell"],
  steps: ["base", "contracts"],
  sharing: ["base", "contracts"],
  telemetry: ["base", "contracts"],
  projects: ["base", "contracts", "sharing"],
  tools: ["base", "contracts", "shell", "suite-notes"],
  agent: ["base", "contracts", "shell", "suite-notes", "steps", "tools"],
  engine: ["base", "contracts"],
  ui: ["base", "contracts", "shell", "suite-notes", "steps", "sharing"],
};
const SUBJECTS = Object.keys(MAY_IMPORT);

/** Parts of `src/ui` that every other part may import. */
const UI_FOUNDATION = ["state", "kit"];

/** Packages that only one folder may import. */
const PACKAGE_OWNER: Readonly<Record<string, string>> = {
  unbash: "shell",
  birpc: "base",
  ai: "agent/models",
  "@ai-sdk/": "agent/models",
  "@webcontainer/api": "engine",
  comlink: "hosts",
  zustand: "ui/state",
  "monaco-editor": "ui/editor",
  "@xterm/": "ui/terminal",
  "react-resizable-panels": "ui/layout",
  "react-markdown": "ui/agent",
  "@lydell/node-pty": "hosts/local-engine",
  ws: "hosts/local-engine",
  "@parcel/watcher": "hosts/local-engine",
};

interface Edge {
  readonly file: string;
  readonly target: string;
}

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ts|tsx)$/.test(name) && !name.endsWith(".d.ts") && !name.includes("/fixtures/"))
  .map((name) => name.replaceAll("\\", "/"));
const edges = files.flatMap(edgesOf);

function edgesOf(file: string): Edge[] {
  const { module, program } = parseSync(join(root, file), readFileSync(join(root, file), "utf8"));
  const targets = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((entry) =>
      entry.entries.flatMap((item) => item.moduleRequest?.value ?? []),
    ),
    ...dynamicImports(program),
  ];
  return targets.map((target) => ({ file, target: target.replace(/\?.*$/, "") }));
}

function dynamicImports(program: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(program, (_key, value: unknown) => {
    if (typeof value === "object" && value !== null && "type" in value && value.type === "ImportExpression") {
      const source = (value as { source?: { value?: unknown } }).source?.value;
      if (typeof source === "string") found.push(source);
    }
    return typeof value === "bigint" ? String(value) : value;
  });
  return found;
}

function folderOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "hosts" ? `hosts/${second}` : first;
}

const resolved = edges
  .filter(({ target }) => target.startsWith("."))
  .map(({ file, target }) => ({
    file,
    target: relative(root, resolve(root, dirname(file), target)).replaceAll("\\", "/"),
  }));

describe("the tree", () => {
  test("every folder is in the table", () => {
    const folders = new Set(files.filter((file) => file.includes("/")).map((file) => file.split("/")[0]));
    expect([...folders].filter((folder) => folder !== "hosts" && !SUBJECTS.includes(folder ?? ""))).toEqual(
      [],
    );
  });

  test("imports follow the table", () => {
    const wrong = resolved.filter(({ file, target }) => {
      const from = folderOf(file);
      const to = folderOf(target);
      if (from === to || !file.includes("/") || target.startsWith("..")) return false;
      if (from.startsWith("hosts/")) return to.startsWith("hosts/");
      return !(MAY_IMPORT[from] ?? []).includes(to);
    });
    expect(wrong).toEqual([]);
  });

  test("a part of the interface imports no other part", () => {
    const partOf = (path: string): string => path.split("/")[1] ?? "";
    const wrong = resolved.filter(
      ({ file, target }) =>
        file.startsWith("ui/") &&
        target.startsWith("ui/") &&
        partOf(file) !== partOf(target) &&
        !UI_FOUNDATION.includes(partOf(target)),
    );
    expect(wrong).toEqual([]);
  });

  test("a package with an owner is imported only there", () => {
    const wrong = edges.filter(({ file, target }) =>
      Object.entries(PACKAGE_OWNER).some(
        ([name, owner]) =>
          (target === name || target.startsWith(name.endsWith("/") ? name : `${name}/`)) &&
          !file.startsWith(`${owner}/`) &&
          !/\.test\.tsx?$/.test(file),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("the references of each tsconfig are the table", () => {
    const wrong = SUBJECTS.filter((subject) => {
      const config = JSON.parse(readFileSync(join(root, subject, "tsconfig.json"), "utf8")) as {
        references: { path: string }[];
      };
      const references = config.references.map(({ path }) => path.replace("../", "")).toSorted();
      return JSON.stringify(references) !== JSON.stringify(MAY_IMPORT[subject]?.toSorted());
    });
    expect(wrong).toEqual([]);
  });

  test("no folder or file has a name that says nothing", () => {
    const banned = /(^|\/)(utils?|helpers?|common|shared|misc|lib|manager|service|handler)(\/|\.|$)/;
    expect(files.filter((file) => banned.test(file))).toEqual([]);
  });
});
