import type { Engine, EngineStatus } from "../../contracts/engine.ts";
import { bootEngine } from "../../engine/boot-engine.ts";
import { runConformance } from "../../engine/conformance/run-conformance.ts";
import { fetchHostInfo } from "./session/host-info.ts";

/**
 * Runs every check against the engine of this host and shows the report as JSON. `group` in the address, also several times, names
 * the groups to run; `workdir` the project's folder.
 */
async function checkEngine(): Promise<void> {
  const address = new URL(location.href).searchParams;
  const signal = new AbortController().signal;
  const host = await fetchHostInfo(signal);
  if (!host.ok) return show({ problem: host.problem });
  const workdirName = address.get("workdir") ?? "tabwright-conformance";
  const boot = async (): Promise<Engine> => {
    const booted = await bootEngine({
      hostInfo: host.value,
      workdirName,
      signal,
      onStatus: (status) => tell(wordsFor(status)),
      // eslint-disable-next-line no-console
      onTrouble: (message) => console.warn(message),
    });
    if (!booted.ok) throw new Error(booted.problem.message);
    return booted.value;
  };
  let engine: Engine;
  const startedAt = performance.now();
  try {
    engine = await boot();
  } catch (error) {
    return show({ problem: error instanceof Error ? error.message : String(error) });
  }
  const bootMilliseconds = Math.round(performance.now() - startedAt);
  const { capabilities } = engine;
  const groups = address.getAll("group");
  const report = await runConformance(
    {
      engine,
      async reboot() {
        engine.dispose();
        engine = await boot();
        return engine;
      },
    },
    {
      ...(groups.length > 0 && { groups }),
      onCheck(check, done, all) {
        tell(`${done} of ${all}: ${check.group}: ${check.name}`);
        if (check.outcome !== "failed") return;
        const line = document.createElement("li");
        line.textContent = `${check.group}: ${check.name} ${check.message ?? ""}`;
        document.querySelector("#failures")?.append(line);
      },
    },
  );
  engine.dispose();
  tell(`${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`);
  show({ ...report, bootMilliseconds, capabilities, browser: navigator.userAgent });
}

function wordsFor(status: EngineStatus): string {
  return status.state === "starting"
    ? `Starting the engine: ${status.stage}`
    : `The engine is ${status.state}`;
}

function tell(text: string): void {
  const progress = document.querySelector("#progress");
  if (progress) progress.textContent = text;
}

function show(report: object): void {
  const area = document.querySelector<HTMLTextAreaElement>("#report");
  if (!area) return;
  area.value = JSON.stringify(report, undefined, 2);
  area.dataset["done"] = "true";
  const copy = document.querySelector<HTMLButtonElement>("#copy");
  if (!copy) return;
  copy.disabled = false;
  copy.addEventListener("click", () => {
    navigator.clipboard.writeText(area.value).then(
      () => tell("The result is copied."),
      // The selected text can still be copied by hand.
      () => area.select(),
    );
  });
}

await checkEngine();
