import type { Engine } from "../../contracts/engine.ts";
import { ENGINE_FOLDER } from "../../contracts/project-tree.ts";
import type { Check, CheckGroup, Scene } from "./check.ts";
import { commandChecks } from "./command-checks.ts";
import { fileChecks } from "./file-checks.ts";
import { folderChecks } from "./folder-checks.ts";
import { outputChecks } from "./output-checks.ts";
import { programChecks } from "./program-checks.ts";
import { rebootChecks } from "./reboot-checks.ts";
import { serverChecks } from "./server-checks.ts";
import { stopChecks } from "./stop-checks.ts";
import { terminalChecks } from "./terminal-checks.ts";
import { watchChecks } from "./watch-checks.ts";

const CHECK_LIMIT_MS = 30_000;

export interface CheckOutcome {
  readonly group: string;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly milliseconds: number;
  /** Why it failed or was skipped. */
  readonly message?: string;
}

export interface ConformanceReport {
  readonly engine: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly checks: readonly CheckOutcome[];
}

export interface ConformanceAccess {
  readonly engine: Engine;
  /**
   * Disposes the engine and boots it again. Without it the checks of a second boot are skipped, since they end everything
   * that runs in the engine. The last engine belongs to the caller again.
   */
  readonly reboot?: () => Promise<Engine>;
}

export interface ConformanceOptions {
  /** Ends the run with its reason before the next check. */
  readonly signal?: AbortSignal;
  /** Runs only these groups. */
  readonly groups?: readonly string[];
  onCheck?(outcome: CheckOutcome, done: number, all: number): void;
}

/** Groups in the order in which they run. */
const CONFORMANCE: readonly CheckGroup[] = [
  fileChecks,
  folderChecks,
  watchChecks,
  commandChecks,
  outputChecks,
  stopChecks,
  programChecks,
  terminalChecks,
  serverChecks,
];

/** Checks what an engine promises, one after the other. Each check works in a hidden folder of its own, which is removed. */
export async function runConformance(
  access: ConformanceAccess,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const all = [...CONFORMANCE, rebootChecks(access.reboot)]
    .filter(({ group }) => options.groups?.includes(group) ?? true)
    .flatMap(({ group, checks }) => checks.map((check) => ({ group, check })));
  const checks: CheckOutcome[] = [];
  try {
    for (const { group, check } of all) {
      options.signal?.throwIfAborted();
      const outcome = await outcomeOf(access.engine, group, check);
      checks.push(outcome);
      options.onCheck?.(outcome, checks.length, all.length);
    }
  } finally {
    await removeEmptyFolder(access.engine);
  }
  const count = (wanted: CheckOutcome["outcome"]): number =>
    checks.filter(({ outcome }) => outcome === wanted).length;
  return {
    engine: access.engine.label,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    checks,
  };
}

/** The folder of the scenes goes too, unless somebody else has something in it. */
async function removeEmptyFolder({ backend }: Engine): Promise<void> {
  const left = await backend.readDirectory(ENGINE_FOLDER);
  if (left.ok && left.value.length === 0) await backend.remove(ENGINE_FOLDER, { recursive: true });
}

async function outcomeOf(engine: Engine, group: string, check: Check): Promise<CheckOutcome> {
  const startedAt = performance.now();
  const outcome = (kind: CheckOutcome["outcome"], message?: string): CheckOutcome => ({
    group,
    name: check.name,
    outcome: kind,
    milliseconds: Math.round(performance.now() - startedAt),
    ...(message !== undefined && { message }),
  });
  if (check.applies && !check.applies(engine.capabilities))
    return outcome("skipped", check.skippedBecause ?? "This engine does not offer what the check is about.");
  const folder = `${ENGINE_FOLDER}/check-${crypto.randomUUID().slice(0, 8)}`;
  const scene: Scene = { engine, backend: engine.backend, folder };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it took longer than ${CHECK_LIMIT_MS / 1_000} seconds`)),
      CHECK_LIMIT_MS,
    );
  });
  try {
    await engine.backend.makeDirectory(folder);
    await Promise.race([check.run(scene), late]);
    return outcome("passed");
  } catch (error) {
    return outcome("failed", error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
    await engine.backend.remove(folder, { recursive: true });
  }
}
