import { Unzip, type UnzipFile, UnzipInflate, zipSync, type Zippable } from "fflate";
import type { LeftOutFile, ProjectFile, SharedProject } from "../contracts/shared-project.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import { byPath, joinBytes } from "./container.ts";
import { SHARING_LIMITS } from "./limits.ts";
import { checkProjectPath, PathSet } from "./project-path.ts";

/** A fixed date makes equal projects equal archives. */
const ARCHIVE_DATE = new Date(2020, 0, 1);
const UNIX = 3;
const EXECUTABLE_ATTRIBUTES = 0o100755 << 16;
const REGULAR_ATTRIBUTES = 0o100644 << 16;
const FOLDER_ATTRIBUTES = (0o40755 << 16) | 0x10;

export function writeProjectZip(
  project: Pick<SharedProject, "files" | "emptyFolders">,
): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {};
  for (const file of project.files.toSorted(byPath))
    entries[file.path] = [
      file.bytes,
      { mtime: ARCHIVE_DATE, os: UNIX, attrs: file.executable ? EXECUTABLE_ATTRIBUTES : REGULAR_ATTRIBUTES },
    ];
  for (const folder of project.emptyFolders.toSorted())
    entries[`${folder}/`] = [new Uint8Array(), { mtime: ARCHIVE_DATE, os: UNIX, attrs: FOLDER_ATTRIBUTES }];
  return zipSync(entries, { level: 9 });
}

export interface ZipProblem {
  readonly kind: "not-a-zip" | "too-large" | "damaged" | "empty";
  readonly message: string;
}

export interface OpenedZip {
  readonly files: readonly ProjectFile[];
  readonly emptyFolders: readonly string[];
  /** Entries that were not taken, each with the reason. */
  readonly refused: readonly LeftOutFile[];
}

/**
 * Reads an archive under the sharing limits, counted while it is unpacked, so that sizes it only claims do not matter.
 * A single folder around everything, as downloads have it, is taken off. Installed packages and version control are not taken.
 */
export function readProjectZip(bytes: Uint8Array<ArrayBuffer>): Result<OpenedZip, ZipProblem> {
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b))
    return fail({ kind: "not-a-zip", message: "This file is not a zip archive." });
  const reader = new ZipReader();
  const unpacked = reader.read(bytes);
  if (!unpacked.ok) return unpacked;
  if (reader.files.length === 0 && reader.folders.length === 0)
    return fail({ kind: "empty", message: "The archive holds no file that can be opened." });
  return succeed(withoutOuterFolder(reader));
}

const SKIPPED_FOLDERS = /(^|\/)(node_modules|\.git|__MACOSX)\//;
const INPUT_STEP = 64 * 1024;

class ZipReader {
  readonly files: ProjectFile[] = [];
  readonly folders: string[] = [];
  readonly refused: LeftOutFile[] = [];
  readonly #paths = new PathSet();
  #totalBytes = 0;
  #problem: ZipProblem | undefined;

  read(bytes: Uint8Array<ArrayBuffer>): Result<undefined, ZipProblem> {
    const unzip = new Unzip((entry) => {
      if (this.#problem) return;
      if (entry.name.endsWith("/")) this.#folder(entry.name.slice(0, -1));
      else if (SKIPPED_FOLDERS.test(entry.name)) this.#skip(entry.name);
      else this.#unpack(entry);
    });
    unzip.register(UnzipInflate);
    try {
      for (let start = 0; start < bytes.length && this.#goesOn(); start += INPUT_STEP)
        unzip.push(bytes.subarray(start, start + INPUT_STEP), start + INPUT_STEP >= bytes.length);
    } catch {
      this.#problem ??= { kind: "damaged", message: "The archive is damaged and cannot be unpacked." };
    }
    return this.#problem ? fail(this.#problem) : succeed();
  }

  #goesOn(): boolean {
    return this.#problem === undefined;
  }

  #folder(path: string): void {
    if (checkProjectPath(path).ok && !SKIPPED_FOLDERS.test(`${path}/`)) this.folders.push(path);
  }

  #skip(name: string): void {
    const folder = /^(.*?(?:node_modules|\.git|__MACOSX))\//.exec(name)?.[1] ?? name;
    if (!this.refused.some(({ path }) => path === folder))
      this.refused.push({ path: folder, reason: "it can be made again" });
  }

  #unpack(entry: UnzipFile): void {
    if (this.files.length >= SHARING_LIMITS.files) {
      this.#problem = {
        kind: "too-large",
        message: `The archive holds more than ${SHARING_LIMITS.files} files.`,
      };
      return;
    }
    const path = this.#paths.add(entry.name);
    if (!path.ok) {
      this.refused.push({ path: entry.name, reason: path.problem });
      return;
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    entry.ondata = (error, part, final) => {
      if (this.#problem) return;
      if (error) {
        this.#problem = { kind: "damaged", message: `${entry.name} in the archive is damaged.` };
        return;
      }
      size += part.length;
      this.#totalBytes += part.length;
      if (this.#totalBytes > SHARING_LIMITS.totalBytes) {
        this.#problem = {
          kind: "too-large",
          message: `The archive unpacks to more than ${SHARING_LIMITS.totalBytes / 1024 / 1024} MiB.`,
        };
        entry.terminate();
        return;
      }
      if (size <= SHARING_LIMITS.fileBytes) parts.push(part);
      if (!final) return;
      if (size <= SHARING_LIMITS.fileBytes) this.files.push({ path: path.value, bytes: joinBytes(parts) });
      else
        this.refused.push({
          path: path.value,
          reason: `it is larger than ${SHARING_LIMITS.fileBytes / 1024 / 1024} MiB`,
        });
    };
    entry.start();
  }
}

function withoutOuterFolder({ files, folders, refused }: ZipReader): OpenedZip {
  const [first] = files;
  const outer = first?.path.includes("/") ? `${first.path.split("/")[0] ?? ""}/` : undefined;
  const wrapped = outer !== undefined && files.every(({ path }) => path.startsWith(outer));
  const strip = (path: string): string =>
    wrapped && path.startsWith(outer) ? path.slice(outer.length) : path;
  const stripped = files.map((file) => ({ ...file, path: strip(file.path) })).toSorted(byPath);
  const emptyFolders = folders
    .map(strip)
    .filter((folder) => folder !== "" && `${folder}/` !== outer)
    .filter((folder) => !stripped.some(({ path }) => path.startsWith(`${folder}/`)));
  return { files: stripped, emptyFolders: [...new Set(emptyFolders)].toSorted(), refused };
}
