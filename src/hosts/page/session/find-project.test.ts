import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test } from "vitest";
import { ProjectStore } from "../../../projects/project-store.ts";
import { encodeProjectLink } from "../../../sharing/project-link.ts";
import { createProject, findProject } from "./find-project.ts";

const bytes = new TextEncoder().encode("x");
const noTemplates = async () => [];

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

async function openStore() {
  const opened = await ProjectStore.open();
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened;
}

const { hash } = encodeProjectLink({
  name: "from a friend",
  files: [{ path: "a.ts", bytes }],
  emptyFolders: [],
  leftOut: [],
});

test("a link opens untrusted, and a second time continues with the person's own version", async () => {
  const store = await openStore();
  const first = await findProject({ kind: "link", hash }, store, noTemplates);
  expect(first).toMatchObject({
    ok: true,
    value: { trust: "untrusted", name: "from a friend", warnings: [] },
  });
  if (!first.ok) return;
  await store.value.change(first.value.id, { trust: "trusted-once" });
  const second = await findProject({ kind: "link", hash }, store, noTemplates);
  expect(second).toMatchObject({ ok: true, value: { id: first.value.id, trust: "trusted-once" } });
});

test("a damaged link says what is wrong and makes no project", async () => {
  const store = await openStore();
  const result = await findProject({ kind: "link", hash: "#p1.d1.10.0000000.AAAA" }, store, noTemplates);
  expect(result.ok).toBe(false);
  expect(await store.value.list()).toEqual({ ok: true, value: [] });
});

test("a kept project opens with its own folder in the engine", async () => {
  const store = await openStore();
  const created = await createProject(
    store.value,
    { name: " ", files: [] },
    { origin: { kind: "empty" }, trust: "own" },
  );
  if (!created.ok) throw new Error(created.problem);
  expect(await findProject({ kind: "project", project: created.value.id }, store, noTemplates)).toMatchObject(
    {
      ok: true,
      value: { name: "Untitled", workdirName: created.value.id },
    },
  );
});

test("a project that is not here is a sentence", async () => {
  const store = await openStore();
  const result = await findProject({ kind: "project", project: "p-404" as never }, store, noTemplates);
  expect(result.ok ? "" : result.problem).toContain("not in this browser");
});

test("a folder of the disk opens even where the browser keeps nothing", async () => {
  const denied = { ok: false, problem: { message: "private window" } } as const;
  const opening = { kind: "folder", workdirName: "app", label: "~/app" } as const;
  expect(await findProject(opening, denied, noTemplates)).toMatchObject({
    ok: true,
    value: { workdirName: "app" },
  });
  expect(await findProject({ kind: "link", hash }, denied, noTemplates)).toEqual({
    ok: false,
    problem: "private window",
  });
});
