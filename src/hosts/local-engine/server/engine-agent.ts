import type { ChildProcess } from "node:child_process";
import { endProcesses } from "../processes/process-tree.ts";
import type { LaunchedProject, Launcher } from "../launch/launcher.ts";
import { type Channel, type ChannelPurpose, Multiplexer } from "../pipe/multiplexer.ts";

const MOST_STDERR = 4000;
const STOP_MS = 4000;

/** A running engine agent, as the server sees it. */
export class EngineAgent {
  readonly #child: ChildProcess;
  readonly #channels: Multiplexer;
  readonly #mark: string;
  readonly #ended: Promise<void>;
  #stderr = "";
  #hasEnded = false;

  constructor(launcher: Launcher, project: LaunchedProject) {
    this.#mark = project.mark;
    this.#child = launcher.start(project);
    const { stdin, stdout, stderr } = this.#child;
    if (stdin === null || stdout === null || stderr === null)
      throw new Error("A launcher gave an agent without pipes.");
    this.#channels = new Multiplexer(stdout, stdin);
    stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-MOST_STDERR);
    });
    this.#ended = new Promise((resolve) => {
      const end = (): void => {
        this.#hasEnded = true;
        this.#channels.dispose();
        resolve();
      };
      this.#child.once("error", (error) => {
        this.#stderr += error.message;
        end();
      });
      this.#child.once("close", end);
    });
  }

  /** Settles when the process is gone, for whatever reason. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** What the agent complained about last. */
  get complaint(): string {
    return this.#stderr.trim();
  }

  open(purpose: ChannelPurpose): Channel {
    return this.#channels.open(purpose);
  }

  /** Ends the agent and every process of its project, also those that left their parents. */
  async stop(): Promise<void> {
    this.#child.stdin?.destroy();
    const late = setTimeout(() => this.#child.kill("SIGKILL"), STOP_MS);
    if (!this.#hasEnded) await this.#ended;
    clearTimeout(late);
    await endProcesses(this.#mark);
  }
}
