import { realpath } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { fail, type Result, succeed } from "../../base/result.ts";
import type { FileProblem } from "../../contracts/execution-backend.ts";
import { pathInProject } from "../../contracts/path-in-project.ts";

/** Confines paths to one folder, by their spelling and by where their links lead. */
export class LocalPaths {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** The absolute path; its last part may be a link. */
  async inside(path: string): Promise<Result<string, FileProblem>> {
    const lexical = pathInProject(this.root, path);
    if (!lexical.ok) return lexical;
    const absolute = resolve(this.root, lexical.value);
    if (absolute === this.root) return succeed(absolute);
    const parent = await this.#realAncestor(dirname(absolute));
    return this.#isInside(parent) ? succeed(absolute) : this.#outside(path);
  }

  /** The absolute path with all links followed, as far as it exists. */
  async real(path: string): Promise<Result<string, FileProblem>> {
    const absolute = await this.inside(path);
    if (!absolute.ok) return absolute;
    const real = await this.#realAncestor(absolute.value);
    return this.#isInside(real) ? absolute : this.#outside(path);
  }

  async realPath(path: string): Promise<Result<string, FileProblem>> {
    const absolute = await this.inside(path);
    if (!absolute.ok) return absolute;
    const real = await realpath(absolute.value);
    return this.#isInside(real) ? succeed(real) : this.#outside(path);
  }

  async #realAncestor(path: string): Promise<string> {
    for (let ancestor = path; ; ancestor = dirname(ancestor)) {
      try {
        return resolve(await realpath(ancestor), relative(ancestor, path));
      } catch (error) {
        if (!isMissing(error) || ancestor === dirname(ancestor)) throw error;
      }
    }
  }

  #isInside(path: string): boolean {
    return path === this.root || path.startsWith(this.root === sep ? sep : this.root + sep);
  }

  #outside(path: string): ReturnType<typeof fail<FileProblem>> {
    return fail({ kind: "outside-project", path, message: `"${path}" leads outside the project.` });
  }
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
