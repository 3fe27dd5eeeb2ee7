import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { RunnerFailure } from "./runner-failure.ts";

const PARALLEL_READS = 16;

export type ReadPart =
  | { readonly base64: string }
  /** The limit was passed; the page reads it by another way. */
  | { readonly largeBytes: number }
  | { readonly code: string; readonly message: string };

export interface StatAnswer {
  readonly kind: "file" | "directory" | "other";
  readonly size: number;
  readonly modifiedAt: number;
}

/** Questions about files whose paths are relative to the root. What a link leads to outside the root is not read. */
export class FilesOfProject {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async stats(
    paths: readonly string[],
  ): Promise<(StatAnswer | { readonly code: string; readonly message: string })[]> {
    return inOrder(paths, (path) => this.#stat(path).catch(failureOf));
  }

  async realPath(path: string): Promise<string> {
    return realpath(this.#inRoot(path));
  }

  async readAll(
    paths: readonly string[],
    maxBytes: number,
    send: (index: number, part: ReadPart) => void,
  ): Promise<null> {
    await inOrder(paths, async (path, index) =>
      send(index, await this.#read(path, maxBytes).catch(failureOf)),
    );
    return null;
  }

  async #stat(path: string): Promise<StatAnswer> {
    const full = this.#inRoot(path);
    const found = await stat(full).catch(() => lstat(full));
    const kind = found.isFile() ? "file" : found.isDirectory() ? "directory" : "other";
    return { kind, size: found.size, modifiedAt: Math.round(found.mtimeMs) };
  }

  async #read(path: string, maxBytes: number): Promise<ReadPart> {
    const full = await realpath(this.#inRoot(path));
    if (leaves(await realpath(this.#root), full))
      throw new RunnerFailure("EACCES", "EACCES: the link leads out of the project");
    const { size } = await stat(full);
    if (size > maxBytes) return { largeBytes: size };
    return { base64: (await readFile(full)).toString("base64") };
  }

  #inRoot(path: string): string {
    const full = resolve(this.#root, path === "" ? "." : path);
    if (leaves(this.#root, full))
      throw new RunnerFailure("EACCES", "EACCES: the path leads out of the project");
    return full;
  }
}

function leaves(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside === ".." || inside.startsWith(`..${sep}`) || resolve(root, inside) !== path;
}

function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: "", message: String(error) };
  return { code: "code" in error ? String(error.code) : "", message: error.message };
}

async function inOrder<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < items.length; start += PARALLEL_READS) {
    const group = items.slice(start, start + PARALLEL_READS);
    answers.push(...(await Promise.all(group.map((item, index) => ask(item, start + index)))));
  }
  return answers;
}
