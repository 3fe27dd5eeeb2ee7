import { MAX_BATCH_READ_FILES, MAX_READ_RETURN_CHARS } from "../limits.ts";
import { checkedPath, describe, wholeNumberArg } from "../input/argument-errors.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { type Refusal, refusal, refused } from "../refusal.ts";
import type { ToolSession } from "../session.ts";
import { serializedChars } from "../text/serialized.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { withPath } from "./locked-path.ts";
import { readOne, type ReadRequest } from "./read-one.ts";

const TOOL = "read_file";

export function readFileTool(session: ToolSession): ToolImplementation {
  return async (input, context) => {
    const arrivedAt = session.arrivals.next();
    const window = windowOf(input);
    if ("code" in window) return refused(window);
    const { path, paths } = input;
    const list = Array.isArray(path) ? path : paths;
    if (list === undefined) {
      const checked = checkedPath(input, TOOL);
      if ("code" in checked) return refused(checked);
      return readLocked(session, { ...window, path: checked.path, arrivedAt }, context);
    }
    const names = namesOf(typeof path === "string" && Array.isArray(list) ? [path, ...list] : list);
    if ("code" in names) return refused(names);
    return readBatch(session, names.paths, { ...window, arrivedAt }, context);
  };
}

type Window = Pick<ReadRequest, "offset" | "limit" | "charOffset">;

function windowOf(input: Readonly<Record<string, unknown>>): Window | Refusal {
  const offset = wholeNumberArg(input["offset"], TOOL, "offset");
  if ("code" in offset) return offset;
  const limit = wholeNumberArg(input["limit"], TOOL, "limit");
  if ("code" in limit) return limit;
  const charOffset = wholeNumberArg(input["char_offset"], TOOL, "char_offset");
  if ("code" in charOffset) return charOffset;
  if (limit.value !== undefined && limit.value <= 0) {
    return refusal(
      "BAD_ARGUMENT",
      `${TOOL} takes "limit" as a number of lines from 1, for example {"path":"src/main.ts","offset":1,"limit":200}; it got ${limit.value}.`,
    );
  }
  return { offset: offset.value, limit: limit.value, charOffset: charOffset.value };
}

function namesOf(list: unknown): { readonly paths: readonly string[] } | Refusal {
  const sample = `{"paths":["src/a.ts","src/b.ts"]}, or {"path":"src/a.ts"} for one file`;
  if (!Array.isArray(list) || list.length === 0) {
    return refusal(
      "BAD_ARGUMENT",
      `"paths" is a list with at least one path, for example ${sample}; it got ${describe(list)}.`,
    );
  }
  const wrong = list.find((item) => typeof item !== "string" || item.trim() === "");
  if (wrong !== undefined) {
    return refusal(
      "BAD_ARGUMENT",
      `each of "paths" is text, for example ${sample}; one is ${describe(wrong)}.`,
    );
  }
  return { paths: [...new Set(list.filter((item) => typeof item === "string"))] };
}

function readLocked(
  session: ToolSession,
  request: ReadRequest,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  return withPath(session, request.path, context, (path) => readOne(session, path, request, context));
}

async function readBatch(
  session: ToolSession,
  paths: readonly string[],
  request: Omit<ReadRequest, "path">,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const asked = paths.slice(0, MAX_BATCH_READ_FILES);
  const files: ToolResult[] = [];
  const left: string[] = [];
  // Each entry also carries its path and punctuation; what is kept free for them grows with the number of files.
  let room = MAX_READ_RETURN_CHARS - paths.length * 120;
  for (const path of asked) {
    const file = await readLocked(session, { ...request, path, room }, context);
    const size = serializedChars(JSON.stringify(file));
    const isText = typeof file["content"] === "string";
    if (isText) room -= size;
    if (file["code"] === "CALL_FULL") left.push(path);
    files.push("error" in file ? { path, ...file } : file);
  }
  for (const path of paths.slice(MAX_BATCH_READ_FILES)) {
    left.push(path);
    files.push({
      path,
      error: `Not returned: one call reads at most ${MAX_BATCH_READ_FILES} files. Read it in the next call.`,
    });
  }
  if (left.length === 0) return { files };
  return { files, note: `Not returned in this call: ${left.join(", ")}. Read them in the next one.` };
}
