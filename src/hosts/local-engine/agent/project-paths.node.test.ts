import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BulkTickets } from "./bulk-tickets.ts";
import { mountTree } from "./mount-tree.ts";
import { ProjectFiles } from "./project-files.ts";
import { ProjectPaths } from "./project-paths.ts";

let root: string;
let outside: string;
let paths: ProjectPaths;
let files: ProjectFiles;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tabwright-paths-"));
  outside = join(root, "outside");
  const project = join(root, "project");
  for (const folder of [outside, join(project, "real/deep")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(outside, "secret"), "secret");
  writeFileSync(join(project, "real/file"), "inside");
  symlinkSync(outside, join(project, "folder-out"));
  symlinkSync(join(outside, "secret"), join(project, "file-out"));
  symlinkSync(join(outside, "not-yet"), join(project, "dangling-out"));
  symlinkSync("../../outside/secret", join(project, "real/relative-out"));
  symlinkSync("real", join(project, "folder-in"));
  symlinkSync(join(project, "real/file"), join(project, "absolute-in"));
  symlinkSync("loop-b", join(project, "loop-a"));
  symlinkSync("loop-a", join(project, "loop-b"));
  paths = new ProjectPaths(project);
  files = new ProjectFiles(paths, new BulkTickets());
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const refusal = /^EACCES: outside the project/;

test.each([
  "../outside/secret",
  "/../outside/secret",
  "real/../../outside/secret",
  "file-out",
  "folder-out/secret",
  "real/relative-out",
])("reading %s is refused", async (path) => {
  await expect(files.readFile(path, "utf8")).rejects.toThrow(refusal);
});

test.each(["real/file", "/real/file", "./real//file", "folder-in/file", "absolute-in", "real/deep/../file"])(
  "reading %s is reading the file inside",
  async (path) => {
    expect(await files.readFile(path, "utf8")).toBe("inside");
  },
);

test("nothing is written, made, listed or watched behind a link that leads out", async () => {
  await expect(files.writeFile("dangling-out", "x", null)).rejects.toThrow(refusal);
  await expect(files.writeFile("folder-out/new", "x", null)).rejects.toThrow(refusal);
  await expect(files.mkdir("folder-out/a/b", true)).rejects.toThrow(refusal);
  await expect(files.readdir("folder-out", null)).rejects.toThrow(refusal);
  await expect(files.rm("folder-out/secret", { force: true, recursive: true })).rejects.toThrow(refusal);
  await expect(files.rename("real/file", "folder-out/moved")).rejects.toThrow(refusal);
  await expect(files.rename("folder-out/secret", "stolen")).rejects.toThrow(refusal);
  await expect(files.rename("real/file", "../moved")).rejects.toThrow(refusal);
  expect([
    existsSync(join(outside, "not-yet")),
    existsSync(join(outside, "new")),
    existsSync(join(outside, "moved")),
  ]).toEqual([false, false, false]);
  expect(readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
});

test("a link itself can be removed, and what it points to stays", async () => {
  symlinkSync(join(outside, "secret"), join(paths.root, "gone"));
  await files.rm("gone", { force: false, recursive: false });
  expect(existsSync(join(outside, "secret"))).toBe(true);
  await expect(files.readFile("gone", null)).rejects.toThrow(
    "ENOENT: no such file or directory, open 'gone'",
  );
});

test("mounted files do not leave through links, not even those of the same mount", async () => {
  const mount = (tree: object): Promise<void> =>
    mountTree(paths, Buffer.from(JSON.stringify({ d: tree })), "");
  await expect(mount({ "folder-out": { d: { x: { f: { c: "x" } } } } })).rejects.toThrow(refusal);
  await expect(mount({ "dangling-out": { f: { c: "x" } } })).rejects.toThrow(refusal);
  await expect(mount({ a: { f: { l: outside } }, b: { d: {} } })).resolves.toBeUndefined();
  await expect(mount({ a: { d: { x: { f: { c: "x" } } } } })).rejects.toThrow(refusal);
  await expect(mountTree(paths, Buffer.from('{"d":{}}'), "../elsewhere")).rejects.toThrow(refusal);
  await expect(mount({ "../x": { f: { c: "x" } } })).rejects.toThrow(/^EINVAL: "..\/x" is no name of a file/);
  await expect(mountTree(paths, Buffer.from("{nonsense"), "")).rejects.toThrow(/^EINVAL/);
  expect(existsSync(join(outside, "x"))).toBe(false);
});

test("links that go in circles, pipes and unknown encodings are errors, and nothing waits", async () => {
  spawnSync("mkfifo", [join(paths.root, "pipe")]);
  await expect(files.readFile("loop-a", null)).rejects.toThrow(/^ELOOP/);
  await expect(files.readFile("pipe", null)).rejects.toThrow(/^EINVAL: not a regular file/);
  await expect(files.writeFile("pipe", "x", null)).rejects.toThrow(/^(EINVAL|ENXIO)/);
  await expect(files.readFile("real", null)).rejects.toThrow(/^EISDIR/);
  await expect(files.readFile("real/file", "klingon")).rejects.toThrow(/^EINVAL: unknown encoding "klingon"/);
  await expect(files.readFile("real/file/below", null)).rejects.toThrow(/^ENOTDIR/);
  await expect(files.readFile("a\0b", null)).rejects.toThrow(/^EINVAL/);
});

test("a file of 300 MB is refused with its size, and no message names a place on the host", async () => {
  spawnSync("truncate", ["-s", "300M", join(paths.root, "large")]);
  await expect(files.readFile("large", null)).rejects.toThrow(
    "EFBIG: file too large (300 MB; at most 128 MB are read at once), read 'large'",
  );
  const attempts = [
    () => files.readFile("nope", null),
    () => files.readdir("nope", null),
    () => files.rename("nope", "x"),
    () => files.rm("nope", { force: false, recursive: false }),
    () => files.mkdir("real", false),
    () => files.mkdir("no/parent", false),
  ];
  for (const attempt of attempts) {
    const message = await attempt().then(String, (error: Error) => error.message);
    expect(message).toMatch(/^(ENOENT|EEXIST): /);
    expect(message).not.toContain(root);
  }
});

test("names with spaces, quotes, emoji, dashes and line breaks are just names", async () => {
  for (const name of ["a b", `q'u"o`, "😀", "-rf", "--", "line\nbreak", "$(x)", "__proto__", "%41"]) {
    await files.writeFile(name, name, null);
    expect(await files.readFile(name, "utf8")).toBe(name);
    expect((await files.readdir(".", null)).map((entry) => entry.name)).toContain(name);
    await files.rm(name, { force: false, recursive: false });
  }
});

test("the project's own folder is neither removed nor moved", async () => {
  await expect(files.rm(".", { force: true, recursive: true })).rejects.toThrow(/^EBUSY/);
  await expect(files.rename(".", "x")).rejects.toThrow(/^EBUSY/);
});

test("making folders answers the first that was made", async () => {
  expect(await files.mkdir("new/a/b", true)).toBe("new");
  expect(await files.mkdir("new/a/b", true)).toBeNull();
});

test("a folder of 5,000 files is listed within a second", async () => {
  mkdirSync(join(paths.root, "many"));
  for (let index = 0; index < 5000; index += 1) writeFileSync(join(paths.root, "many", `file-${index}`), "");
  const started = performance.now();
  expect((await files.readdir("many", null)).length).toBe(5000);
  expect(performance.now() - started).toBeLessThan(1000);
});
