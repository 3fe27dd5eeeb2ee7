import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { PROCESS_MARKER } from "../processes/process-tree.ts";
import type { AgentProgram, Launcher } from "./launcher.ts";

/** Runs the agent as a plain process: what a project's programs may do is what the person may do. */
export function launchNone(program: AgentProgram): Launcher {
  return {
    name: "none",
    start: ({ folder, mark, env }) =>
      spawn(process.execPath, [program.file, folder, mark], {
        cwd: folder,
        // A session of its own keeps the terminal's Ctrl+C from the agent: the server ends it in order.
        detached: true,
        env: { ...env, HOME: homedir(), [PROCESS_MARKER]: mark },
        stdio: ["pipe", "pipe", "pipe"],
      }),
  };
}
