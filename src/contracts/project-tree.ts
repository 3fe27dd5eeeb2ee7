import type { DirectoryEntry, ExecutionBackend } from "./execution-backend.ts";

/** Where the IDE keeps its own programs inside an engine. Nobody lists, searches, watches or shares it. */
export const ENGINE_FOLDER = ".tabwright";

/** Folders that tools make and can make again: not watched, not kept, not searched unless asked for by name. */
export const GENERATED_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  ".git",
  ".svn",
  ".hg",
  ENGINE_FOLDER,
  ".next",
  ".vite",
  ".cache",
]);

const PARALLEL_DIRECTORIES = 8;

/**
 * Every file below a folder, the project root by default, folder by folder, without linked folders and those that `skip` names. A folder that cannot be read is passed over.
 * `signal` ends the walk with its reason.
 */
export async function* walkProject(
  backend: Pick<ExecutionBackend, "readDirectory">,
  options: {
    readonly from?: string;
    readonly signal?: AbortSignal;
    readonly skip?: (path: string, entry: DirectoryEntry) => boolean;
  } = {},
): AsyncGenerator<string> {
  const skip = options.skip ?? ((_path, entry) => GENERATED_FOLDERS.has(entry.name));
  const pending = [options.from ?? ""];
  while (pending.length > 0) {
    options.signal?.throwIfAborted();
    const folders = pending.splice(0, PARALLEL_DIRECTORIES);
    const listings = await Promise.all(folders.map((folder) => backend.readDirectory(folder)));
    for (const [index, listing] of listings.entries()) {
      if (!listing.ok) continue;
      const folder = folders[index] ?? "";
      for (const entry of listing.value) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.kind === "directory") {
          if (!entry.link && !skip(path, entry)) pending.push(path);
        } else if (entry.kind === "file" && !skip(path, entry)) yield path;
      }
    }
  }
}
