import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { engineError, withClientPath } from "./engine-error.ts";
import { bytesOf, readMountedTree, type TreeFile, type TreeNode } from "./file-tree.ts";
import type { ProjectPaths } from "./project-paths.ts";

const TURN_MS = 10;

/**
 * Writes the client's files over those of the project; the mount point is made when it is missing.
 * Each path is resolved at the moment it is written, so that a link among the files leads nowhere else.
 */
export async function mountTree(paths: ProjectPaths, content: Uint8Array, mountPoint: string): Promise<void> {
  const tree = readMountedTree(content);
  let turnEnds = performance.now() + TURN_MS;
  const writeAll = async (folder: string, entries: Readonly<Record<string, TreeNode>>): Promise<void> => {
    await withClientPath("mkdir", folder, () =>
      mkdirSync(paths.resolve(folder, "mkdir"), { recursive: true }),
    );
    for (const [name, node] of Object.entries(entries)) {
      const path = posix.join(folder, name);
      if ("d" in node) await writeAll(path, node.d);
      else await withClientPath("open", path, () => writeEntry(paths, path, node.f));
      if (performance.now() < turnEnds) continue;
      await new Promise((resolve) => setImmediate(resolve));
      turnEnds = performance.now() + TURN_MS;
    }
  };
  await writeAll(mountPoint === "" ? "." : mountPoint, tree.d);
}

function writeEntry(paths: ProjectPaths, path: string, file: TreeFile): void {
  if ("c" in file) {
    writeFileSync(paths.resolve(path, "open"), bytesOf(file));
    return;
  }
  const place = paths.resolve(path, "symlink", "entry");
  try {
    symlinkSync(file.l, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (place === paths.root) throw engineError("EBUSY", "symlink", path);
    unlinkSync(place);
    symlinkSync(file.l, place);
  }
}
