import type { ChildProcess } from "node:child_process";

/** A place where an engine agent can run: whatever starts a process with a pipe on both ends. */
export interface Launcher {
  readonly name: LauncherName;
  /** Starts the agent on a folder of this machine. The agent speaks frames on its standard input and output. */
  start(project: LaunchedProject): ChildProcess;
}

export type LauncherName = "none" | "bwrap";

export interface LaunchedProject {
  /** The folder on this machine. */
  readonly folder: string;
  /** A folder for caches and settings of programs, kept apart for each project. */
  readonly home: string;
  /** Names every process of this agent. */
  readonly mark: string;
  /** Variables that every process of the project gets. */
  readonly env: Readonly<Record<string, string>>;
}

/** Where the agent's program is on this machine. */
export interface AgentProgram {
  readonly file: string;
  /** The folder whose packages the agent loads. */
  readonly packages: string;
}
