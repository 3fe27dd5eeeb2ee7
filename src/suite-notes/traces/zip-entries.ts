import { inflateSync } from "fflate";

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

const END = 0x0605_4b50;
const CENTRAL = 0x0201_4b50;
const LOCAL = 0x0403_4b50;
const END_SIZE = 22;
const COMMENT_MAX = 65_535;

/**
 * The entries of a zip, from its central directory: the headers in front of each entry may carry no sizes. `null` when
 * the bytes are not a zip that this can read.
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  if (end === null) return null;
  const amount = view.getUint16(end + 10, true);
  const names = new TextDecoder();
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < amount; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL) return null;
    const nameLength = view.getUint16(at + 28, true);
    if (at + 46 + nameLength > view.byteLength) return null;
    entries.push({
      name: names.decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function endOfDirectory(view: DataView): number | null {
  const stop = Math.max(0, view.byteLength - END_SIZE - COMMENT_MAX);
  for (let at = view.byteLength - END_SIZE; at >= stop; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  return null;
}

/** The content of an entry, or `null` when it is broken, larger than `limit` bytes, or packed in a way nobody uses. */
export function entryBytes(bytes: Uint8Array, entry: ZipEntry, limit: number): Uint8Array | null {
  if (entry.size > limit || entry.packedSize > limit) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.offset + 30 > view.byteLength || view.getUint32(entry.offset, true) !== LOCAL) return null;
  const start =
    entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  if (start + entry.packedSize > view.byteLength) return null;
  const packed = bytes.subarray(start, start + entry.packedSize);
  if (entry.method === 0) return packed;
  if (entry.method !== 8) return null;
  try {
    // A buffer of the announced size stops a small entry that unpacks to gigabytes.
    return inflateSync(packed, { out: new Uint8Array(entry.size) });
  } catch {
    return null;
  }
}
