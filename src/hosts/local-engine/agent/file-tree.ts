import { isUtf8 } from "node:buffer";
import { decode } from "@msgpack/msgpack";
import { engineError } from "./engine-error.ts";

/** The client's tree of files. A file's content is text, or with `b` one Latin-1 character for each byte; `l` is a symbolic link. */
export type TreeNode = { readonly d: Readonly<Record<string, TreeNode>> } | { readonly f: TreeFile };
export type TreeFile = { readonly c: string | Uint8Array; readonly b?: boolean } | { readonly l: string };

const JSON_OBJECT = 0x7b;

/** Reads what the client mounts: a tree as JSON, or a snapshot in MessagePack. */
export function readMountedTree(content: Uint8Array): { readonly d: Readonly<Record<string, TreeNode>> } {
  let foreign: unknown;
  try {
    foreign =
      content[0] === JSON_OBJECT
        ? JSON.parse(Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("utf8"))
        : decode(content);
  } catch {
    throw engineError("EINVAL", "mount", "", "the bytes are neither a file tree nor a snapshot");
  }
  const node = readNode(foreign, "");
  if (!("d" in node)) throw engineError("EINVAL", "mount", "", "the outermost entry is not a directory");
  return node;
}

function readNode(foreign: unknown, path: string): TreeNode {
  if (typeof foreign === "object" && foreign !== null) {
    if ("d" in foreign && typeof foreign.d === "object" && foreign.d !== null) {
      const children = Object.create(null) as Record<string, TreeNode>;
      for (const [name, child] of Object.entries(foreign.d)) {
        requireName(name, path);
        children[name] = readNode(child, path === "" ? name : `${path}/${name}`);
      }
      return { d: children };
    }
    if ("f" in foreign && isTreeFile(foreign.f)) return { f: foreign.f };
  }
  throw engineError("EINVAL", "mount", path, "neither a file nor a directory");
}

function isTreeFile(foreign: unknown): foreign is TreeFile {
  if (typeof foreign !== "object" || foreign === null) return false;
  if ("l" in foreign) return typeof foreign.l === "string" && !foreign.l.includes("\0");
  return "c" in foreign && (typeof foreign.c === "string" || foreign.c instanceof Uint8Array);
}

function requireName(name: string, path: string): void {
  if (name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name)) return;
  throw engineError("EINVAL", "mount", path, `${JSON.stringify(name)} is no name of a file`);
}

export function bytesOf(file: { readonly c: string | Uint8Array; readonly b?: boolean }): Uint8Array {
  return typeof file.c === "string" ? Buffer.from(file.c, file.b === true ? "latin1" : "utf8") : file.c;
}

/** A byte order mark does not survive as text, because decoders remove it. */
export function fileOf(bytes: Buffer): { readonly c: string; readonly b?: boolean } {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isUtf8(bytes) && !hasMark ? { c: bytes.toString("utf8") } : { c: bytes.toString("latin1"), b: true };
}
