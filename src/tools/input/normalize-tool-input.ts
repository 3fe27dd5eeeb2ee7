import type { JsonSchema, ToolSchema } from "../tool.ts";

/** The part of a tool's schema that input repair needs. */
export type NormalizableSchema = Pick<ToolSchema, "name"> & {
  readonly parameters?: ToolSchema["parameters"];
};

export interface NormalizedInput {
  readonly input: Record<string, unknown>;
  /** Required parameters that are absent or blank. */
  readonly missing: string[];
  /** `alias→declared`. */
  readonly aliased: string[];
}

/** Other names that models give to a parameter, most likely first. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  command: ["cmd", "shell", "script", "bash", "commandLine", "command_line", "run"],
  path: ["file", "filePath", "file_path", "filename", "file_name", "filepath", "target"],
  paths: ["files", "filePaths", "file_paths"],
  content: [
    "contents",
    "body",
    "text",
    "data",
    "source",
    "markdown",
    "fileContent",
    "file_content",
    "file_text",
    "plan",
  ],
  pattern: ["query", "regex", "search", "searchPattern", "search_pattern", "text"],
  old_path: ["from", "src", "source", "sourcePath", "source_path", "oldPath", "old"],
  new_path: ["to", "dest", "destination", "destinationPath", "destination_path", "newPath", "new"],
  name: ["skill", "skillName", "skill_name", "title", "planName", "plan_name"],
  cwd: ["dir", "directory", "workdir", "workingDirectory", "working_directory"],
  include: ["glob", "filePattern", "file_pattern"],
  taskId: ["task_id", "id"],
  run_in_background: ["background", "runInBackground"],
  contextLines: ["context", "context_lines"],
  replacements: ["edits", "changes"],
  old_string: ["oldString", "old_str", "oldText", "old_text", "search", "find"],
  new_string: ["newString", "new_str", "newText", "new_text", "replace", "replacement"],
  timeout: ["timeout_ms", "timeoutMs"],
};

const DIRECTORY_ALIASES = ["directory", "dir", "folder"];

/** Tools whose path is a directory are also called with a directory's names. */
const DIRECTORY_TOOLS = new Set(["list_files", "create_directory", "search_files", "find_files"]);

/**
 * Moves values that came under another name to the declared one, reads JSON that came as a string, and turns numbers that came for
 * text into text. A declared value is never overwritten. Different values under two aliases of one name are not guessed between.
 * Input that needs no repair comes back as the very same object; repairing twice changes nothing.
 */
export function normalizeToolInput(schema: NormalizableSchema, raw: unknown): NormalizedInput {
  const sent = plainObject(raw);
  const properties = schema.parameters?.properties ?? {};
  const input: Record<string, unknown> = { ...sent };
  const aliased: string[] = [];
  for (const [name, declared] of Object.entries(properties)) {
    if (isAbsent(input[name])) {
      const aliases = aliasesFor(schema.name, name, sent, properties);
      const [first] = aliases;
      if (first !== undefined) {
        input[name] = sent[first];
        for (const alias of aliases) delete input[alias];
        aliased.push(`${first}→${name}`);
      }
    }
    if (!isAbsent(input[name])) input[name] = repaired(name, input[name], declared.type);
  }
  const missing = (schema.parameters?.required ?? []).filter((name) => isMissing(name, input[name]));
  return { input: sameEntries(sent, input) ? sent : input, missing, aliased };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function sameEntries(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): boolean {
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}

function plainObject(raw: unknown): Record<string, unknown> {
  const value = typeof raw === "string" ? (parsedJson(raw) ?? raw) : raw;
  return isPlainObject(value) ? value : {};
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Aliases under which one usable value came; none when two of them differ. */
function aliasesFor(
  tool: string,
  name: string,
  sent: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, JsonSchema>>,
): readonly string[] {
  const candidates = new Set([
    camelCase(name),
    snakeCase(name),
    ...(ALIASES[name] ?? []),
    ...(name === "path" && DIRECTORY_TOOLS.has(tool) ? DIRECTORY_ALIASES : []),
  ]);
  const type = properties[name]?.type;
  const present = [...candidates].filter(
    (candidate) =>
      candidate !== name && !Object.hasOwn(properties, candidate) && isUsable(name, sent[candidate], type),
  );
  const values = new Set(present.map((candidate) => JSON.stringify(sent[candidate])));
  return values.size === 1 ? present : [];
}

function isUsable(name: string, value: unknown, type: JsonSchema["type"]): boolean {
  if (isAbsent(value)) return false;
  const fitting = repaired(name, value, type);
  if (type === "array") return Array.isArray(fitting);
  return typeof type !== "string" || type === "object" || typeof fitting === type;
}

function repaired(name: string, value: unknown, type: JsonSchema["type"]): unknown {
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) {
    return /path$/i.test(name) ? value : String(value);
  }
  if (type === "array") {
    const parsed = typeof value === "string" ? parsedJson(value) : value;
    if (Array.isArray(parsed)) return parsed;
    if (isPlainObject(parsed)) return [parsed];
  }
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if (type === "number" && typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value))
    return Number(value);
  return value;
}

function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isMissing(name: string, value: unknown): boolean {
  if (isAbsent(value)) return true;
  return typeof value === "string" && name !== "content" && value.trim() === "";
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
