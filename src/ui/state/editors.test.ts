import { expect, test } from "vitest";
import { createEditorsStore, readTabs } from "./editors.ts";
import { memoryInStorage } from "./memory.ts";

const memory = () =>
  memoryInStorage("test.", () => {
    throw new Error("closed");
  });
const shown = (editors: ReturnType<typeof createEditorsStore>) =>
  editors.store
    .getState()
    .tabs.map((tab) => (tab.kind === "file" && tab.preview ? `(${tab.id})` : tab.id))
    .join(" ");

test("a file that is only looked at takes the place of the last such file", () => {
  const editors = createEditorsStore(memory());
  editors.openFile("a.ts", { preview: true });
  editors.openFile("b.ts", { preview: true });
  expect(shown(editors)).toBe("(b.ts)");
  editors.openFile("b.ts");
  editors.openFile("c.ts", { preview: true });
  expect(shown(editors)).toBe("b.ts (c.ts)");
});

test("closing the active tab shows its neighbour", () => {
  const editors = createEditorsStore(memory());
  for (const path of ["a", "b", "c"]) editors.openFile(path);
  editors.activate("b");
  editors.close("b");
  expect(editors.store.getState().active).toBe("c");
  editors.close("c");
  expect(editors.store.getState().active).toBe("a");
});

test("a tab with unsaved work stays when its owner says so", () => {
  const editors = createEditorsStore(memory(), (path) => path !== "dirty.ts");
  editors.openFile("dirty.ts");
  editors.openFile("b.ts");
  editors.closeOthers("b.ts");
  expect(shown(editors)).toBe("dirty.ts b.ts");
});

test("a rename of a folder moves the tabs below it", () => {
  const editors = createEditorsStore(memory());
  editors.openFile("src/a.ts");
  editors.openFile("srcs/b.ts");
  editors.moved("src", "lib");
  expect(shown(editors)).toBe("lib/a.ts srcs/b.ts");
});

test("tabs come back after a reload and a damaged memory brings none", () => {
  const kept = memory();
  createEditorsStore(kept).openFile("a.ts");
  expect(shown(createEditorsStore(kept))).toBe("a.ts");
  expect(
    readTabs({ tabs: [{ kind: "file", path: 7 }, null, { kind: "file", path: "x" }], active: "y" }),
  ).toMatchObject({ tabs: [{ id: "x" }], active: "x" });
});
