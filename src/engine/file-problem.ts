import type { FileProblem } from "../contracts/execution-backend.ts";

const KIND_OF_CODE: Readonly<Record<string, FileProblem["kind"]>> = {
  ENOENT: "not-found",
  EISDIR: "is-directory",
  ERR_FS_EISDIR: "is-directory",
  ENOTDIR: "not-directory",
  EEXIST: "already-exists",
  ENOTEMPTY: "already-exists",
  EACCES: "not-permitted",
  EPERM: "not-permitted",
  EROFS: "not-permitted",
  ENOSPC: "no-space",
  EDQUOT: "no-space",
  EFBIG: "too-large",
  ERR_FS_FILE_TOO_LARGE: "too-large",
};

const SENTENCE: Readonly<Record<Exclude<FileProblem["kind"], "failed">, (path: string) => string>> = {
  "not-found": (path) => `${path} does not exist.`,
  "is-directory": (path) => `${path} is a folder, not a file.`,
  "not-directory": (path) => `${path} is a file, or leads through one, where a folder is needed.`,
  "already-exists": (path) => `${path} already exists and is not overwritten.`,
  "not-permitted": (path) => `The engine is not permitted to do this with ${path}.`,
  "outside-project": (path) => `${path} is outside the project.`,
  "too-large": (path) => `${path} is too large.`,
  "no-space": (path) => `There is no space left in the engine to write ${path}.`,
  "engine-lost": (path) => `The engine is gone, so ${path} cannot be reached.`,
};

export function fileProblem(kind: Exclude<FileProblem["kind"], "failed">, path: string): FileProblem {
  return { kind, path, message: SENTENCE[kind](quoted(path)) };
}

/** Only an error's text reaches us from an engine, so its code is read from there. */
export function fileProblemOf(error: unknown, path: string): FileProblem {
  const text = error instanceof Error ? error.message : String(error);
  const code = /\b(?:E[A-Z]{3,}|ERR_[A-Z_]+)\b/.exec(text)?.[0] ?? "";
  const kind = KIND_OF_CODE[code] ?? "failed";
  if (kind !== "failed") return fileProblem(kind, path);
  return { kind, path, message: `${quoted(path)} could not be used: ${withoutPaths(text)}.` };
}

function quoted(path: string): string {
  return path === "" ? "The project's root" : JSON.stringify(path);
}

/** An engine's text may name folders of the machine behind it. */
function withoutPaths(text: string): string {
  const [first = ""] = text.split(/, \w+ '|['"`]|(?:^|\s)\/|\n/);
  const reason = first.trim().replace(/\.+$/, "");
  return reason === "" ? "the engine gave no reason" : reason.slice(0, 200);
}
