import type { ToolSession } from "../session.ts";

const MOST_CHARACTERS = 1_200;
/** JSON files in which their readers allow comments. */
const WITH_COMMENTS =
  /(^|\/)(tsconfig[^/]*|jsconfig[^/]*|\.?eslintrc|\.oxlintrc|\.babelrc|\.swcrc|deno|turbo|wrangler|devcontainer)\.json$|\.jsonc$|(^|\/)\.vscode\//;

/** The syntax problem of a text after a write, as one text for a model; `undefined` when there is none or nobody can tell. */
export async function syntaxProblem(
  { config, log }: ToolSession,
  path: string,
  text: string,
): Promise<string | undefined> {
  const json = /\.json$/i.test(path) && !WITH_COMMENTS.test(path) ? jsonProblem(text) : undefined;
  if (json !== undefined) return described(json);
  try {
    const found = await config.parseCheck?.(path, text);
    return found === null || found === undefined ? undefined : described(found);
  } catch (error) {
    log(`the syntax check of ${path} failed: ${String(error)}`);
    return undefined;
  }
}

function jsonProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function described(problem: string): string {
  const text = problem.length > MOST_CHARACTERS ? `${problem.slice(0, MOST_CHARACTERS)}…` : problem;
  return `The file was written but no longer parses; fix this first. ${text}`;
}
