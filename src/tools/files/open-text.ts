import { fail, type Result, succeed } from "../../base/result.ts";
import type { FileProblem } from "../../contracts/execution-backend.ts";
import { TEXT_OPEN_MAX_BYTES } from "../limits.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { problemText, type ToolSession } from "../session.ts";
import { hashOfText } from "../state/read-file-state.ts";
import { formatByteSize } from "../text/byte-size.ts";
import { decodeText, type DecodeProblem, type TextFormat } from "../text/decode-text.ts";
import { type LfText, lfTextOf } from "../text/lf-text.ts";

/** A file as text, with the bytes from which it was made. */
export interface OpenText {
  readonly path: ProjectPath;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: LfText;
  readonly format: TextFormat;
  readonly hash: string;
}

export type OpenProblem =
  | { readonly kind: "missing"; readonly problem: FileProblem }
  | { readonly kind: "decode"; readonly problem: DecodeProblem; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Size and kind before anything is loaded, where the backend can tell. */
export async function checkBeforeOpening(
  { backend }: ToolSession,
  path: ProjectPath,
  allowedBytes = TEXT_OPEN_MAX_BYTES,
): Promise<{ readonly sizeBytes?: number; readonly problem?: OpenProblem }> {
  if (backend.stat === undefined) return {};
  const stat = await backend.stat(path.key);
  if (!stat.ok) {
    if (stat.problem.kind === "not-found") return { problem: { kind: "missing", problem: stat.problem } };
    return { problem: { kind: "refused", refusal: fileRefusal(stat.problem, path) } };
  }
  const { kind, sizeBytes } = stat.value;
  switch (kind) {
    case "directory":
      return { problem: { kind: "refused", refusal: isDirectory(path) } };
    case "other":
      return {
        problem: {
          kind: "refused",
          refusal: refusal(
            "NOT_REGULAR",
            `${shownPath(path)} is neither a file nor a directory (a pipe, socket or device), so it was not opened.`,
          ),
        },
      };
    case "file":
      return sizeBytes > allowedBytes
        ? { sizeBytes, problem: { kind: "refused", refusal: tooLargeToOpen(path, sizeBytes) } }
        : { sizeBytes };
  }
}

export async function readBytes(
  { backend }: ToolSession,
  path: ProjectPath,
): Promise<Result<Uint8Array<ArrayBuffer>, OpenProblem>> {
  const read = await backend.readFile(path.key);
  if (!read.ok) {
    if (read.problem.kind === "not-found") return fail({ kind: "missing", problem: read.problem });
    return fail({ kind: "refused", refusal: fileRefusal(read.problem, path) });
  }
  if (read.value.byteLength > TEXT_OPEN_MAX_BYTES) {
    return fail({ kind: "refused", refusal: tooLargeToOpen(path, read.value.byteLength) });
  }
  return read;
}

/** Opens a file for a change. */
export async function openText(
  session: ToolSession,
  path: ProjectPath,
): Promise<Result<OpenText, OpenProblem>> {
  const { problem } = await checkBeforeOpening(session, path);
  if (problem !== undefined) return fail(problem);
  const bytes = await readBytes(session, path);
  if (!bytes.ok) return bytes;
  return openBytes(path, bytes.value);
}

export async function openBytes(
  path: ProjectPath,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<OpenText, OpenProblem>> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return fail({ kind: "decode", problem: decoded.problem, bytes });
  const text = lfTextOf(decoded.value.text);
  return succeed({ path, bytes, text, format: decoded.value.format, hash: await hashOfText(text.lf) });
}

function tooLargeToOpen(path: ProjectPath, bytes: number): Refusal {
  return refusal(
    "TOO_LARGE_OPEN",
    `${shownPath(path)} has ${formatByteSize(bytes)}; files above ${formatByteSize(TEXT_OPEN_MAX_BYTES)} are not opened. ` +
      `Look at a part of it with exec_command, for example: tail -c 4000 '${shownPath(path)}'.`,
  );
}

function isDirectory(path: ProjectPath): Refusal {
  return refusal(
    "IS_DIRECTORY",
    `${shownPath(path)} is a directory. See what is in it with list_files, then name one of its files.`,
  );
}

/** Why a file cannot be taken as text by a tool that would write it. */
export function decodeRefusal(
  tool: string,
  path: ProjectPath,
  problem: DecodeProblem,
  bytes: Uint8Array,
): Refusal {
  switch (problem.kind) {
    case "binary":
      return refusal(
        "BINARY",
        `${shownPath(path)} is not text (${problem.what}, ${formatByteSize(bytes.byteLength)}). ` +
          `Inspect or convert it with a program through exec_command.`,
      );
    case "utf16-truncated":
      return refusal(
        "UTF16_TRUNCATED",
        `${tool} cannot take ${shownPath(path)}: it is marked as UTF-16 but its ${bytes.byteLength} bytes hold a broken character. ` +
          `Save it again as whole UTF-16 or as UTF-8 first.`,
      );
    case "broken-utf8":
      return refusal(
        "ENCODING",
        `${shownPath(path)} is marked as UTF-8 but has bytes that are not UTF-8. Convert it with a program first, ` +
          `for example: iconv -f windows-1252 -t utf-8.`,
      );
    case "too-large":
      return tooLargeToOpen(path, bytes.byteLength);
  }
}

/** A backend's problem with a file, as a model reads it. */
export function fileRefusal(problem: FileProblem, path: ProjectPath): Refusal {
  const shown = shownPath(path);
  switch (problem.kind) {
    case "not-found":
      return refusal("ENOENT", `${shown} does not exist.`);
    case "is-directory":
      return isDirectory(path);
    case "not-directory":
      return refusal("ENOENT", `${shown} leads through something that is not a directory.`);
    case "already-exists":
      return refusal("EXISTS", `${shown} exists already.`);
    case "outside-project":
      return refusal("OUTSIDE_ROOT", `${shown} leads outside the project.`);
    case "not-permitted":
      return refusal("DENIED", `the system does not permit it for ${shown}: ${problemText(problem)}.`);
    case "too-large":
    case "no-space":
    case "engine-lost":
    case "failed":
      return refusal("FAILED", `${shown}: ${problemText(problem)}.`);
  }
}
