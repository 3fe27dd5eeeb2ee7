import { expect, test } from "vitest";
import { backendInMemory } from "../../contracts/backend-in-memory.ts";
import { createDocuments } from "./documents.ts";
import { memoryInStorage } from "./memory.ts";
import { createProjectFiles } from "./project-files.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const memory = () =>
  memoryInStorage("test.", () => {
    throw new Error("closed");
  });

async function start(content: Record<string, string | Uint8Array>, kept = memory()) {
  const backend = backendInMemory(content);
  const files = createProjectFiles(kept);
  const documents = createDocuments(files, kept);
  const connection = files.connect(backend);
  await settled();
  const get = (path: string) => documents.store.getState().documents.get(path);
  const edit = (path: string, text: string) => {
    documents.attach(path, {
      snapshot: () => ({ text, version: 1 }),
      saved: () => documents.setDirty(path, false),
    });
    documents.setDirty(path, true);
  };
  return { backend, documents, connection, get, edit, kept };
}

const write = (text: string) => new TextEncoder().encode(text);

test("a saved file holds the text and is clean only after the write", async () => {
  const { backend, documents, get, edit } = await start({ "a.ts": "one\r\n" });
  documents.open("a.ts");
  await settled();
  edit("a.ts", "two\r\n");
  expect(await documents.save("a.ts")).toBe(true);
  expect(backend.text("a.ts")).toBe("two\r\n");
  expect(get("a.ts")).toMatchObject({ dirty: false, content: { text: "two\r\n", lineEnd: "CRLF" } });
});

test("a clean document follows what others write", async () => {
  const { backend, documents, get } = await start({ "a.ts": "one" });
  documents.open("a.ts");
  await settled();
  const { revision = 0 } = get("a.ts") ?? {};
  await backend.writeFile("a.ts", write("theirs"));
  await settled();
  expect(get("a.ts")).toMatchObject({ content: { text: "theirs" }, revision: revision + 1 });
});

test("a changed document is never overwritten by others, nor overwrites them unasked", async () => {
  const { backend, documents, get, edit } = await start({ "a.ts": "one" });
  documents.open("a.ts");
  await settled();
  edit("a.ts", "mine");
  await backend.writeFile("a.ts", write("theirs"));
  await settled();
  expect(get("a.ts")).toMatchObject({ conflict: "changed", content: { text: "one" }, dirty: true });
  expect(await documents.save("a.ts")).toBe(false);
  expect(backend.text("a.ts")).toBe("theirs");
  expect(await documents.save("a.ts", true)).toBe(true);
  expect(backend.text("a.ts")).toBe("mine");
});

test("saving without an engine says so and keeps the text", async () => {
  const { documents, connection, get, edit } = await start({ "a.ts": "one" });
  documents.open("a.ts");
  await settled();
  edit("a.ts", "mine");
  connection.dispose();
  expect(await documents.saveAll()).toEqual(["a.ts"]);
  expect(get("a.ts")).toMatchObject({ dirty: true, saveProblem: { kind: "engine-lost" } });
});

test("unsaved text is there for the next page", async () => {
  const first = await start({ "a.ts": "one" });
  first.documents.open("a.ts");
  await settled();
  first.edit("a.ts", "unsaved");
  first.documents.keepDrafts();
  const second = await start({ "a.ts": "one" }, first.kept);
  second.documents.open("a.ts");
  expect(second.get("a.ts")?.draft).toBe("unsaved");
});

test("binary and very large files are told apart without becoming text", async () => {
  const { documents, get } = await start({
    "x.bin": new Uint8Array(20),
    "big.txt": new Uint8Array(6_000_000),
  });
  for (const path of ["x.bin", "big.txt", "missing"]) documents.open(path);
  await settled();
  expect(get("x.bin")?.content).toEqual({ state: "binary", sizeBytes: 20 });
  expect(get("big.txt")?.content).toEqual({ state: "too-large", sizeBytes: 6_000_000 });
  expect(get("missing")?.content).toEqual({ state: "gone" });
});
