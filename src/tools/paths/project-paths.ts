import { fail, type Result, succeed } from "../../base/result.ts";
import type { ExecutionBackend } from "../../contracts/execution-backend.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { isInside, nameOf, normalizeAbsolute, parentOf, relativeTo } from "./resolve-path.ts";

/** The shell's working directory as the shell reported it. It may lie outside the project, or be gone. */
export interface WorkingDirectory {
  current: string;
}

export interface ProjectPath {
  /** As the model wrote it. */
  readonly given: string;
  /** Absolute, without dots; links in it are not followed. */
  readonly absolute: string;
  /** `absolute` from the project root, with `/`; "" is the root. */
  readonly relative: string;
  /** Absolute, with every link followed: one value for all spellings of one file. */
  readonly key: string;
}

/** How the path is shown to a model: the root is `.`. */
export function shownPath({ relative }: ProjectPath): string {
  return relative === "" ? "." : relative;
}

/** Turns what a model wrote into a path of the project, or refuses it. */
export class ProjectPaths {
  readonly root: string;
  readonly #backend: ExecutionBackend;
  readonly #cwd: WorkingDirectory;
  #realRoot: Promise<string> | undefined;

  constructor(backend: ExecutionBackend, cwd: WorkingDirectory) {
    this.#backend = backend;
    this.#cwd = cwd;
    this.root = normalizeAbsolute(backend.projectRoot);
  }

  /** `lexical`: links cannot be followed here, so only the spelling of a path was checked. */
  get containment(): "canonical" | "lexical" {
    return this.#backend.realPath === undefined ? "lexical" : "canonical";
  }

  /** The working directory from the root when it lies inside it. */
  get cwdInProject(): string {
    return isInside(this.#cwd.current, this.root) ? relativeTo(this.root, this.#cwd.current) : "";
  }

  async resolve(given: string): Promise<Result<ProjectPath, Refusal>> {
    const absolute = await this.#absolute(given);
    if (!isInside(absolute, this.root)) return fail(await this.#outside(given, absolute));
    const canonical = await this.#canonical(absolute);
    if (canonical === undefined) {
      return fail(
        refusal(
          "OUTSIDE_ROOT",
          `"${given}" is a link that leads nowhere or out of the project, so it is not followed. ` +
            `The project root is ${this.root}.`,
        ),
      );
    }
    const realRoot = await this.realRoot();
    if (!isInside(canonical, realRoot)) return fail(await this.#outside(given, canonical));
    return succeed({ given, absolute, relative: relativeTo(this.root, absolute), key: canonical });
  }

  realRoot(): Promise<string> {
    this.#realRoot ??= this.#realPath(this.root).then((real) => real ?? this.root);
    return this.#realRoot;
  }

  async #absolute(given: string): Promise<string> {
    let path = given.replaceAll("\0", "").trim() === "" ? "" : given.replaceAll("\0", "");
    if (path.startsWith("file://")) path = withoutScheme(path);
    if (path === "" || path === "/") return this.root;
    const base = isInside(this.#cwd.current, this.root) ? this.#cwd.current : this.root;
    const join = (part: string): string => normalizeAbsolute(part.startsWith("/") ? part : `${base}/${part}`);
    if (!path.includes("\\")) return join(path);
    const literal = join(path);
    return (await this.#hasEntry(literal)) ? literal : join(path.replaceAll("\\", "/"));
  }

  async #canonical(absolute: string): Promise<string | undefined> {
    if (this.#backend.realPath === undefined) return absolute;
    const real = await this.#backend.realPath(absolute);
    if (real.ok) return normalizeAbsolute(real.value);
    if (real.problem.kind === "outside-project") return undefined;
    let ancestor = absolute;
    let child = absolute;
    while (ancestor !== this.root && isInside(ancestor, this.root)) {
      child = ancestor;
      ancestor = parentOf(ancestor);
      const realAncestor = await this.#realPath(ancestor);
      if (realAncestor === undefined) continue;
      if (await this.#hasEntry(child)) return undefined;
      return normalizeAbsolute(`${realAncestor}/${relativeTo(ancestor, absolute)}`);
    }
    return absolute;
  }

  async #realPath(path: string): Promise<string | undefined> {
    const real = await this.#backend.realPath?.(path);
    return real?.ok === true ? normalizeAbsolute(real.value) : undefined;
  }

  async #hasEntry(path: string): Promise<boolean> {
    const listed = await this.#backend.readDirectory(parentOf(path));
    return listed.ok && listed.value.some(({ name }) => name === nameOf(path));
  }

  async #outside(given: string, resolved: string): Promise<Refusal> {
    const inside = given.replace(/^[/\\]+/, "");
    const hint =
      given.startsWith("/") &&
      inside !== "" &&
      (await this.#hasEntry(normalizeAbsolute(`${this.root}/${inside}`)))
        ? ` Relative to the root it exists: "${inside}".`
        : "";
    return refusal(
      "OUTSIDE_ROOT",
      `"${given}" leads to ${resolved}, outside the project. The root is ${this.root}; give a path relative to it.${hint}`,
    );
  }
}

function withoutScheme(path: string): string {
  const rest = path.slice("file://".length).replace(/^localhost(?=\/)/, "");
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
