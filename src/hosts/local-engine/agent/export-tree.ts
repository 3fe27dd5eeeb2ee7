import { type Dirent, lstatSync } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { encode } from "@msgpack/msgpack";
import { type Zippable, zip } from "fflate";
import { minimatch } from "minimatch";
import type { SerializeOptions } from "../wire/engine-link.ts";
import { engineError, withClientPath } from "./engine-error.ts";
import { fileOf, type TreeNode } from "./file-tree.ts";
import type { ProjectPaths } from "./project-paths.ts";

const MOST_EXPORT_BYTES = 512 * 1024 * 1024;

interface Found {
  readonly path: string;
  /** Bytes of a file, target of a symbolic link, or neither for a folder. */
  readonly bytes?: Buffer;
  readonly link?: string;
}

/** The files under a path in the client's format. Sockets, pipes and devices are left out. */
export async function exportTree(
  paths: ProjectPaths,
  path: string,
  options: SerializeOptions,
): Promise<Uint8Array> {
  return withClientPath("export", path, async () => {
    const place = paths.resolve(path, "export");
    const single = lstatSync(place).isFile();
    const found = single ? [] : await collect(place, options, path);
    switch (options.format) {
      case "json": {
        const tree = single ? { f: fileOf(await readFile(place)) } : treeOf(found, fileOf);
        return Buffer.from(JSON.stringify(tree));
      }
      case "binary":
        return encode(
          single ? { f: { c: await readFile(place) } } : treeOf(found, (bytes) => ({ c: bytes })),
          {
            maxDepth: 1000,
          },
        );
      case "zip":
        return zipOf(single ? [{ path: paths.name(place), bytes: await readFile(place) }] : found);
    }
  });
}

async function collect(root: string, options: SerializeOptions, clientPath: string): Promise<Found[]> {
  const found: Found[] = [];
  let total = 0;
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const wanted = isWanted(path, options);
      if (entry.isDirectory()) {
        if (wanted) found.push({ path });
        if (wanted || options.includes.length > 0) await visit(path);
      } else if (wanted) {
        const item = await read(join(root, path), path, entry);
        total += item?.bytes?.byteLength ?? 0;
        if (total > MOST_EXPORT_BYTES) {
          const why = `more than ${MOST_EXPORT_BYTES / 1024 / 1024} MB of files; exclude some`;
          throw engineError("EFBIG", "export", clientPath, why);
        }
        if (item !== undefined) found.push(item);
      }
    }
  };
  await visit("");
  return found;
}

async function read(place: string, path: string, entry: Dirent): Promise<Found | undefined> {
  if (entry.isSymbolicLink()) return { path, link: await readlink(place) };
  if (!entry.isFile()) return undefined;
  const { size } = lstatSync(place);
  if (size > MOST_EXPORT_BYTES) throw engineError("EFBIG", "export", path);
  return { path, bytes: await readFile(place) };
}

/** Excluded is what a pattern of `excludes` matches, with all below it, unless a pattern of `includes` matches. */
function isWanted(path: string, { includes, excludes }: SerializeOptions): boolean {
  const matches = (pattern: string): boolean =>
    minimatch(path, pattern.replace(/^\.?\//, ""), { dot: true, nocomment: true });
  if (includes.some(matches)) return true;
  const parts = path.split("/");
  return !excludes.some((pattern) =>
    parts.some((_part, index) =>
      minimatch(parts.slice(0, index + 1).join("/"), pattern.replace(/^\.?\//, "").replace(/\/$/, ""), {
        dot: true,
        nocomment: true,
      }),
    ),
  );
}

type MutableTree = { d: Record<string, TreeNode | MutableTree> };

function treeOf(found: readonly Found[], file: (bytes: Buffer) => { c: string | Uint8Array }): TreeNode {
  const root: MutableTree = { d: {} };
  const folder = (parts: readonly string[]): MutableTree => {
    let node = root;
    for (const part of parts) {
      const next = Object.hasOwn(node.d, part) ? node.d[part] : undefined;
      const made: MutableTree = next !== undefined && "d" in next ? next : { d: {} };
      setOwn(node.d, part, made);
      node = made;
    }
    return node;
  };
  for (const { path, bytes, link } of found) {
    const parts = path.split("/");
    if (bytes === undefined && link === undefined) folder(parts);
    else
      setOwn(folder(parts.slice(0, -1)).d, parts.at(-1) ?? "", {
        f: bytes ? file(bytes) : { l: link ?? "" },
      });
  }
  return root;
}

/** A file may be named `__proto__`. */
function setOwn<Value>(target: Record<string, Value>, name: string, value: Value): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

const UNIX = 3;
const LINK_MODE = 0o120777 * 0x10000;

function zipOf(found: readonly Found[]): Promise<Uint8Array> {
  const entries: Zippable = {};
  for (const { path, bytes, link } of found) {
    if (bytes !== undefined) setOwn(entries, path, [bytes, { level: 6 }]);
    else if (link !== undefined) setOwn(entries, path, [Buffer.from(link), { os: UNIX, attrs: LINK_MODE }]);
    else setOwn(entries, `${path}/`, [new Uint8Array(), {}]);
  }
  return new Promise((resolve, reject) => {
    zip(entries, { consume: true }, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
}
