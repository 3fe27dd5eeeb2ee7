import { expect, test } from "vitest";
import { hostKeyOf, parseHostInfo } from "./host-info.ts";

const good = { version: 1, engine: { kind: "local" }, folders: [], proxiedProviders: [] };

test("a complete description is read", () => {
  expect(parseHostInfo(good)).toEqual({ ok: true, value: good });
});

test.each([
  ["another version", { ...good, version: 2 }, "version"],
  ["an unknown engine", { ...good, engine: { kind: "moon" } }, "engine.kind"],
  ["no object", "<html>", ""],
  ["an unknown provider", { ...good, proxiedProviders: ["mallory"] }, "proxiedProviders.0"],
])("%s is refused and the place is named", (_why, foreign, place) => {
  const result = parseHostInfo(foreign);
  expect(result.ok).toBe(false);
  if (!result.ok) expect(result.problem).toContain(`"${place}"`);
});

test("the host key comes from the address once and is kept for the next visit", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  expect(hostKeyOf("http://127.0.0.1:4600/", storage)).toBeUndefined();
  expect(hostKeyOf("http://127.0.0.1:4600/?key=abc#part", storage)).toBe("abc");
  expect(hostKeyOf("http://127.0.0.1:4600/", storage)).toBe("abc");
});
