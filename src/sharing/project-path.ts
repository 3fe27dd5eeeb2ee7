import { fail, type Result, succeed } from "../base/result.ts";
import { SHARING_LIMITS } from "./limits.ts";

const CONTROL_CHARACTER = /\p{Cc}/u;
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const INHERITED_NAMES = new Set(["__proto__", "constructor", "prototype"]);

/** Accepts a relative path that stays inside a project on every system; the problem is one sentence without the path. */
export function checkProjectPath(path: string): Result<string, string> {
  const normal = path.normalize("NFC");
  if (normal === "") return fail("its name is empty");
  if (normal.length > SHARING_LIMITS.pathCharacters)
    return fail(`its path is longer than ${SHARING_LIMITS.pathCharacters} characters`);
  if (CONTROL_CHARACTER.test(normal)) return fail("its path holds a control character");
  if (normal.includes("\\")) return fail("its path holds a backslash");
  if (normal.startsWith("/") || /^[a-z]:/i.test(normal)) return fail("its path is absolute");
  const parts = normal.split("/");
  if (parts.length > SHARING_LIMITS.pathDepth)
    return fail(`its path is deeper than ${SHARING_LIMITS.pathDepth} folders`);
  for (const part of parts) {
    if (part === "") return fail("its path holds an empty folder name");
    if (part === "." || part === "..") return fail("its path leaves the project");
    if (INHERITED_NAMES.has(part)) return fail(`its path holds the name ${part}`);
    if (WINDOWS_DEVICE.test(part)) return fail(`its path holds the device name ${part}`);
  }
  if (parts[0]?.toLowerCase() === ".git") return fail("it belongs to version control");
  return succeed(normal);
}

/** Remembers accepted paths and refuses one that another system could not keep beside them. */
export class PathSet {
  readonly #files = new Map<string, string>();
  readonly #folders = new Set<string>();

  add(path: string): Result<string, string> {
    const checked = checkProjectPath(path);
    if (!checked.ok) return checked;
    const key = keyOf(checked.value);
    const other = this.#files.get(key);
    if (other !== undefined)
      return fail(
        other === checked.value ? "it occurs twice" : `it differs from ${other} only in letter case`,
      );
    if (this.#folders.has(key)) return fail("a folder has the same path");
    const ancestors = ancestorsOf(key);
    const fileAbove = ancestors.find((folder) => this.#files.has(folder));
    if (fileAbove !== undefined)
      return fail(`${this.#files.get(fileAbove) ?? fileAbove} is a file, not a folder`);
    this.#files.set(key, checked.value);
    for (const folder of ancestors) this.#folders.add(folder);
    return checked;
  }
}

function keyOf(path: string): string {
  return path.toLowerCase();
}

function ancestorsOf(key: string): string[] {
  const parts = key.split("/");
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join("/"));
}
