import type { LeftOutFile, ProjectFile, SharedProject } from "../contracts/shared-project.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import { SHARING_LIMITS } from "./limits.ts";
import { PathSet } from "./project-path.ts";
import { projectHeaderSchema, type ProjectHeader } from "./project-header.ts";

/**
 * The bytes inside a link: a header record, then one record a file, so that what arrived whole can be read when the end is cut off.
 * A record is its kind, then two counted strings of bytes.
 */
const RECORD = { header: 1, file: 2, executable: 3 } as const;

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function packProject(
  project: SharedProject,
  extra: Pick<ProjectHeader, "template" | "removed">,
): Uint8Array<ArrayBuffer> {
  const header: ProjectHeader = {
    name: project.name,
    ...(project.emptyFolders.length > 0 && { emptyFolders: [...project.emptyFolders].toSorted() }),
    ...(project.leftOut.length > 0 && {
      leftOut: project.leftOut.map(({ path, reason }) => ({ path, reason })),
    }),
    ...(project.openFile && { openFile: project.openFile }),
    ...(project.script !== undefined && { script: project.script }),
    ...(extra.template !== undefined && { template: extra.template }),
    ...(extra.removed && extra.removed.length > 0 && { removed: [...extra.removed].toSorted() }),
  };
  const records: Uint8Array[] = [
    record(RECORD.header, encoder.encode(JSON.stringify(header)), new Uint8Array()),
  ];
  for (const file of project.files.toSorted(byPath))
    records.push(
      record(file.executable ? RECORD.executable : RECORD.file, encoder.encode(file.path), file.bytes),
    );
  return joinBytes(records);
}

export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

function record(kind: number, name: Uint8Array, content: Uint8Array): Uint8Array {
  return joinBytes([Uint8Array.of(kind), count(name.length), name, count(content.length), content]);
}

/** Seven bits a byte, low end first. */
function count(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

export interface Unpacked {
  readonly header: ProjectHeader;
  readonly files: readonly ProjectFile[];
  /** Files that the path rules refused. */
  readonly refused: readonly LeftOutFile[];
  /** The last record is not whole: the path of the file that it would have been, where that much arrived. */
  readonly cutAt?: string;
}

/** Reads what is whole. The problem says why not even the header could be read. */
export function unpackProject(bytes: Uint8Array<ArrayBuffer>): Result<Unpacked, string> {
  const reader = new RecordReader(bytes);
  const first = reader.next();
  if (first === "end" || first.kind !== RECORD.header || first.content === undefined)
    return fail("the beginning of the project is missing");
  const header = parseHeader(first.name);
  if (!header.ok) return header;
  const files: ProjectFile[] = [];
  const refused: LeftOutFile[] = [];
  const paths = new PathSet();
  for (let next = reader.next(); next !== "end"; next = reader.next()) {
    const name = decodeText(next.name);
    if (next.content === undefined) return succeed({ header: header.value, files, refused, cutAt: name });
    if (next.kind !== RECORD.file && next.kind !== RECORD.executable)
      return fail(`it holds a record of the unknown kind ${next.kind}`);
    if (files.length >= SHARING_LIMITS.files) return fail(`it holds more than ${SHARING_LIMITS.files} files`);
    const path = paths.add(name);
    if (path.ok)
      files.push({
        path: path.value,
        bytes: next.content.slice(),
        ...(next.kind === RECORD.executable && { executable: true }),
      });
    else refused.push({ path: name, reason: path.problem });
  }
  return succeed({ header: header.value, files, refused });
}

function parseHeader(bytes: Uint8Array): Result<ProjectHeader, string> {
  let foreign: unknown;
  try {
    foreign = JSON.parse(strictDecoder.decode(bytes));
  } catch {
    return fail("its description is not readable");
  }
  const parsed = projectHeaderSchema.safeParse(foreign);
  return parsed.success ? succeed(parsed.data) : fail("its description has an unknown form");
}

/** A path that is no text keeps its readable part, so that the path rules can refuse it by name. */
function decodeText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

interface RawRecord {
  readonly kind: number;
  readonly name: Uint8Array<ArrayBuffer>;
  /** `undefined`: the record is cut off. */
  readonly content: Uint8Array<ArrayBuffer> | undefined;
}

class RecordReader {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #offset = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  next(): RawRecord | "end" {
    const kind = this.#bytes[this.#offset];
    if (kind === undefined) return "end";
    this.#offset += 1;
    const name = this.#counted();
    if (name === undefined) return { kind, name: new Uint8Array(), content: undefined };
    return { kind, name, content: this.#counted() };
  }

  #counted(): Uint8Array<ArrayBuffer> | undefined {
    let length = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes[this.#offset];
      if (byte === undefined || factor > 2 ** 35) return this.#cut();
      this.#offset += 1;
      length += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
    }
    const end = this.#offset + length;
    if (end > this.#bytes.length) return this.#cut();
    const content = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return content;
  }

  #cut(): undefined {
    this.#offset = this.#bytes.length;
    return undefined;
  }
}
