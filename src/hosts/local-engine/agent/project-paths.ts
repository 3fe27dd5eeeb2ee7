import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { engineError } from "./engine-error.ts";

const MOST_LINKS = 40;

/** Turns the client's paths into places inside one folder, and refuses every other place, also behind symbolic links. */
export class ProjectPaths {
  /** The folder itself, without symbolic links in its path. */
  readonly root: string;

  constructor(folder: string) {
    this.root = realpathSync(folder);
  }

  /**
   * The real place of a path of the client; a leading slash means the project. The place need not exist.
   * With `entry` a symbolic link at the end of the path stands for itself, with `target` for what it points to.
   */
  resolve(path: string, operation: string, last: "entry" | "target" = "target"): string {
    const inside = clientPath(path, operation);
    const place = this.#walk(inside === "" ? [] : inside.split("/"), path, operation, last);
    if (!this.contains(place)) throw engineError("EACCES", operation, path, "outside the project");
    return place;
  }

  contains(place: string): boolean {
    return place === this.root || place.startsWith(this.root === sep ? sep : this.root + sep);
  }

  /** A place inside the folder as the client names it. */
  name(place: string): string {
    return relative(this.root, place);
  }

  #walk(parts: string[], path: string, operation: string, last: "entry" | "target"): string {
    let place = this.root;
    let links = 0;
    while (parts.length > 0) {
      const part = parts.shift() ?? "";
      if (part === "" || part === ".") continue;
      if (part === "..") {
        place = dirname(place);
        continue;
      }
      const next = join(place, part);
      const stat = lstatSync(next, { throwIfNoEntry: false });
      const isEnd = parts.length === 0;
      if (stat === undefined) {
        if (parts.includes("..")) throw engineError("ENOENT", operation, path);
        return join(next, ...parts);
      }
      if (!stat.isSymbolicLink() || (isEnd && last === "entry")) {
        place = next;
        continue;
      }
      links += 1;
      if (links > MOST_LINKS) throw engineError("ELOOP", operation, path);
      const target = readlinkSync(next);
      if (target.startsWith("/")) place = "/";
      parts = [...target.split("/"), ...parts];
    }
    return place;
  }
}

/** The path relative to the project, in normal form; empty for the project itself. */
function clientPath(path: string, operation: string): string {
  if (typeof path !== "string") throw engineError("EINVAL", operation, String(path), "a path is a text");
  if (path.includes("\0")) throw engineError("EINVAL", operation, path.replaceAll("\0", "\\0"));
  if (path === "") throw engineError("ENOENT", operation, path);
  const normal = posix.normalize(`./${path}`).replace(/\/+$/, "");
  if (normal === ".." || normal.startsWith("../"))
    throw engineError("EACCES", operation, path, "outside the project");
  return normal === "." ? "" : normal;
}
