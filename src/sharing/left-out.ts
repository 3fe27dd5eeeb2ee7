import type { LeftOutFile, ProjectFile } from "../contracts/shared-project.ts";

const LOCK_FILES = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "Cargo.lock",
  "poetry.lock",
  "composer.lock",
  "Gemfile.lock",
]);
const GENERATED_FOLDERS = new Set([
  "node_modules",
  "dist",
  "build",
  "coverage",
  ".next",
  ".vite",
  ".cache",
  ".git",
  ".tabwright",
]);
const SECRET_NAME =
  /^(\.env(\..*)?|\.npmrc|\.netrc|\.pgpass|id_(rsa|dsa|ecdsa|ed25519)|.*\.(pem|key|p12|pfx|keystore)|credentials(\.json)?|service-account.*\.json)$/i;
/** Samples that a project keeps so that people know which secrets to set. */
const SECRET_SAMPLE = /^\.env\.(example|sample|template|dist)$/i;
const SECRET_TEXT =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(sk-(ant-|proj-)?[\w-]{20,}|gh[pousr]_\w{30,}|github_pat_\w{30,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|xox[abpr]-[\w-]{10,}|npm_\w{30,})\b/;

export interface Selection {
  readonly files: readonly ProjectFile[];
  readonly leftOut: readonly LeftOutFile[];
}

/** Splits a project into what a link carries and what stays behind, each with the reason. Paths in `keep` travel whatever they are. */
export function selectForSharing(
  files: readonly ProjectFile[],
  keep: ReadonlySet<string> = new Set(),
): Selection {
  const chosen: ProjectFile[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const file of files) {
    const reason = keep.has(file.path) ? undefined : reasonToLeaveOut(file);
    if (reason === undefined) chosen.push(file);
    else leftOut.push({ path: file.path, reason });
  }
  return { files: chosen, leftOut };
}

function reasonToLeaveOut(file: ProjectFile): string | undefined {
  const parts = file.path.split("/");
  const name = parts.at(-1) ?? "";
  if (parts.slice(0, -1).some((folder) => GENERATED_FOLDERS.has(folder))) return "made by a tool";
  if (SECRET_NAME.test(name) && !SECRET_SAMPLE.test(name)) return "may hold secrets";
  if (LOCK_FILES.has(name)) return "lock file: installing makes it again";
  const text = textOf(file.bytes);
  if (text === undefined) return "not text";
  if (SECRET_TEXT.test(text)) return "holds what looks like a key";
  return undefined;
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
