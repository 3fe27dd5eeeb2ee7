import { checkedPath } from "../input/argument-errors.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { packageRefusal } from "../paths/installed-package.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { NOTHING_CHANGED, type Refusal, refusal, refused } from "../refusal.ts";
import { denied, isDenied, problemText, type ToolSession } from "../session.ts";
import { decodeText } from "../text/decode-text.ts";
import { countLines } from "../text/line-count.ts";
import { toLf } from "../text/lf-text.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { withPathArgument } from "./locked-path.ts";
import { missingFile } from "./missing-file.ts";
import { fileRefusal } from "./open-text.ts";

export function createDirectoryTool(session: ToolSession): ToolImplementation {
  return (input, context) =>
    withPathArgument(session, "create_directory", input, context, async (path) => {
      const blocked = await mayNotChange(session, path);
      if (blocked !== undefined) return refused(blocked);
      const kind = await kindOf(session, path);
      if (kind === "directory") return { path: shownPath(path), ok: true, existed: true };
      if (kind !== undefined) {
        return refused(
          refusal(
            "EXISTS",
            `${shownPath(path)} is a file, so no directory can be made there. ${NOTHING_CHANGED}`,
          ),
        );
      }
      const no = await declined(context, path, "create_directory", "create-directory");
      if (no !== undefined) return refused(no);
      const made = await session.backend.makeDirectory(path.key);
      if (!made.ok) return refused(fileRefusal(made.problem, path));
      session.config.onFileChange?.({ type: "created", path: path.relative });
      return { path: shownPath(path), ok: true };
    });
}

export function deleteFileTool(session: ToolSession): ToolImplementation {
  return (input, context) =>
    withPathArgument(session, "delete_file", input, context, (path) =>
      remove(session, path, input["recursive"] === true, context),
    );
}

async function remove(
  session: ToolSession,
  path: ProjectPath,
  recursive: boolean,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const shown = shownPath(path);
  if (path.relative === "") {
    return refused(
      refusal("BAD_ARGUMENT", `delete_file does not delete the project itself. ${NOTHING_CHANGED}`),
    );
  }
  const blocked = await mayNotChange(session, path);
  if (blocked !== undefined) return refused(blocked);
  const kind = await kindOf(session, path);
  if (kind === undefined) return refused(await missingFile(session, path));
  if (kind === "directory" && !recursive) {
    const listed = await session.backend.readDirectory(path.absolute);
    const count = listed.ok ? `, with ${listed.value.length} entries` : "";
    return refused(
      refusal(
        "IS_DIRECTORY",
        `${shown} is a directory${count}. To delete it with everything in it send "recursive": true. ${NOTHING_CHANGED}`,
      ),
    );
  }
  const removedLines = kind === "file" ? await linesOf(session, path) : 0;
  const no = await declined(context, path, "delete_file", "delete");
  if (no !== undefined) return refused(no);
  context?.signal.throwIfAborted();
  // The path as it is spelt: a link is removed itself, not what it leads to.
  const removed = await session.backend.remove(path.absolute, { recursive });
  if (!removed.ok) return refused(fileRefusal(removed.problem, path));
  session.state.deleteBelow(path.key);
  session.config.onFileChange?.({ type: "deleted", path: path.relative });
  context?.onFileEffect?.({ path: path.relative, change: "deleted", addedLines: 0, removedLines });
  return { path: shown, ok: true };
}

export function renameFileTool(session: ToolSession): ToolImplementation {
  return async (input, context) => {
    const from = checkedPath(input, "rename_file", "old_path");
    if ("code" in from) return refused(from);
    const to = checkedPath(input, "rename_file", "new_path");
    if ("code" in to) return refused(to);
    return session.queues.run(
      async () => {
        const [source, target] = [
          await session.paths.resolve(from.path),
          await session.paths.resolve(to.path),
        ];
        return {
          keys: [source, target].flatMap((path) => (path.ok ? [path.value.key] : [])),
          found: { source, target },
        };
      },
      context?.signal,
      async ({ source, target }) => {
        if (!source.ok) return refused(source.problem);
        if (!target.ok) return refused(target.problem);
        return move(session, source.value, target.value, context);
      },
    );
  };
}

