import { SEARCH_FILE_MAX_BYTES } from "../limits.ts";
import { kindOf } from "../files/change-tree.ts";
import type { ProjectPath } from "../paths/project-paths.ts";
import { relativeTo } from "../paths/resolve-path.ts";
import type { ToolSession } from "../session.ts";
import { decodeText } from "../text/decode-text.ts";
import { toLf } from "../text/lf-text.ts";
import { fromRoot } from "./find-files.ts";
import type { PathMatcher } from "./glob.ts";
import { walkProject } from "./project-walk.ts";

export interface SearchedText {
  /** From the project root. */
  readonly shown: string;
  /** In LF form. */
  readonly text: string;
}

const FILES_AT_ONCE = 64;

/** The texts below a folder, in the order of their paths, some at a time. Large and binary files are left out. */
export async function* searchedTexts(
  session: ToolSession,
  start: ProjectPath,
  fits: PathMatcher | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly SearchedText[]> {
  const isFile = (await kindOf(session, start)) === "file";
  const files = isFile ? [start.key] : await filesBelow(session, start, fits, signal);
  for (let at = 0; at < files.length && !signal.aborted; at += FILES_AT_ONCE) {
    const paths = files.slice(at, at + FILES_AT_ONCE);
    const texts = await readAll(session, paths);
    yield texts.flatMap((text, index) =>
      text === undefined ? [] : [{ shown: fromRoot(start, paths[index] ?? ""), text }],
    );
  }
}

async function filesBelow(
  session: ToolSession,
  start: ProjectPath,
  fits: PathMatcher | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const { entries } = await walkProject(session, start.key, { signal, honourIgnoreFiles: true });
  const deny = session.config.readDeny;
  return entries
    .filter(
      ({ kind, absolute }) =>
        kind === "file" &&
        (fits === undefined || fits(relativeTo(start.key, absolute))) &&
        deny?.(fromRoot(start, absolute).toLowerCase()) !== true,
    )
    .map(({ absolute }) => absolute)
    .toSorted();
}

async function readAll({ backend }: ToolSession, paths: readonly string[]): Promise<(string | undefined)[]> {
  const read =
    backend.readFiles === undefined
      ? await Promise.all(paths.map((path) => backend.readFile(path)))
      : await backend.readFiles(paths);
  return read.map((file) => (file.ok ? searchableText(file.value) : undefined));
}

function searchableText(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  if (bytes.byteLength > SEARCH_FILE_MAX_BYTES) return undefined;
  const decoded = decodeText(bytes);
  return decoded.ok ? toLf(decoded.value.text) : undefined;
}
