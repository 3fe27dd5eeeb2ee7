import { describe, expect, test } from "vitest";
import { Emitter } from "../../base/emitter.ts";
import { backendInMemory, type BackendInMemory } from "../../contracts/backend-in-memory.ts";
import type { Engine } from "../../contracts/engine.ts";
import { runConformance } from "./run-conformance.ts";

function engineWith(backend: BackendInMemory): Engine {
  return {
    kind: "tab",
    label: "files in memory",
    capabilities: backend.capabilities,
    backend,
    ports: new Emitter(),
    openPorts: () => [],
    previewMessages: new Emitter(),
    lost: new Emitter(),
    openTerminal: async () => ({ ok: false, problem: { kind: "not-supported", message: "" } }),
    dispose() {},
  };
}

const FILE_GROUPS = { groups: ["Files", "Folders"] };

describe("the conformance checks", () => {
  test("about files all pass on files in memory, and leave nothing behind", async () => {
    const backend = backendInMemory();
    const report = await runConformance({ engine: engineWith(backend) }, FILE_GROUPS);
    expect(report.checks.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(report.passed).toBeGreaterThan(30);
    expect(report.passed + report.skipped).toBe(report.checks.length);
    expect(await backend.readDirectory("")).toEqual({ ok: true, value: [] });
  });

  test("fail for a backend that lists missing folders, overwrites and breaks bytes", async () => {
    const backend = backendInMemory();
    const broken: BackendInMemory = {
      ...backend,
      async readDirectory(path) {
        const listed = await backend.readDirectory(path);
        return listed.ok ? listed : { ok: true, value: [] };
      },
      async rename(from, to) {
        await backend.remove(to, { recursive: true });
        return backend.rename(from, to);
      },
      async writeFile(path, bytes) {
        return backend.writeFile(path, new TextEncoder().encode(new TextDecoder().decode(bytes)));
      },
    };
    const report = await runConformance({ engine: engineWith(broken) }, FILE_GROUPS);
    expect(report.checks.flatMap(({ outcome, name }) => (outcome === "failed" ? [name] : []))).toEqual([
      "Every byte from 0 to 255 survives.",
      "A byte order mark is kept.",
      "A file of 5 MiB is written and read whole.",
      "A missing folder is not found, never empty.",
      "Listing a file is refused.",
      "A rename overwrites neither a file nor a folder.",
      "A rename of what does not exist is not found and makes no folder.",
      "A folder is removed only when its content may go too.",
    ]);
  });

  test("are skipped where an engine does not offer what they are about, and fail where commands do not run", async () => {
    const report = await runConformance(
      { engine: engineWith(backendInMemory()) },
      { groups: ["Terminal", "Commands"] },
    );
    const ofGroup = (group: string): string[] =>
      report.checks.filter((check) => check.group === group).map(({ outcome }) => outcome);
    expect(new Set(ofGroup("Terminal"))).toEqual(new Set(["skipped"]));
    expect(report.checks[0]?.group).toBe("Commands");
    expect(report.checks.find(({ name }) => name.startsWith("A command prints"))).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("not-supported"),
    });
  });

  test("are told one by one and end when asked to", async () => {
    const stop = new AbortController();
    const told: string[] = [];
    const running = runConformance(
      { engine: engineWith(backendInMemory()) },
      {
        signal: stop.signal,
        onCheck: ({ name }, done, all) => {
          told.push(`${done} ${name}`);
          expect(all).toBeGreaterThan(60);
          if (done === 3) stop.abort();
        },
      },
    );
    await expect(running).rejects.toThrow(/abort/i);
    expect(told).toHaveLength(3);
  });
});