async function move(
  session: ToolSession,
  from: ProjectPath,
  to: ProjectPath,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const blocked =
    (await mayNotChange(session, from)) ?? (await mayNotChange(session, to)) ?? wrongMove(from, to);
  if (blocked !== undefined) return refused(blocked);
  if ((await kindOf(session, from)) === undefined) return refused(await missingFile(session, from));
  // On a disk that ignores case a file's own new spelling exists already.
  const changesCaseOnly = from.absolute.toLowerCase() === to.absolute.toLowerCase();
  if (!changesCaseOnly && (await kindOf(session, to)) !== undefined) {
    return refused(
      refusal(
        "EXISTS",
        `${shownPath(to)} exists already and is not overwritten. Choose another name or delete it first. ${NOTHING_CHANGED}`,
      ),
    );
  }
  const no = await declined(context, from, "rename_file", "rename", to);
  if (no !== undefined) return refused(no);
  context?.signal.throwIfAborted();
  const renamed = await session.backend.rename(from.absolute, to.absolute);
  if (!renamed.ok) {
    const { kind } = renamed.problem;
    if (kind === "not-found") return refused(await missingFile(session, from));
    return refused(
      refusal(
        kind === "already-exists" ? "EXISTS" : "FAILED",
        `${problemText(renamed.problem)}. ${NOTHING_CHANGED}`,
      ),
    );
  }
  session.state.rename(from.key, to.key);
  session.config.onFileChange?.({ type: "deleted", path: from.relative });
  session.config.onFileChange?.({ type: "created", path: to.relative });
  context?.onFileEffect?.({
    path: from.relative,
    change: "renamed",
    newPath: to.relative,
    addedLines: 0,
    removedLines: 0,
  });
  return { old_path: shownPath(from), new_path: shownPath(to), ok: true };
}

function wrongMove(from: ProjectPath, to: ProjectPath): Refusal | undefined {
  if (from.relative === "") {
    return refusal("BAD_ARGUMENT", `rename_file does not rename the project itself. ${NOTHING_CHANGED}`);
  }
  if (from.absolute === to.absolute) {
    return refusal("BAD_ARGUMENT", `old_path and new_path are the same. ${NOTHING_CHANGED}`);
  }
  if (to.absolute.startsWith(`${from.absolute}/`)) {
    return refusal("BAD_ARGUMENT", `${shownPath(from)} cannot be moved into itself. ${NOTHING_CHANGED}`);
  }
  return undefined;
}

async function mayNotChange(session: ToolSession, path: ProjectPath): Promise<Refusal | undefined> {
  if (isDenied(session, path)) return denied(path);
  return packageRefusal(session.backend, path.key);
}

/** What is at a path, without following it into a message; `undefined` for nothing. */
export async function kindOf(
  { backend }: ToolSession,
  { key }: ProjectPath,
): Promise<"file" | "directory" | "other" | undefined> {
  if (backend.stat !== undefined) {
    const stat = await backend.stat(key);
    return stat.ok ? stat.value.kind : undefined;
  }
  const listed = await backend.readDirectory(key);
  if (listed.ok) return "directory";
  return listed.problem.kind === "not-directory" ? "file" : undefined;
}

async function linesOf({ backend }: ToolSession, { key }: ProjectPath): Promise<number> {
  const bytes = await backend.readFile(key);
  const decoded = bytes.ok ? decodeText(bytes.value) : undefined;
  return decoded?.ok === true ? countLines(toLf(decoded.value.text)) : 0;
}

async function declined(
  context: ToolCallContext | undefined,
  path: ProjectPath,
  tool: string,
  action: "rename" | "delete" | "create-directory",
  newPath?: ProjectPath,
): Promise<Refusal | undefined> {
  const answer = await context?.approve?.({
    kind: "tree",
    tool,
    action,
    path: path.relative,
    ...(newPath === undefined ? {} : { newPath: newPath.relative }),
  });
  return answer?.kind === "refuse" ? refusal("REJECTED", answer.text) : undefined;
}
