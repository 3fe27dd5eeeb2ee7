import { fail, type Result, succeed } from "../base/result.ts";
import type { FileProblem } from "./execution-backend.ts";

/**
 * Where a path that a backend was given leads: relative to the project root, with `/`, normalised, `""` for the root itself.
 * Links are not followed. What lies above or beside the root is `outside-project`.
 */
export function pathInProject(projectRoot: string, path: string): Result<string, FileProblem> {
  if (path.includes("\0"))
    return fail({
      kind: "failed",
      path,
      message: "The path holds a zero character, which no file name can have.",
    });
  let rest = path;
  if (path.startsWith("/")) {
    const normal = normalise(path.slice(1));
    const root = normalise(projectRoot.slice(1)) ?? "";
    if (normal === undefined) return outside(path, projectRoot);
    if (normal === root) return succeed("");
    const prefix = root === "" ? "" : `${root}/`;
    if (!normal.startsWith(prefix)) return outside(path, projectRoot);
    rest = normal.slice(prefix.length);
  }
  const inside = normalise(rest);
  return inside === undefined ? outside(path, projectRoot) : succeed(inside);
}

/** `undefined` when the path climbs above its start. */
function normalise(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

function outside(path: string, projectRoot: string): ReturnType<typeof fail<FileProblem>> {
  return fail({
    kind: "outside-project",
    path,
    message: `"${path}" is outside the project, whose root is "${projectRoot}". Paths are relative to that root or absolute below it.`,
  });
}
