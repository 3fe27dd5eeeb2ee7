import type { ExecutionBackend } from "../../contracts/execution-backend.ts";
import { AGENT_FOLDER, OVERFLOW_FILE_MAX_BYTES } from "../limits.ts";
import { truncateMiddle } from "../text/truncate.ts";

const QUOTA_BYTES = 67_108_864;

/** Keeps whole outputs of which a result shows only parts, in a folder of ours that nothing else looks into. */
export class OverflowFiles {
  readonly #backend: ExecutionBackend;
  readonly #files: { readonly path: string; readonly bytes: number }[] = [];
  #prepared = false;

  constructor(backend: ExecutionBackend) {
    this.#backend = backend;
  }

  /** The path from the root, or `undefined` when the file could not be written. Both texts are cleaned and masked already. */
  async keep(stdout: string, stderr: string): Promise<string | undefined> {
    const text = stderr === "" ? stdout : `${stdout}\n--- standard error ---\n${stderr}`;
    const bytes = new TextEncoder().encode(truncateMiddle(text, OVERFLOW_FILE_MAX_BYTES / 4));
    await this.#prepare();
    const token = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join("");
    const path = `${AGENT_FOLDER}/output/command-${token}.txt`;
    const written = await this.#backend.writeFile(path, bytes);
    if (!written.ok) return undefined;
    this.#files.push({ path, bytes: bytes.byteLength });
    await this.#dropOldest();
    return path;
  }

  async #prepare(): Promise<void> {
    if (this.#prepared) return;
    this.#prepared = true;
    const path = `${AGENT_FOLDER}/.gitignore`;
    const present = await this.#backend.readFile(path);
    if (!present.ok) await this.#backend.writeFile(path, new TextEncoder().encode("*\n"));
  }

  async #dropOldest(): Promise<void> {
    let total = this.#files.reduce((sum, { bytes }) => sum + bytes, 0);
    while (total > QUOTA_BYTES) {
      const oldest = this.#files.shift();
      if (oldest === undefined) return;
      total -= oldest.bytes;
      await this.#backend.remove(oldest.path);
    }
  }
}
