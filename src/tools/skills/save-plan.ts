import { missingParamError } from "../input/missing-param-error.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { commitText } from "../files/commit-text.ts";
import { refusal, refused } from "../refusal.ts";
import type { ToolSession } from "../session.ts";
import { NEW_FILE_FORMAT } from "../text/decode-text.ts";
import { lfTextOf, toLf } from "../text/lf-text.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { TOOL_SCHEMAS } from "../tool-schemas.ts";

const PLAN_FOLDER = ".agents/plans";
const CHECKLIST_LINE = /^\s*[-*+] \[[ xX]\] /m;
const SLUG_CHARS = 60;

export function savePlanTool(session: ToolSession): ToolImplementation {
  return async (input, context) => {
    const { content } = input;
    if (typeof content !== "string" || content.trim() === "") {
      return refused(refusal("BAD_ARGUMENT", missingParamError(TOOL_SCHEMAS.save_plan, input, ["content"])));
    }
    const { name } = input;
    if (typeof name !== "string" || name.trim() === "") {
      return refused(refusal("BAD_ARGUMENT", missingParamError(TOOL_SCHEMAS.save_plan, input, ["name"])));
    }
    if (!CHECKLIST_LINE.test(content)) {
      return refused(
        refusal(
          "BAD_ARGUMENT",
          'a plan is a checklist, and this text has no line like "- [ ] write the test". Send the same plan with each step as such a line.',
        ),
      );
    }
    // One plan at a time, so that two of them never get one number.
    return session.queues.run(
      async () => ({ keys: [`${session.paths.root}/${PLAN_FOLDER}`], found: undefined }),
      context?.signal,
      () => save(session, name.trim(), content, context),
    );
  };
}

async function save(
  session: ToolSession,
  name: string,
  content: string,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const listed = await session.backend.readDirectory(PLAN_FOLDER);
  const numbers = listed.ok ? listed.value.map((entry) => Number.parseInt(entry.name, 10) || 0) : [];
  const number = String(Math.max(0, ...numbers) + 1).padStart(2, "0");
  const day = new Date().toISOString().slice(0, 10);
  const path = await session.paths.resolve(
    `${session.paths.root}/${PLAN_FOLDER}/${number}-${slugOf(name)}-${day}.md`,
  );
  if (!path.ok) return refused(path.problem);
  const after = lfTextOf(toLf(content));
  const committed = await commitText(
    session,
    { tool: "save_plan", path: path.value, before: undefined, after, format: NEW_FILE_FORMAT },
    context,
  );
  if (!committed.ok) return refused(committed.problem);
  return { path: path.value.relative, ok: true, content: committed.value.text.lf, name };
}

function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_CHARS)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "plan" : slug;
}
