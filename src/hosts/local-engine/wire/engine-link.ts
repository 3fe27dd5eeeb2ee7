import { Decoder, Encoder, ExtensionCodec } from "@msgpack/msgpack";

/** What an engine page may ask of the agent of its workspace. Every path is relative to the project. */
export interface EngineCalls {
  runtimeInfo(): { path: string; cwd: string };
  readFile(path: string, encoding: string | null): string | Uint8Array | Bulk;
  writeFile(path: string, content: string | Uint8Array, encoding: string | null): void;
  readdir(path: string, encoding: string | null): DirectoryEntry[];
  /** Answers the first folder that was made, relative to the project. */
  mkdir(path: string, recursive: boolean): string | null;
  rm(path: string, options: { force: boolean; recursive: boolean }): void;
  rename(from: string, to: string): void;
  watch(path: string, recursive: boolean): number;
  unwatch(watch: number): void;
  run(request: RunRequest): number;
  write(process: number, input: string): void;
  resize(process: number, columns: number, rows: number): void;
  /** Answers when no process of the tree is left. */
  kill(process: number): void;
  loadFiles(content: Uint8Array, mountPoint: string): void;
  serialize(path: string, options: SerializeOptions): Uint8Array | Bulk;
}

/** What the agent tells the engine page. */
export interface EngineNotices {
  /** Answered when the reader took the bytes, which is what slows a fast program down. */
  output(process: number, bytes: Uint8Array): void | Promise<void>;
  /** Comes after the last `output` was answered. */
  exited(process: number, code: number): void;
  changed(watch: number, changes: readonly FileChange[]): void;
  port(port: number, state: "open" | "close"): void;
  serverReady(port: number): void;
}

/** Bytes too many for a message: the page fetches them over HTTP. */
export interface Bulk {
  readonly ticket: string;
  readonly size: number;
}

export interface DirectoryEntry {
  readonly name: string | Uint8Array;
  /** As the client reads it: 1 a file, 2 a directory; anything else is neither. */
  readonly type: number;
}

export type FileChange = readonly [event: "rename" | "change", name: string];

export interface RunRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
  /** Without it the output is thrown away. */
  readonly wantsOutput: boolean;
}

export interface SerializeOptions {
  readonly format: "json" | "binary" | "zip";
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** Reads above this many bytes go over HTTP, which is faster there than a WebSocket. */
export const BULK_BYTES = 256 * 1024;

const ERROR_TYPE = 1;
const extensionCodec = new ExtensionCodec();
extensionCodec.register({
  type: ERROR_TYPE,
  encode: (value) =>
    value instanceof Error ? new Encoder().encode({ name: value.name, message: value.message }) : null,
  decode(bytes) {
    const { name, message } = new Decoder().decode(bytes) as { name: string; message: string };
    const error = new Error(message);
    error.name = name;
    return error;
  },
});

/** Messages of an engine session as bytes. Errors keep name and message; `undefined` arrives as `null`. */
export function encodeMessage(message: unknown): Uint8Array<ArrayBuffer> {
  return new Encoder({ extensionCodec, ignoreUndefined: true }).encode(message);
}

export function decodeMessage(bytes: Uint8Array): unknown {
  return new Decoder({ extensionCodec }).decode(bytes);
}
