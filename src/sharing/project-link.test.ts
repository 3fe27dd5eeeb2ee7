import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProjectFile, ProjectTemplate, SharedProject } from "../contracts/shared-project.ts";
import { checkProjectPath, PathSet } from "./project-path.ts";
import { decodeProjectLink, encodeProjectLink } from "./project-link.ts";

const encoder = new TextEncoder();
const file = (path: string, text: string): ProjectFile => ({ path, bytes: encoder.encode(text) });

function project(files: readonly ProjectFile[], more: Partial<SharedProject> = {}): SharedProject {
  return { name: "demo", files, emptyFolders: [], leftOut: [], ...more };
}

const template: ProjectTemplate = {
  id: "starter@1",
  files: [
    file("package.json", '{"name":"starter"}'),
    file("src/a.ts", "export const a = 1;\n"),
    file("README.md", noise(7, 300)),
    file("gone.ts", "export {};"),
  ],
};

function opened(hash: string, templates: readonly ProjectTemplate[] = []) {
  const result = decodeProjectLink(hash, templates);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

describe("a project in a link", () => {
  test("arrives with every byte, bit and name as it left", () => {
    const sent = project(
      [
        file("-dash 'quote' 🎈.ts", "x"),
        { path: "bin/run", bytes: Uint8Array.from([0, 255, 13, 10]), executable: true },
        file("empty.txt", ""),
        file("zebra/ü.md", "\uFEFFbom"),
      ],
      {
        emptyFolders: ["assets/empty"],
        leftOut: [{ path: ".env", reason: "may hold secrets" }],
        openFile: { path: "zebra/ü.md", line: 3 },
        script: "test",
      },
    );
    expect(opened(encodeProjectLink(sent).hash)).toMatchObject({ project: sent, warnings: [] });
  });

  test("is the same link whatever the order of its files", () => {
    const files = [file("b.ts", "2"), file("a.ts", "1")];
    expect(encodeProjectLink(project(files))).toEqual(encodeProjectLink(project(files.toReversed())));
  });

  test("any files with acceptable paths make a round trip", () => {
    const path = fc
      .stringMatching(/^[\w .-]{1,8}(\/[\w .-]{1,8}){0,2}$/)
      .filter((each) => checkProjectPath(each).ok);
    const files = fc.array(fc.record({ path, bytes: fc.uint8Array({ maxLength: 300 }) }), { maxLength: 12 });
    fc.assert(
      fc.property(files, (generated) => {
        const paths = new PathSet();
        const sent = generated
          .filter((each) => paths.add(each.path).ok)
          .map((each) => ({ path: each.path.normalize("NFC"), bytes: Uint8Array.from(each.bytes) }))
          .toSorted((a, b) => (a.path < b.path ? -1 : 1));
        expect(opened(encodeProjectLink(project(sent)).hash).project.files).toEqual(sent);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a project that began from a template", () => {
  const changed = project([
    file("README.md", noise(7, 300)),
    file("package.json", '{"name":"starter"}'),
    file("src/a.ts", "export const a = 2;\n"),
    file("src/b.ts", "export const b = 1;\n"),
  ]);

  test("carries only what differs and arrives whole", () => {
    const link = encodeProjectLink(changed, template);
    expect(link.hash.length).toBeLessThan(encodeProjectLink(changed).hash.length);
    expect(opened(link.hash, [template]).project.files).toEqual(changed.files);
  });

  test("names the template when this build does not have it", () => {
    const result = decodeProjectLink(encodeProjectLink(changed, template).hash, []);
    expect(result.ok ? undefined : result.problem).toMatchObject({ kind: "unknown-template" });
    expect(result.ok ? "" : result.problem.message).toContain("starter@1");
  });
});

describe("a damaged link", () => {
  const sent = project(
    Array.from({ length: 30 }, (_, index) =>
      file(`src/${String(index).padStart(2, "0")}.ts`, noise(index, 400)),
    ),
  );
  const { hash } = encodeProjectLink(sent);

  test("that lost its end opens the files that are complete and names where it broke", () => {
    const cut = opened(hash.slice(0, Math.floor(hash.length / 2)));
    expect(cut.project.files.length).toBeGreaterThan(5);
    expect(cut.project.files).toEqual(sent.files.slice(0, cut.project.files.length));
    expect(cut.warnings[0]).toContain("end is missing");
    expect(cut.warnings[0]).toContain(`src/${cut.project.files.length}.ts`);
  });

  test("that lost four characters still opens", () => {
    const cut = opened(hash.slice(0, -4));
    expect(cut.project.files.length).toBeGreaterThanOrEqual(29);
    expect(cut.warnings).toHaveLength(1);
  });

  test.each([
    ["another page's hash", "#section-2", "not-a-link"],
    ["a newer version", "#p2.d1.10.0000000.AAAA", "newer-format"],
    ["a newer codec", "#p1.z9.10.0000000.AAAA", "newer-format"],
    ["a broken head", "#p1.d1.ten.x.AAAA", "damaged"],
    ["a character that does not belong", `${hash.slice(0, 60)}%${hash.slice(60)}`, "damaged"],
    ["no data", "#p1.d1.10.0000000.", "damaged"],
    ["a claim of too much", "#p1.d1.999999999.0000000.AAAA", "too-large"],
    ["more characters than browsers open", `#p1.d1.10.0000000.${"A".repeat(1_000_001)}`, "too-large"],
  ])("%s is refused with its reason", (_why, wrong, kind) => {
    const result = decodeProjectLink(wrong);
    expect(result.ok ? "opened" : result.problem.kind).toBe(kind);
  });

  test("that unpacks to more than it says is refused while it unpacks", () => {
    const bomb = encodeProjectLink(project([{ path: "zeros", bytes: new Uint8Array(5_000_000) }])).hash;
    const result = decodeProjectLink(bomb.replace(/\.\d+\./, ".100."));
    expect(result.ok ? "opened" : result.problem.kind).toBe("too-large");
  });

  test("random damage never throws, never yields a path outside the project and never pollutes prototypes", () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ minLength: 1, maxLength: 4 }), (place, noiseText) => {
        const at = place % hash.length;
        const result = decodeProjectLink(hash.slice(0, at) + noiseText + hash.slice(at + noiseText.length), [
          template,
        ]);
        if (result.ok)
          for (const each of result.value.project.files) expect(checkProjectPath(each.path).ok).toBe(true);
        expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

test("hostile paths in a link are named and not opened", () => {
  const hostile = ["../up.ts", "/etc/passwd", "a/__proto__/b", ".git/hooks/post-checkout", "ok.ts"].map(
    (path) => file(path, "x"),
  );
  const result = opened(encodeProjectLink(project(hostile, { emptyFolders: ["../out", "fine"] })).hash);
  expect(result.project.files.map(({ path }) => path)).toEqual(["ok.ts"]);
  expect(result.project.emptyFolders).toEqual(["fine"]);
  expect(result.warnings).toHaveLength(4);
});

/** Text that deflate cannot shrink much. */
function noise(seed: number, length: number): string {
  let state = seed + 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(33 + ((state >>> 9) % 90));
  }).join("");
}

test("a link made by the first release still opens", () => {
  const link =
    "#p1.d1.132.0030dsl.YxSAjyGmZRYBy6taBiaeAuDoCzDZg9sNlsDkBevKQFQAgwqpR4G1bQ_M6bVcTDyInkVJsRRKyAKHMMqBgxO2CiZG1lwA";
  expect(
    opened(link).project.files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]),
  ).toEqual([
    ["package.json", '{ "name": "first", "scripts": { "test": "vitest run" } }\n'],
    ["src/index.ts", "export const answer = 42;\n"],
  ]);
});
