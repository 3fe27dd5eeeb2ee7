import type { Disposable } from "../base/disposable.ts";
import type { Result } from "../base/result.ts";
import type { EngineCapabilities } from "./engine-capabilities.ts";

export interface FileProblem {
  readonly kind:
    | "not-found"
    | "is-directory"
    | "not-directory"
    | "already-exists"
    | "not-permitted"
    | "outside-project"
    | "too-large"
    | "no-space"
    | "engine-lost"
    | "failed";
  readonly path: string;
  /** One sentence for a person or a model. It holds no host path outside the project. */
  readonly message: string;
}

export interface DirectoryEntry {
  readonly name: string;
  /** `other`: a link that leads nowhere, a socket, a device. A link that can be followed has the kind of its target. */
  readonly kind: "file" | "directory" | "other";
  /** Reached through a link. Walks do not follow it: links can lead in circles. */
  readonly link?: true;
}

export interface FileStat {
  readonly kind: "file" | "directory" | "other";
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt?: number;
}

export interface CommandOptions {
  /** Absolute, or relative to the project root, which is the default. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Stops the whole process tree and answers with what was printed; `stoppedBy` is then `timeout`. */
  readonly timeoutMs?: number;
  /** Like `timeoutMs`, but counted and enforced inside the engine, after its own set-up; `stoppedBy` is then `budget` and the exit code 124. */
  readonly budgetMs?: number;
  readonly stdin?: string;
  /** Stops the whole process tree; `stoppedBy` is then `signal`. The promise still settles with what was printed. */
  readonly signal?: AbortSignal;
  readonly onOutput?: (chunk: CommandOutput) => void;
  /** Only `onOutput` gets the output; `stdout` and `stderr` of the result are empty. */
  readonly discardOutput?: boolean;
}

export interface CommandOutput {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** The name of the signal that ended the process, such as `SIGTERM`. */
  readonly killedBy?: string;
  readonly stoppedBy?: "timeout" | "budget" | "signal";
  /** Standard error could not be told apart and stands in `stdout`. */
  readonly merged: boolean;
  /** The middle of an output that was larger than the backend keeps is missing: how many characters. */
  readonly droppedCharacters?: number;
  /** Milliseconds from start to exit, measured in the engine. */
  readonly durationMs: number;
}

export interface CommandProblem {
  readonly kind: "cannot-start" | "engine-lost" | "outside-project" | "not-supported";
  readonly message: string;
}

/** A command that runs on while others do. */
export interface RunningCommand {
  readonly id: string;
  readonly result: Promise<CommandResult>;
  write(text: string): void;
  /** Stops the whole process tree. Resolves when nothing of it lives, or with the names of what could not be stopped. */
  stop(): Promise<readonly string[]>;
}

export interface FileChange {
  readonly kind: "created" | "modified" | "deleted";
  /** Relative to the project root, with `/`. */
  readonly path: string;
}

/**
 * The files and commands of one project, whatever executes them. Paths are absolute below `projectRoot` or relative to it;
 * everything else is refused with `outside-project`. Files are bytes: decoding belongs to the reader.
 * An optional method that is missing means that the backend cannot do it.
 */
export interface ExecutionBackend {
  /** Absolute, without a trailing slash. */
  readonly projectRoot: string;
  /** Acts directly on the person's own disk. */
  readonly hostFs: boolean;
  readonly capabilities: EngineCapabilities;
  readFile(path: string): Promise<Result<Uint8Array<ArrayBuffer>, FileProblem>>;
  /** Creates parent directories. */
  writeFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Result<undefined, FileProblem>>;
  /** A directory that does not exist is `not-found`, never an empty list. Entries are in no order. */
  readDirectory(path: string): Promise<Result<readonly DirectoryEntry[], FileProblem>>;
  /** Creates parents; an existing directory is a success. */
  makeDirectory(path: string): Promise<Result<undefined, FileProblem>>;
  /** Refuses to overwrite an existing target. Creates the target's parents. */
  rename(from: string, to: string): Promise<Result<undefined, FileProblem>>;
  remove(path: string, options?: { readonly recursive?: boolean }): Promise<Result<undefined, FileProblem>>;
  run(command: string, options?: CommandOptions): Promise<Result<CommandResult, CommandProblem>>;
  start(command: string, options?: CommandOptions): Promise<Result<RunningCommand, CommandProblem>>;
  stat?(path: string): Promise<Result<FileStat, FileProblem>>;
  /** The path with every link resolved. */
  realPath?(path: string): Promise<Result<string, FileProblem>>;
  /** Many files in one round trip; a file that cannot be read has its own problem. */
  readFiles?(paths: readonly string[]): Promise<readonly Result<Uint8Array<ArrayBuffer>, FileProblem>[]>;
  /** Coalesced changes below the project root. Trees that hold installed packages or version control are not watched. */
  watch?(listener: (changes: readonly FileChange[]) => void): Disposable;
}
