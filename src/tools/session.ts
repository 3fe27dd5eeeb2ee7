import type { ExecutionBackend, FileProblem } from "../contracts/execution-backend.ts";
import { BackgroundTasks } from "./commands/background-tasks.ts";
import { DEFAULT_SEARCH_EXCLUDED_DIRS } from "./limits.ts";
import { ProjectPaths, type ProjectPath, shownPath, type WorkingDirectory } from "./paths/project-paths.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { Arrivals } from "./state/arrivals.ts";
import { PathQueues } from "./state/path-queues.ts";
import { ReadFileState } from "./state/read-file-state.ts";
import type { FileDiffEvent } from "./tool.ts";

export interface FileChangeEvent {
  readonly type: "created" | "modified" | "deleted";
  readonly path: string;
}

export interface ToolBuildConfig {
  /** Names of the tools to build; all by default. */
  readonly include?: readonly string[];
  /** Left out after `include` was applied. */
  readonly exclude?: readonly string[];
  /** What the model has seen so far. Give the same one to every tool set of a run. */
  readonly readState?: ReadFileState;
  /** Commands in the background. Whoever hands it in disposes it when the run is over. */
  readonly backgroundTasks?: BackgroundTasks;
  /** Where the shell of the run stands. Give the same one to every tool set of a run. */
  readonly workingDirectory?: WorkingDirectory;
  /** Masks secrets in what a model reads; on by default. */
  readonly redactSecrets?: boolean;
  /** Refuses commands that would print the environment. */
  readonly blockDangerousCommands?: boolean;
  /** A text refuses the command and is what the model reads. */
  readonly blockCommand?: (command: string, cwd: string) => string | null | undefined;
  /** Files that may not be read or written, by path from the root, folded to lower case. */
  readonly readDeny?: (path: string) => boolean;
  readonly execTimeoutMs?: number;
  readonly maxExecTimeoutMs?: number;
  /** Serialized characters of a command's output that a result holds. */
  readonly shellInlineMax?: number;
  readonly overCeilingGraceMs?: number;
  readonly searchExcludedDirs?: readonly string[];
  /** Asked at each read: large HTML files come as an outline. */
  readonly outlineLargeHtml?: () => boolean;
  /** Asked when a note on a test run is made: titles of tests that need no fixing. */
  readonly excludedTestTitles?: () => readonly string[];
  /** Waits for a formatter or the like; what it throws is dropped. */
  readonly onAfterWrite?: (path: string) => Promise<void>;
  readonly onFileDiff?: (event: FileDiffEvent) => void;
  readonly onFileChange?: (event: FileChangeEvent) => void;
  /** Says whether an editor holds unsaved text of a path, after saving it where that is allowed. */
  readonly flushUnsaved?: (path: string) => Promise<"clean" | "flushed" | "refused">;
  /** A syntax problem of a text that was written, or `null`. JSON is checked without it. */
  readonly parseCheck?: (path: string, text: string) => Promise<string | null>;
  /** Notices for whoever runs the tools: settings that were not usable, aliases that were understood. */
  readonly log?: (message: string) => void;
}

/** Everything the tools of one run have in common. */
export interface ToolSession {
  readonly backend: ExecutionBackend;
  readonly config: ToolBuildConfig;
  readonly paths: ProjectPaths;
  readonly cwd: WorkingDirectory;
  readonly state: ReadFileState;
  readonly queues: PathQueues;
  readonly excludedDirs: ReadonlySet<string>;
  readonly log: (message: string) => void;
  /** Keys of small files that were asked for by window once. */
  readonly windowed: Set<string>;
  readonly arrivals: Arrivals;
  readonly tasks: BackgroundTasks;
}

export function createToolSession(backend: ExecutionBackend, config: ToolBuildConfig): ToolSession {
  const cwd = config.workingDirectory ?? { current: backend.projectRoot };
  const named = (config.searchExcludedDirs ?? []).filter((name) => /^[A-Za-z0-9._-]+$/.test(name));
  return {
    backend,
    config,
    paths: new ProjectPaths(backend, cwd),
    cwd,
    state: config.readState ?? new ReadFileState(),
    queues: new PathQueues(),
    excludedDirs: new Set(named.length > 0 ? named : DEFAULT_SEARCH_EXCLUDED_DIRS),
    log: config.log ?? (() => {}),
    windowed: new Set(),
    arrivals: new Arrivals(),
    tasks: config.backgroundTasks ?? new BackgroundTasks(),
  };
}

/** Whether the host keeps a path from the model, by its own spelling or by where it leads. */
export function isDenied({ config, paths }: ToolSession, path: ProjectPath): boolean {
  const { readDeny } = config;
  if (readDeny === undefined) return false;
  const target = path.key.startsWith(`${paths.root}/`) ? path.key.slice(paths.root.length + 1) : path.key;
  return readDeny(path.relative.toLowerCase()) || readDeny(target.toLowerCase());
}

export function denied(path: ProjectPath): Refusal {
  return refusal("DENIED", `${shownPath(path)} is kept from the agent by a rule of this project.`);
}

/** A backend's problem in one line for a model. Blank messages say so. */
export function problemText({ kind, message }: Pick<FileProblem, "kind" | "message">): string {
  const line = message.replace(/\s+/g, " ").trim();
  return line === "" ? `the backend gave no details (${kind})` : line.replace(/\.$/, "");
}
