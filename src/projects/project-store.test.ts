import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test } from "vitest";
import { type ProjectId, ProjectStore } from "./project-store.ts";

const encoder = new TextEncoder();
const file = (path: string, text: string) => ({ path, bytes: encoder.encode(text) });

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

async function openStore(): Promise<ProjectStore> {
  const opened = await ProjectStore.open();
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value;
}

async function filesOf(store: ProjectStore, id: ProjectId): Promise<Record<string, string>> {
  const files = await store.files(id);
  if (!files.ok) throw new Error(files.problem.message);
  return Object.fromEntries(files.value.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
}

async function sample(store: ProjectStore) {
  const created = await store.create({ name: "demo", origin: { kind: "sample" }, trust: "own" }, [
    file("a.ts", "1"),
    file("src/b.ts", "2"),
    file("src/deep/c.ts", "3"),
    file("src-other.ts", "4"),
  ]);
  if (!created.ok) throw new Error(created.problem.message);
  return created.value;
}

describe("projects in this browser", () => {
  test("a project and its files are there after the store is opened again", async () => {
    const first = await openStore();
    const { id } = await sample(first);
    first.close();
    const second = await openStore();
    expect(await second.get(id)).toMatchObject({ ok: true, value: { name: "demo", trust: "own" } });
    expect(Object.keys(await filesOf(second, id))).toEqual([
      "a.ts",
      "src-other.ts",
      "src/b.ts",
      "src/deep/c.ts",
    ]);
  });

  test("a folder that is gone takes its files with it and nothing beside it", async () => {
    const store = await openStore();
    const { id } = await sample(store);
    await store.keep(id, [{ path: "src", bytes: null }, file("a.ts", "changed")]);
    expect(await filesOf(store, id)).toEqual({ "a.ts": "changed", "src-other.ts": "4" });
  });

  test("one project's files are not another's", async () => {
    const store = await openStore();
    const one = await sample(store);
    const two = await sample(store);
    await store.keep(one.id, [{ path: "a.ts", bytes: null }]);
    expect(Object.keys(await filesOf(store, two.id))).toContain("a.ts");
  });

  test("a deleted project is not listed, can be brought back, and is gone after the purge", async () => {
    const store = await openStore();
    const { id } = await sample(store);
    await store.change(id, { deleted: true });
    expect(await store.list()).toEqual({ ok: true, value: [] });
    await store.change(id, { deleted: false });
    expect(await store.list()).toMatchObject({ ok: true, value: [{ id }] });
    await store.change(id, { deleted: true });
    expect(await store.purge(Date.now() + 1)).toEqual({ ok: true, value: 1 });
    expect(await filesOf(store, id)).toEqual({});
  });

  test("renaming a deleted project leaves it deleted", async () => {
    const store = await openStore();
    const { id } = await sample(store);
    await store.change(id, { deleted: true });
    await store.change(id, { name: "other" });
    expect(await store.list()).toEqual({ ok: true, value: [] });
  });

  test("changing a project that is not there is a problem", async () => {
    const store = await openStore();
    expect(await store.change("p-nothing" as ProjectId, { name: "x" })).toMatchObject({
      ok: false,
      problem: { kind: "not-found" },
    });
  });

  test("a store of a newer format is left alone", async () => {
    const newer = indexedDB.open("tabwright-projects", 99);
    await new Promise((resolve) => (newer.onsuccess = resolve));
    newer.result.close();
    const opened = await ProjectStore.open();
    expect(opened).toMatchObject({ ok: false, problem: { kind: "newer-format" } });
  });
});
