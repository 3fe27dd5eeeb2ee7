import { constants, createReadStream, type Stats } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { type Bulk, BULK_BYTES, type DirectoryEntry } from "../wire/engine-link.ts";
import type { BulkTickets } from "./bulk-tickets.ts";
import { engineError, withClientPath } from "./engine-error.ts";
import type { ProjectPaths } from "./project-paths.ts";

/** The largest file that is read at once. A tab that holds more is about to be killed by its browser. */
const MOST_READ_BYTES = 128 * 1024 * 1024;

const OPEN_WITHOUT_LINKS = constants.O_RDONLY | constants.O_NOFOLLOW;
/** @types/node knows flags of a stream only as text; Node takes the number that `open` takes. */
const READ_WITHOUT_LINKS = { flags: OPEN_WITHOUT_LINKS as unknown as string, highWaterMark: BULK_BYTES };

const FILE = 1;
const DIRECTORY = 2;
const SYMBOLIC_LINK = 3;
const OTHER = 0;

/** The client's file operations inside one project. */
export class ProjectFiles {
  readonly #paths: ProjectPaths;
  readonly #tickets: BulkTickets;

  constructor(paths: ProjectPaths, tickets: BulkTickets) {
    this.#paths = paths;
    this.#tickets = tickets;
  }

  readFile(path: string, encoding: string | null): Promise<string | Uint8Array | Bulk> {
    return withClientPath("open", path, async () => {
      const place = this.#paths.resolve(path, "open");
      // Without O_NONBLOCK, opening a named pipe would wait for a writer.
      const file = await open(place, OPEN_WITHOUT_LINKS | constants.O_NONBLOCK);
      try {
        const stat = await file.stat();
        requireReadable(stat, path);
        const known = requireEncoding(encoding, path);
        if (stat.size > BULK_BYTES && (known === undefined || known === "utf8")) {
          return this.#tickets.issue(stat.size, () => createReadStream(place, READ_WITHOUT_LINKS));
        }
        const bytes = await file.readFile();
        return known === undefined ? bytes : bytes.toString(known);
      } finally {
        await file.close();
      }
    });
  }

  writeFile(path: string, content: string | Uint8Array, encoding: string | null): Promise<void> {
    return withClientPath("open", path, async () => {
      const place = this.#paths.resolve(path, "open");
      const bytes =
        typeof content === "string"
          ? Buffer.from(content, requireEncoding(encoding, path) ?? "utf8")
          : content;
      if (!(bytes instanceof Uint8Array))
        throw engineError("EINVAL", "open", path, "the content is neither text nor bytes");
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
      const file = await open(place, flags, 0o666);
      try {
        const stat = await file.stat();
        if (!stat.isFile()) throw engineError("EINVAL", "open", path, "not a regular file");
        await file.truncate(0);
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
    });
  }

  readdir(path: string, encoding: string | null): Promise<DirectoryEntry[]> {
    return withClientPath("scandir", path, async () => {
      const place = this.#paths.resolve(path, "scandir");
      if (encoding === "buffer") {
        const entries = await readdir(place, { withFileTypes: true, encoding: "buffer" });
        return entries.map((entry) => ({ name: new Uint8Array(entry.name), type: typeOf(entry) }));
      }
      const known = requireEncoding(encoding, path) ?? "utf8";
      const entries = await readdir(place, { withFileTypes: true, encoding: known });
      return entries.map((entry) => ({ name: entry.name, type: typeOf(entry) }));
    });
  }

  mkdir(path: string, recursive: boolean): Promise<string | null> {
    return withClientPath("mkdir", path, async () => {
      const first = await mkdir(this.#paths.resolve(path, "mkdir"), { recursive });
      return first === undefined ? null : this.#paths.name(first);
    });
  }

  rm(path: string, options: { force: boolean; recursive: boolean }): Promise<void> {
    return withClientPath("rm", path, async () => {
      const place = this.#paths.resolve(path, "rm", "entry");
      this.#refuseRoot(place, "rm", path);
      const stat = await lstat(place).catch(() => undefined);
      if (stat?.isDirectory() && !options.recursive)
        throw engineError("EISDIR", "rm", path, "is a directory; rm needs recursive");
      await rm(place, { force: options.force, recursive: options.recursive, maxRetries: 2 });
    });
  }

  rename(from: string, to: string): Promise<void> {
    return withClientPath("rename", from, async () => {
      const source = this.#paths.resolve(from, "rename", "entry");
      const target = this.#paths.resolve(to, "rename", "entry");
      this.#refuseRoot(source, "rename", from);
      this.#refuseRoot(target, "rename", to);
      await rename(source, target);
    });
  }

  #refuseRoot(place: string, operation: string, path: string): void {
    if (place === this.#paths.root)
      throw engineError("EBUSY", operation, path, "the project's own folder stays where it is");
  }
}

function typeOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): number {
  if (entry.isFile()) return FILE;
  if (entry.isDirectory()) return DIRECTORY;
  return entry.isSymbolicLink() ? SYMBOLIC_LINK : OTHER;
}

function requireReadable(stat: Stats, path: string): void {
  if (stat.isDirectory()) throw engineError("EISDIR", "read", path, "illegal operation on a directory");
  if (!stat.isFile())
    throw engineError("EINVAL", "read", path, "not a regular file (a socket, pipe or device)");
  if (stat.size > MOST_READ_BYTES) {
    const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
    const why = `file too large (${megabytes(stat.size)} MB; at most ${megabytes(MOST_READ_BYTES)} MB are read at once)`;
    throw engineError("EFBIG", "read", path, why);
  }
}

function requireEncoding(encoding: string | null, path: string): BufferEncoding | undefined {
  if (encoding === null || encoding === "buffer") return undefined;
  if (encoding === "utf-8") return "utf8";
  if (Buffer.isEncoding(encoding)) return encoding;
  throw engineError("EINVAL", "open", path, `unknown encoding ${JSON.stringify(encoding)}`);
}
