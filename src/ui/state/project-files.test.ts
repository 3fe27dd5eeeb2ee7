import { expect, test } from "vitest";
import { backendInMemory } from "../../contracts/backend-in-memory.ts";
import { memoryInStorage } from "./memory.ts";
import { createProjectFiles } from "./project-files.ts";
import { wrongWithName } from "./project-paths.ts";

const memory = () =>
  memoryInStorage("test.", () => {
    throw new Error("closed");
  });

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const start = async (content: Record<string, string>) => {
  const backend = backendInMemory(content);
  const files = createProjectFiles(memory());
  const connection = files.connect(backend);
  await settled();
  const namesIn = (path: string) =>
    files.store
      .getState()
      .folders.get(path)
      ?.entries.map(({ name }) => name);
  return { backend, files, connection, namesIn };
};

test("only folders that are open are read, folders first and numbers in order", async () => {
  const { files, namesIn } = await start({ "b10.ts": "", "b9.ts": "", "src/deep/a.ts": "" });
  expect(namesIn("")).toEqual(["src", "b9.ts", "b10.ts"]);
  expect(namesIn("src")).toBeUndefined();
  files.toggle("src");
  await settled();
  expect(namesIn("src")).toEqual(["deep"]);
});

test("the tree follows what others change and tells it", async () => {
  const { backend, files, namesIn } = await start({ "a.ts": "" });
  const heard: string[] = [];
  files.onChanges((changes) => heard.push(...changes.map(({ kind, path }) => `${kind} ${path}`)));
  await backend.writeFile("b.ts", new Uint8Array());
  await settled();
  expect(namesIn("")).toEqual(["a.ts", "b.ts"]);
  expect(heard).toEqual(["created b.ts"]);
});

test("a folder that was removed with its files can be brought back", async () => {
  const { backend, files, namesIn } = await start({ "src/a.ts": "one", "src/deep/b.ts": "two", "c.ts": "" });
  const removed = await files.remove("src", "directory");
  expect(namesIn("")).toEqual(["c.ts"]);
  if (!removed.ok || !removed.value) throw new Error("no way back");
  expect((await removed.value.undo()).ok).toBe(true);
  expect([backend.text("src/a.ts"), backend.text("src/deep/b.ts")]).toEqual(["one", "two"]);
});

test("a new file never replaces one that is there", async () => {
  const { backend, files } = await start({ "a.ts": "kept" });
  const created = await files.createFile("a.ts");
  expect(created).toMatchObject({ ok: false, problem: { kind: "already-exists" } });
  expect(backend.text("a.ts")).toBe("kept");
});

test("the list of all files leaves out generated folders and is walked again after a change", async () => {
  const { backend, files } = await start({ "node_modules/x/index.js": "", "src/a.ts": "" });
  const signal = new AbortController().signal;
  expect(await files.allFiles(signal)).toEqual(["src/a.ts"]);
  await backend.writeFile("-b c.ts", new Uint8Array());
  await settled();
  expect(await files.allFiles(signal)).toEqual(["-b c.ts", "src/a.ts"]);
});

test("without an engine a change is refused with words, and what was seen stays", async () => {
  const { files, connection, namesIn } = await start({ "a.ts": "" });
  connection.dispose();
  expect(await files.createFile("b.ts")).toMatchObject({ ok: false, problem: { kind: "engine-lost" } });
  expect(namesIn("")).toEqual(["a.ts"]);
});

test.each([
  ["a name with a space, quotes and a leading dash", `-it's "fine" 🙂.ts`, undefined],
  ["an empty name", "  ", "Type a name."],
  ["a way out of the project", "../x", 'A name cannot be "." or "..".'],
])("%s", (_what, name, expected) => {
  expect(wrongWithName(name)).toBe(expected);
});
