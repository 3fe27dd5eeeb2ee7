import type { ProjectFiles } from "../state/project-files.ts";
import { OPENED_FILE_BYTES, readFileText } from "../state/file-text.ts";
import { type LineMatch, matchesIn } from "./search-text.ts";

export interface FileMatches {
  readonly path: string;
  readonly matches: readonly LineMatch[];
}

export interface SearchEnd {
  readonly files: number;
  /** There is more than is shown. */
  readonly cut: boolean;
}

const MOST_MATCHES = 2000;
const MOST_PER_FILE = 200;
const READ_TOGETHER = 32;
/** Longest the page is kept busy between two breaths. */
const SLICE_MS = 12;

/** Searches the project file by file and gives way to the page again and again. Ends with the signal's reason when it is stopped. */
export async function* searchFiles(
  files: ProjectFiles,
  pattern: RegExp,
  signal: AbortSignal,
): AsyncGenerator<FileMatches, SearchEnd> {
  const paths = await files.allFiles(signal);
  let total = 0;
  let began = performance.now();
  for (let start = 0; start < paths.length; start += READ_TOGETHER) {
    const batch = paths.slice(start, start + READ_TOGETHER);
    const contents = await readAll(files, batch);
    for (const [index, path] of batch.entries()) {
      signal.throwIfAborted();
      if (performance.now() - began > SLICE_MS) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        began = performance.now();
      }
      const matches = matchesOf(contents[index], pattern);
      if (matches.length === 0) continue;
      total += matches.length;
      yield { path, matches };
      if (total >= MOST_MATCHES) return { files: start + index + 1, cut: true };
    }
  }
  return { files: paths.length, cut: false };
}

async function readAll(
  files: ProjectFiles,
  paths: readonly string[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const backend = files.backend();
  if (!backend) return [];
  const read = backend.readFiles
    ? await backend.readFiles(paths)
    : await Promise.all(paths.map((path) => backend.readFile(path)));
  return read.map((each) => (each.ok ? each.value : undefined));
}

function matchesOf(bytes: Uint8Array | undefined, pattern: RegExp): readonly LineMatch[] {
  if (!bytes || bytes.length > OPENED_FILE_BYTES) return [];
  const content = readFileText(bytes);
  return content.kind === "text" ? matchesIn(content.text, pattern, MOST_PER_FILE) : [];
}
