import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import type { EngineStatus } from "../../contracts/engine.ts";
import type { StateTone } from "../kit/state-dot.tsx";

export interface EngineWords {
  readonly tone: StateTone;
  /** For the chip. */
  readonly word: string;
  /** What it means for the person's work and what to do. */
  readonly sentence: string;
}

/** The state of an engine as a person reads it. */
export function engineWords(status: EngineStatus): EngineWords {
  switch (status.state) {
    case "not-started":
      return {
        tone: "waiting",
        word: "not started",
        sentence: "Commands and terminals wait for the engine.",
      };
    case "starting":
      return {
        tone: "running",
        word: STAGES[status.stage],
        sentence: "You can read and write files as soon as it is ready.",
      };
    case "ready":
      return { tone: "ok", word: "ready", sentence: "Commands, terminals and previews run in it." };
    case "restarting":
      return { tone: "running", word: "restarting", sentence: status.reason };
    case "lost":
      return {
        tone: "error",
        word: status.problem.kind === "out-of-memory" ? "out of memory" : "stopped",
        sentence: status.problem.message,
      };
    case "cannot-start":
      return { tone: "error", word: "cannot start here", sentence: status.problem.message };
  }
}

const STAGES = { checking: "checking", booting: "starting", preparing: "preparing" } as const;

export interface CapabilityLine {
  readonly title: string;
  readonly has: "yes" | "partly" | "no";
  readonly detail?: string;
}

/** What an engine can do, for a list. */
export function capabilityLines(capabilities: EngineCapabilities): readonly CapabilityLine[] {
  const yesNo = (has: boolean): CapabilityLine["has"] => (has ? "yes" : "no");
  return [
    {
      title: "Node",
      has: capabilities.node === "full" ? "yes" : capabilities.node === "limited" ? "partly" : "no",
      ...(capabilities.nodeVersion === undefined ? {} : { detail: capabilities.nodeVersion }),
    },
    { title: "Installing packages", has: yesNo(capabilities.packageInstall) },
    {
      title: "Shell",
      has: capabilities.shell === "limited" ? "partly" : "yes",
      detail: { bash: "bash", "bash-compatible": "bash in JavaScript", limited: "few commands" }[
        capabilities.shell
      ],
    },
    { title: "Terminals", has: yesNo(capabilities.terminal) },
    { title: "Servers and previews", has: yesNo(capabilities.servers) },
    { title: "Background processes", has: yesNo(capabilities.backgroundProcesses) },
    { title: "Git", has: yesNo(capabilities.git) },
    { title: "Native programs and browsers", has: yesNo(capabilities.nativePrograms) },
    {
      title: "Kept apart from your machine",
      has: yesNo(capabilities.isolation !== "none"),
      detail: { browser: "by the browser", container: "by a container", none: "commands run as you" }[
        capabilities.isolation
      ],
    },
  ];
}
