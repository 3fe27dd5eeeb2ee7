import { createHmac, randomBytes } from "node:crypto";
import { accessSync, constants, mkdirSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Launcher } from "../launch/launcher.ts";
import { fail, type Result, succeed } from "../../../base/result.ts";
import type { PreviewErrors, PreviewReport, PreviewScript } from "../wire/server-messages.ts";
import { EngineAgent } from "./engine-agent.ts";

const DEFAULT_NAME = "project";
const MOST_NAME_BYTES = 200;

export interface WorkspaceOptions {
  readonly dataFolder: string;
  /** Folders of the person's own disk. */
  readonly ownFolders: readonly string[];
  readonly launcherFor: (place: "own-folder" | "kept-project") => Launcher;
  readonly env: Readonly<Record<string, string>>;
  /** Makes the names of preview addresses unguessable and the same after a restart. */
  readonly secret: string;
  /** How long an agent without a page is kept. */
  readonly graceMs: number;
}

/** A page that has booted in a workspace. */
export interface WorkspacePage {
  previewErrors: PreviewErrors;
  report(message: PreviewReport): void;
}

/** One project of the engine: a folder, and an agent while pages use it. */
export interface Workspace {
  readonly name: string;
  /** The part of a preview's host name after the port. */
  readonly previewId: string;
  readonly pages: Set<WorkspacePage>;
  previewScript: PreviewScript | undefined;
  /** The running agent, started when there is none. */
  agent(): EngineAgent;
  /** The agent if one runs. */
  runningAgent(): EngineAgent | undefined;
  /** A page that came earlier has left. */
  leave(page: WorkspacePage): void;
}

interface Place {
  readonly folder: string;
  readonly kind: "own-folder" | "kept-project";
}

/** The projects that the engine serves, by the name that the client gives to `boot`. */
export class Workspaces {
  readonly #options: WorkspaceOptions;
  readonly #open = new Map<string, OpenWorkspace>();
  readonly #own: ReadonlyMap<string, string>;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
    this.#own = new Map(options.ownFolders.map((folder) => [ownFolderName(folder), folder]));
  }

  /** The person's own folders, as the IDE offers them. */
  get ownFolders(): { workdirName: string; label: string }[] {
    return Array.from(this.#own, ([workdirName, folder]) => ({
      workdirName,
      label: basename(folder) || folder,
    }));
  }

  /** The workspace of a name; its folder is made when it is new. The problem is a sentence for the person. */
  find(wanted: string): Result<Workspace, string> {
    const name = wanted === "" ? DEFAULT_NAME : wanted;
    const known = this.#open.get(name);
    if (known !== undefined) return succeed(known);
    const place = this.#place(name);
    if (!place.ok) return place;
    const workspace = new OpenWorkspace(name, place.value, this.#options);
    this.#open.set(name, workspace);
    return succeed(workspace);
  }

  byPreviewId(previewId: string): Workspace | undefined {
    return Array.from(this.#open.values()).find((workspace) => workspace.previewId === previewId);
  }

  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#open.values(), (workspace) => workspace.stop()));
  }

  #place(name: string): Result<Place, string> {
    const own = this.#own.get(name);
    const folder = own ?? join(this.#options.dataFolder, "projects", encodeURIComponent(name));
    if (own === undefined) {
      if (
        name === "." ||
        name === ".." ||
        /[/\\\0]/.test(name) ||
        encodeURIComponent(name).length > MOST_NAME_BYTES
      )
        return fail(`This cannot be the name of a project: ${JSON.stringify(name)}`);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    }
    try {
      if (!statSync(folder).isDirectory()) return fail(`The project "${name}" is not a folder.`);
      accessSync(folder, constants.R_OK | constants.X_OK);
    } catch {
      return fail(`The folder of the project "${name}" is missing or may not be read.`);
    }
    return succeed({ folder: realpathSync(folder), kind: own === undefined ? "kept-project" : "own-folder" });
  }
}

/** The workspace name of a folder of the person's disk: its own name and something that keeps two folders of one name apart. */
function ownFolderName(folder: string): string {
  const readable = basename(folder).replaceAll(/[^A-Za-z0-9_-]+/g, "-");
  const distinct = createHmac("sha256", "own-folder").update(folder).digest("hex").slice(0, 8);
  return `folder-${readable}-${distinct}`;
}

class OpenWorkspace implements Workspace {
  readonly name: string;
  readonly previewId: string;
  readonly pages = new Set<WorkspacePage>();
  previewScript: PreviewScript | undefined;
  readonly #place: Place;
  readonly #options: WorkspaceOptions;
  #agent: EngineAgent | undefined;
  #grace: NodeJS.Timeout | undefined;

  constructor(name: string, place: Place, options: WorkspaceOptions) {
    this.name = name;
    this.#place = place;
    this.#options = options;
    this.previewId = createHmac("sha256", options.secret)
      .update(`preview ${name}`)
      .digest("hex")
      .slice(0, 20);
  }

  agent(): EngineAgent {
    clearTimeout(this.#grace);
    if (this.#agent !== undefined) return this.#agent;
    const launcher = this.#options.launcherFor(this.#place.kind);
    const home = join(this.#options.dataFolder, "homes", encodeURIComponent(this.name));
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const facts = {
      kind: "local",
      launcher: launcher.name,
      servesOwnDisk: this.#place.kind === "own-folder",
      keepsFiles: true,
    };
    const agent = new EngineAgent(launcher, {
      folder: this.#place.folder,
      home,
      mark: randomBytes(8).toString("hex"),
      env: { ...this.#options.env, TABWRIGHT_ENGINE: JSON.stringify(facts) },
    });
    this.#agent = agent;
    void agent.ended.then(() => {
      if (this.#agent === agent) this.#agent = undefined;
    });
    return agent;
  }

  runningAgent(): EngineAgent | undefined {
    return this.#agent;
  }

  leave(page: WorkspacePage): void {
    this.pages.delete(page);
    if (this.pages.size > 0) return;
    clearTimeout(this.#grace);
    this.#grace = setTimeout(() => void this.stop(), this.#options.graceMs).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#grace);
    const agent = this.#agent;
    this.#agent = undefined;
    await agent?.stop();
  }
}
