import type { EngineKind } from "../contracts/engine.ts";
import type { EngineCapabilities } from "../contracts/engine-capabilities.ts";
import type { EngineClient } from "./engine-client.ts";
import { PlainOutput } from "./plain-output.ts";
import { parseEngineFacts, type EngineFacts, type RunnerFacts } from "./runner-frames.ts";

const PROBE_MS = 5_000;

/** What an engine's own host says stands between its processes and the machine. */
function isolationOf(facts: EngineFacts, inBrowser: boolean): EngineCapabilities["isolation"] {
  if (inBrowser) return "browser";
  return facts.launcher === undefined || facts.launcher === "none" ? "none" : "container";
}

export function capabilitiesOfRunner(runner: RunnerFacts): EngineCapabilities {
  const facts = parseEngineFacts(runner.engine);
  return {
    node: "full",
    nodeVersion: runner.nodeVersion,
    packageInstall: runner.webContainer || runner.programs.includes("npm"),
    git: runner.programs.includes("git"),
    shell: runner.shell?.bash ? "bash" : "limited",
    terminal: true,
    separateErrorOutput: true,
    backgroundProcesses: true,
    servers: true,
    memoryReport: runner.memoryReport,
    nativePrograms: !runner.webContainer,
    isolation: isolationOf(facts, runner.webContainer),
    keepsFiles: facts.keepsFiles ?? false,
    servesOwnDisk: facts.servesOwnDisk ?? false,
  };
}

/** What a shell says where no runner can be had. */
export interface ShellFacts {
  readonly shell: string;
  readonly bash: boolean;
  readonly programs: readonly string[];
  readonly engine: EngineFacts;
}

const QUESTION = [
  'echo "runs:$BASH_VERSION"',
  'echo "engine:$TABWRIGHT_ENGINE"',
  "for p in node git npm; do command -v $p >/dev/null 2>&1 && echo has:$p; done; true",
].join("; ");

/** Asks the shells that engines have, best first. `undefined`: none of them runs a command. */
export async function askShell(client: EngineClient): Promise<ShellFacts | undefined> {
  for (const shell of ["bash", "jsh", "sh"]) {
    const said = await firstWords(client, shell);
    const runs = /^runs:(.*)$/m.exec(said);
    if (runs === null) continue;
    return {
      shell,
      bash: runs[1] !== "",
      programs: Array.from(said.matchAll(/^has:(\w+)$/gm), ([, name = ""]) => name),
      engine: parseEngineFacts(/^engine:(.+)$/m.exec(said)?.[1]),
    };
  }
  return undefined;
}

export function capabilitiesOfShell(kind: EngineKind, facts: ShellFacts | undefined): EngineCapabilities {
  const engine = facts?.engine ?? {};
  return {
    node: facts?.programs.includes("node") ? "limited" : "none",
    packageInstall: facts?.programs.includes("npm") ?? false,
    git: facts?.programs.includes("git") ?? false,
    shell: facts?.bash ? "bash-compatible" : "limited",
    terminal: facts !== undefined,
    separateErrorOutput: false,
    backgroundProcesses: false,
    servers: false,
    memoryReport: false,
    nativePrograms: false,
    isolation: isolationOf(engine, kind !== "local"),
    keepsFiles: engine.keepsFiles ?? false,
    servesOwnDisk: engine.servesOwnDisk ?? false,
  };
}

async function firstWords(client: EngineClient, shell: string): Promise<string> {
  const deadline = new Promise<undefined>((resolve) => setTimeout(resolve, PROBE_MS, undefined));
  try {
    const process = await Promise.race([client.spawn(shell, ["-c", QUESTION]), deadline]);
    if (process === undefined) return "";
    const plain = new PlainOutput();
    const reader = process.output.getReader();
    let said = "";
    for (;;) {
      const next = await Promise.race([reader.read(), deadline]);
      if (next === undefined) process.kill();
      if (next === undefined || next.done) return said + plain.end();
      said += plain.add(next.value);
    }
  } catch {
    return "";
  }
}
