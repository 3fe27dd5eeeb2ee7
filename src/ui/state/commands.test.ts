import { expect, test } from "vitest";
import { createCommandRegistry } from "./commands.ts";

const command = (id: string, run: () => void | Promise<void> = () => {}) => ({
  id,
  title: id,
  group: "Test",
  run,
});

test("a command runs only while it can be done", () => {
  let possible = false;
  let ran = 0;
  const registry = createCommandRegistry(() => {});
  registry.register({ ...command("save", () => void (ran += 1)), when: () => possible });
  expect(registry.run("save")).toBe(false);
  possible = true;
  expect(registry.run("save")).toBe(true);
  expect(ran).toBe(1);
});

test("a command that was taken back is gone", () => {
  const registry = createCommandRegistry(() => {});
  const registered = registry.register({ ...command("save"), keys: ["Mod+S"] });
  expect(registry.keysOf("save")).toBe("Mod+S");
  registered.dispose();
  expect(registry.run("save")).toBe(false);
});

test("two commands cannot have one id", () => {
  const registry = createCommandRegistry(() => {});
  registry.register(command("save"));
  expect(() => registry.register(command("save"))).toThrow("save");
});

test("what a command throws or rejects with is told to the owner", async () => {
  const failures: unknown[] = [];
  const registry = createCommandRegistry((_command, error) => failures.push(error));
  registry.register(
    command("throws", () => {
      throw new Error("at once");
    }),
    command("rejects", () => Promise.reject(new Error("later"))),
  );
  registry.run("throws");
  registry.run("rejects");
  await Promise.resolve();
  await Promise.resolve();
  expect(failures.map(String)).toEqual(["Error: at once", "Error: later"]);
});
