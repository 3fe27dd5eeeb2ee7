import { randomBytes } from "node:crypto";
import type { Dirent, Stats } from "node:fs";
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail, type Result, succeed } from "../../base/result.ts";
import type { DirectoryEntry, ExecutionBackend, FileProblem } from "../../contracts/execution-backend.ts";
import { codeOf, type LocalPaths } from "./local-paths.ts";

type FileMethods = Required<
  Pick<
    ExecutionBackend,
    | "readFile"
    | "writeFile"
    | "readDirectory"
    | "makeDirectory"
    | "rename"
    | "remove"
    | "stat"
    | "realPath"
    | "readFiles"
  >
>;

export function localFiles(paths: LocalPaths): FileMethods {
  const read: FileMethods["readFile"] = (path) =>
    answered(path, async () => {
      const real = await paths.real(path);
      return real.ok ? succeed(new Uint8Array(await readFile(real.value))) : real;
    });
  return {
    readFile: read,
    readFiles: (many) => Promise.all(many.map((path) => read(path))),
    writeFile: (path, bytes) => answered(path, () => replaceFile(paths, path, bytes)),
    readDirectory: (path) =>
      answered(path, async () => {
        const real = await paths.real(path);
        if (!real.ok) return real;
        const entries = await readdir(real.value, { withFileTypes: true });
        return succeed(await Promise.all(entries.map((entry) => directoryEntry(real.value, entry))));
      }),
    makeDirectory: (path) =>
      answered(path, async () => {
        const real = await paths.real(path);
        if (!real.ok) return real;
        await mkdir(real.value, { recursive: true });
        return succeed();
      }),
    rename: (from, to) => answered(from, () => moveEntry(paths, from, to)),
    remove: (path, options) => answered(path, () => removeEntry(paths, path, options?.recursive ?? false)),
    stat: (path) =>
      answered(path, async () => {
        const real = await paths.real(path);
        if (!real.ok) return real;
        const found = await stat(real.value);
        return succeed({ kind: kindOf(found), sizeBytes: found.size, modifiedAt: found.mtimeMs });
      }),
    realPath: (path) => answered(path, () => paths.realPath(path)),
  };
}

/** Writes beside the file and then takes its place, so that a crash leaves the old or the new bytes and never a part. */
async function replaceFile(
  paths: LocalPaths,
  path: string,
  bytes: Uint8Array,
): Promise<Result<undefined, FileProblem>> {
  const inside = await paths.real(path);
  if (!inside.ok) return inside;
  const target = await targetOf(inside.value);
  const before = await found(stat(target));
  if (before?.isDirectory() === true) return problem("is-directory", path, "is a folder");
  await mkdir(dirname(target), { recursive: true });
  const beside = join(dirname(target), `.tabwright-${randomBytes(6).toString("hex")}.tmp`);
  try {
    await writeFile(beside, bytes, { flag: "wx" });
    if (before !== undefined) await chmod(beside, before.mode & 0o7777);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return succeed();
}

/** Where a link leads; a path that is no link, or not there, is its own target. */
async function targetOf(path: string): Promise<string> {
  return (await found(realpath(path))) ?? path;
}

async function moveEntry(
  paths: LocalPaths,
  from: string,
  to: string,
): Promise<Result<undefined, FileProblem>> {
  const source = await paths.inside(from);
  const target = await paths.inside(to);
  if (!source.ok) return source;
  if (!target.ok) return target;
  if (source.value === paths.root) return problem("not-permitted", from, "is the project itself");
  const moved = await lstat(source.value);
  const present = await found(lstat(target.value));
  // On a disk that ignores case the same file answers for its own new spelling.
  if (present !== undefined && present.ino !== moved.ino)
    return problem("already-exists", to, "exists already");
  await mkdir(dirname(target.value), { recursive: true });
  await rename(source.value, target.value);
  return succeed();
}

async function removeEntry(
  paths: LocalPaths,
  path: string,
  recursive: boolean,
): Promise<Result<undefined, FileProblem>> {
  const inside = await paths.inside(path);
  if (!inside.ok) return inside;
  if (inside.value === paths.root) return problem("not-permitted", path, "is the project itself");
  const entry = await lstat(inside.value);
  if (!entry.isDirectory()) await unlink(inside.value);
  else if (recursive) await rm(inside.value, { recursive: true });
  else return problem("is-directory", path, "is a folder; removing it needs the recursive option");
  return succeed();
}

async function directoryEntry(folder: string, entry: Dirent): Promise<DirectoryEntry> {
  if (entry.isFile()) return { name: entry.name, kind: "file" };
  if (entry.isDirectory()) return { name: entry.name, kind: "directory" };
  if (!entry.isSymbolicLink()) return { name: entry.name, kind: "other" };
  const target = await found(stat(join(folder, entry.name)));
  return { name: entry.name, kind: target === undefined ? "other" : kindOf(target) };
}

function kindOf(entry: Stats): DirectoryEntry["kind"] {
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "directory" : "other";
}

async function found<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ELOOP" || codeOf(error) === "ENOTDIR")
      return undefined;
    throw error;
  }
}

const KINDS: Readonly<Record<string, FileProblem["kind"]>> = {
  ENOENT: "not-found",
  EISDIR: "is-directory",
  ENOTDIR: "not-directory",
  EEXIST: "already-exists",
  EACCES: "not-permitted",
  EPERM: "not-permitted",
  EROFS: "not-permitted",
  ENOSPC: "no-space",
  EDQUOT: "no-space",
  ERR_FS_FILE_TOO_LARGE: "too-large",
};

async function answered<Value>(
  path: string,
  work: () => Promise<Result<Value, FileProblem>>,
): Promise<Result<Value, FileProblem>> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === "") throw error;
    return problem(KINDS[code] ?? "failed", path, `could not be used (${code})`);
  }
}

function problem(
  kind: FileProblem["kind"],
  path: string,
  what: string,
): ReturnType<typeof fail<FileProblem>> {
  return fail({ kind, path, message: `"${path}" ${what}.` });
}
