import { fail, type Result, succeed } from "../../base/result.ts";
import type { DirectoryEntry, ExecutionBackend, FileProblem } from "../../contracts/execution-backend.ts";
import { walkProject } from "../../contracts/project-tree.ts";

/** What a removal may hold in memory for the way back. */
const KEEP_BYTES = 5 * 1024 * 1024;
const KEEP_FILES = 2000;

type Restore = (backend: ExecutionBackend) => Promise<Result<undefined, FileProblem>>;
type Kept = readonly { readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> }[];

/** Removes a file or folder and answers how to bring it back; `undefined` when it was too large to keep. */
export async function removeKeeping(
  backend: ExecutionBackend,
  path: string,
  kind: DirectoryEntry["kind"],
): Promise<Result<Restore | undefined, FileProblem>> {
  const kept = await readAll(backend, path, kind);
  const removed = await backend.remove(path, { recursive: kind === "directory" });
  if (!removed.ok) return removed;
  if (!kept) return succeed(undefined);
  return succeed(async (target) => {
    if (kind === "directory") {
      const made = await target.makeDirectory(path);
      if (!made.ok) return made;
    }
    for (const file of kept) {
      const written = await target.writeFile(file.path, file.bytes);
      if (!written.ok) return fail(written.problem);
    }
    return succeed();
  });
}

async function readAll(
  backend: ExecutionBackend,
  path: string,
  kind: DirectoryEntry["kind"],
): Promise<Kept | undefined> {
  if (kind === "other") return undefined;
  const files: string[] = [];
  if (kind === "file") files.push(path);
  else
    for await (const file of walkProject(backend, { from: path, skip: () => false })) {
      files.push(file);
      if (files.length > KEEP_FILES) return undefined;
    }
  const kept: { path: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
  let total = 0;
  for (const file of files) {
    const size = await backend.stat?.(file);
    if (size?.ok && total + size.value.sizeBytes > KEEP_BYTES) return undefined;
    const read = await backend.readFile(file);
    if (!read.ok) return undefined;
    total += read.value.length;
    if (total > KEEP_BYTES) return undefined;
    kept.push({ path: file, bytes: read.value });
  }
  return kept;
}
