import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backendInMemory } from "../contracts/backend-in-memory.ts";
import type { KeepingState } from "../contracts/project-keeping.ts";
import { KEPT_FILE_BYTES, keepProject, type ProjectKeeper } from "./keep-project.ts";
import { type ProjectId, ProjectStore } from "./project-store.ts";

const encoder = new TextEncoder();
const keepers: ProjectKeeper[] = [];

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  for (const keeper of keepers.splice(0)) keeper.dispose();
});

async function setUp(kept: Record<string, string>, inEngine: Record<string, string | Uint8Array> = {}) {
  const opened = await ProjectStore.open();
  if (!opened.ok) throw new Error(opened.problem.message);
  const store = opened.value;
  const files = Object.entries(kept).map(([path, text]) => ({ path, bytes: encoder.encode(text) }));
  const created = await store.create({ name: "demo", origin: { kind: "sample" }, trust: "own" }, files);
  if (!created.ok) throw new Error(created.problem.message);
  const project = created.value.id;
  const backend = backendInMemory(inEngine);
  const states: KeepingState[] = [];
  const keep = async () => {
    const keeper = keepProject({ store, project, backend, onState: (state) => states.push(state) });
    keepers.push(keeper);
    await keeper.restored;
    return keeper;
  };
  return { store, project, backend, states, keep };
}

async function textsOf(store: ProjectStore, project: ProjectId): Promise<Record<string, string>> {
  const files = await store.files(project);
  if (!files.ok) throw new Error(files.problem.message);
  return Object.fromEntries(files.value.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
}

/** Lets the watcher tell and the keeper follow. */
async function followed(keeper: ProjectKeeper): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  await keeper.settled();
}

describe("a project that is kept", () => {
  test("fills an empty engine, every byte of it", async () => {
    const { backend, keep, states } = await setUp({ "a.ts": "1", "src/deep/b.ts": "\uFEFFtwo\r\n" });
    await keep();
    expect([backend.text("a.ts"), backend.text("src/deep/b.ts")]).toEqual(["1", "two\r\n"]);
    expect(states[0]?.state).toBe("restoring");
    expect(states.at(-1)?.state).toBe("saved");
  });

  test("follows writes, deletions and new folders in the engine", async () => {
    const { backend, keep, store, project } = await setUp({ "a.ts": "1", "old/x.ts": "2", "old/y.ts": "3" });
    const keeper = await keep();
    await backend.writeFile("new/deep/c.ts", encoder.encode("4"));
    await backend.remove("old", { recursive: true });
    await backend.writeFile("a.ts", encoder.encode("changed"));
    await followed(keeper);
    expect(await textsOf(store, project)).toEqual({ "a.ts": "changed", "new/deep/c.ts": "4" });
  });

  test("takes over what an engine with files of its own holds", async () => {
    const { keep, store, project } = await setUp({ "gone.ts": "1" }, { "here.ts": "2" });
    await keep();
    expect(await textsOf(store, project)).toEqual({ "here.ts": "2" });
  });

  test("leaves out what tools generate, what is ignored and what is too large", async () => {
    const { keep, store, project } = await setUp(
      {},
      {
        ".gitignore": "*.log\nout/\n",
        "a.ts": "1",
        "debug.log": "2",
        "out/a.js": "3",
        "node_modules/x/index.js": "4",
        "large.bin": new Uint8Array(KEPT_FILE_BYTES + 1),
      },
    );
    await keep();
    expect(Object.keys(await textsOf(store, project))).toEqual([".gitignore", "a.ts"]);
  });

  test("says saved only after the change can be read back", async () => {
    const { backend, keep, store, project, states } = await setUp({ "a.ts": "1" });
    const keeper = await keep();
    await followed(keeper);
    states.length = 0;
    await backend.writeFile("a.ts", encoder.encode("2"));
    await followed(keeper);
    expect(states.map(({ state }) => state)).toEqual(["saving", "saved"]);
    expect(await textsOf(store, project)).toEqual({ "a.ts": "2" });
  });

  test("says so when the store fails, and what the engine has stays as it is", async () => {
    const { backend, keep, store, states } = await setUp({ "a.ts": "1" });
    const keeper = await keep();
    store.close();
    await backend.writeFile("a.ts", encoder.encode("2"));
    await followed(keeper);
    expect(states.at(-1)?.state).toBe("failed");
    expect(backend.text("a.ts")).toBe("2");
  });
});
