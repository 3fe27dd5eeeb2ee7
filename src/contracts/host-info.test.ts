import { expect, test } from "vitest";
import { parseHostInfo } from "./host-info.ts";

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
