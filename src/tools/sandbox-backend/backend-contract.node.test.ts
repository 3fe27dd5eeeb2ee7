import { execFile } from "node:child_process";
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
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backendInMemory } from "../../contracts/backend-in-memory.ts";
import type { ExecutionBackend } from "../../contracts/execution-backend.ts";
import { createLocalBackend } from "../local-backend/create-local-backend.ts";
import { createSandboxBackend } from "./create-sandbox-backend.ts";
import type { SandboxLike } from "./sandbox-like.ts";

let parent: string;
let root: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "tabwright-backend-"));
  root = join(parent, "it's a root");
  mkdirSync(root);
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** A container that is a shell of this machine. */
const container: SandboxLike = {
  exec: (command) =>
    new Promise((resolve) => {
      execFile("sh", ["-c", command], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        resolve({ stdout, stderr, exitCode: code });
      });
    }),
};

const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);

describe.each<[string, () => ExecutionBackend]>([
  ["in memory", () => backendInMemory({}, { projectRoot: "/project" })],
  ["a folder of this machine", () => createLocalBackend(root)],
  ["a sandbox", () => createSandboxBackend(container, root)],
])("files of the backend: %s", (_name, create) => {
  test("every byte comes back, also those of a large file, and parents are made", async () => {
    const backend = create();
    const bytes = Uint8Array.from({ length: 120_000 }, (_, index) => (index * 7) % 256);
    expect(await backend.writeFile("a b/'c'/-d.bin", bytes)).toMatchObject({ ok: true });
    const read = await backend.readFile("a b/'c'/-d.bin");
    expect(read.ok && Buffer.compare(read.value, bytes)).toBe(0);
    expect(await backend.stat?.("a b/'c'/-d.bin")).toMatchObject({
      ok: true,
      value: { kind: "file", sizeBytes: 120_000 },
    });
  });

  test("a directory is listed with its hidden entries, one that is missing is not an empty one", async () => {
    const backend = create();
    await backend.writeFile(".hidden", text(""));
    await backend.writeFile("dir/x", text(""));
    const listed = await backend.readDirectory("");
    expect(listed.ok && listed.value.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: ".hidden", kind: "file" },
      { name: "dir", kind: "directory" },
    ]);
    expect(await backend.readDirectory("gone")).toMatchObject({ ok: false, problem: { kind: "not-found" } });
    expect(await backend.readDirectory("dir/x")).toMatchObject({
      ok: false,
      problem: { kind: "not-directory" },
    });
  });

  test("problems have their kind", async () => {
    const backend = create();
    await backend.writeFile("dir/x", text("x"));
    await backend.writeFile("y", text("y"));
    const kinds = await Promise.all([
      backend.readFile("gone"),
      backend.readFile("dir"),
      backend.writeFile("dir", text("")),
      backend.rename("dir/x", "y"),
      backend.rename("gone", "z"),
      backend.remove("dir"),
      backend.remove("gone"),
      backend.readFile("../outside"),
      backend.writeFile("/etc/tabwright", text("")),
    ]);
    expect(kinds.map((answer) => (answer.ok ? "ok" : answer.problem.kind))).toEqual([
      "not-found",
      "is-directory",
      "is-directory",
      "already-exists",
      "not-found",
      "is-directory",
      "not-found",
      "outside-project",
      "outside-project",
    ]);
    expect(await backend.readFile("y")).toEqual({ ok: true, value: text("y") });
  });

  test("files and directories are moved, made and removed", async () => {
    const backend = create();
    await backend.writeFile("dir/x", text("x"));
    expect(await backend.rename("dir", "new/place")).toMatchObject({ ok: true });
    expect(await backend.readFile("new/place/x")).toEqual({ ok: true, value: text("x") });
    expect(await backend.makeDirectory("m/n")).toMatchObject({ ok: true });
    expect(await backend.makeDirectory("m/n")).toMatchObject({ ok: true });
    expect(await backend.remove("new", { recursive: true })).toMatchObject({ ok: true });
    expect(await backend.readDirectory("new")).toMatchObject({ ok: false });
  });
});

describe.each<[string, () => ExecutionBackend]>([
  ["a folder of this machine", () => createLocalBackend(root)],
  ["a sandbox", () => createSandboxBackend(container, root)],
])("links and commands of the backend: %s", (_name, create) => {
  test("a link that leads out of the project is not followed, one inside is, and stays a link", async () => {
    const backend = create();
    writeFileSync(join(parent, "secret"), "secret");
    symlinkSync(parent, join(root, "out"));
    writeFileSync(join(root, "real"), "old");
    symlinkSync("real", join(root, "link"));
    for (const answer of [
      await backend.readFile("out/secret"),
      await backend.writeFile("out/new", text("x")),
      await backend.readDirectory("out"),
    ]) {
      expect(answer).toMatchObject({ ok: false, problem: { kind: "outside-project" } });
    }
    expect(existsSync(join(parent, "new"))).toBe(false);
    expect(await backend.writeFile("link", text("new"))).toMatchObject({ ok: true });
    expect(readFileSync(join(root, "real"), "utf8")).toBe("new");
  });

  test("a command has its directory, its input, its environment and both outputs", async () => {
    const backend = create();
    await backend.makeDirectory("a; touch hacked");
    const ran = await backend.run('pwd; cat; echo "$NAME" >&2; exit 3', {
      cwd: "a; touch hacked",
      env: { NAME: "it's" },
      stdin: "input\n",
    });
    expect(ran).toMatchObject({
      ok: true,
      value: { stdout: `${root}/a; touch hacked\ninput\n`, stderr: "it's\n", exitCode: 3 },
    });
    expect(await backend.run("ls", { cwd: ".." })).toMatchObject({
      ok: false,
      problem: { kind: "outside-project" },
    });
  });

  test("a budget ends a command with 124 and keeps what it printed", async () => {
    const ran = await create().run("echo P; sleep 20", { budgetMs: 1_000 });
    expect(ran).toMatchObject({ ok: true, value: { stdout: "P\n", exitCode: 124, stoppedBy: "budget" } });
  });
});
