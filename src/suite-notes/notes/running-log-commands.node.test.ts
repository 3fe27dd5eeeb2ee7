import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runningCauseCommand, runningOutputSliceCommand } from "./running-log-commands.ts";

test("the slice holds failure lines and the end of the log, also when its name needs quotes", () => {
  const folder = mkdtempSync(join(tmpdir(), "running log's "));
  try {
    const log = join(folder, "run.log");
    const passed = Array.from({ length: 4_000 }, (_each, index) => `  ✓  ${index} a.spec.ts:1:1 › x (1ms)`);
    writeFileSync(
      log,
      [
        "  ✘  1 a.spec.ts:3:1 › saves (2.0s)",
        "    TimeoutError: locator.click",
        "Test timeout of 6000ms exceeded.",
        ...passed,
        "the end",
      ].join("\n"),
    );
    const slice = execFileSync("sh", ["-c", runningOutputSliceCommand(log, join(folder, "none.log"))], {
      encoding: "utf8",
    });
    expect(slice).toContain("✘  1 a.spec.ts:3:1 › saves");
    expect(slice).toContain("TimeoutError");
    expect(slice).toContain("Test timeout of 6000ms");
    expect(slice).toContain("the end");
    expect(slice.length).toBeLessThan(2_000);
    const cause = execFileSync("sh", ["-c", runningCauseCommand(log)]);
    expect(cause.length).toBe(40_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
