/** The part of the client library that the adapter uses; its `WebContainer` is one. */
export interface EngineClient {
  readonly workdir: string;
  readonly fs: EngineFiles;
  spawn(command: string, args: string[], options?: SpawnOptions): Promise<EngineProcess>;
  on(event: "port", listener: (port: number, type: "open" | "close", url: string) => void): () => void;
  on(event: "server-ready", listener: (port: number, url: string) => void): () => void;
  on(event: "error", listener: (error: { message: string }) => void): () => void;
  on(event: "preview-message", listener: (message: unknown) => void): () => void;
  teardown(): void;
}

export interface EngineFiles {
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, data: Uint8Array): Promise<void>;
  readdir(path: string, options: { withFileTypes: true }): Promise<EngineEntry[]>;
  mkdir(path: string, options: { recursive: true }): Promise<unknown>;
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  watch(
    path: string,
    options: { recursive: boolean },
    listener: (event: "rename" | "change", name: string | Uint8Array) => void,
  ): { close(): void };
}

export interface EngineEntry {
  readonly name: string | Uint8Array;
  isFile(): boolean;
  isDirectory(): boolean;
}

export interface SpawnOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly terminal?: { readonly cols: number; readonly rows: number };
}

export interface EngineProcess {
  readonly output: ReadableStream<string>;
  readonly input: WritableStream<string>;
  readonly exit: Promise<number>;
  kill(): void;
  resize(size: { cols: number; rows: number }): void;
}
