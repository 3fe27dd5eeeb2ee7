import { missingParamError } from "../input/missing-param-error.ts";
import type { ToolImplementation } from "../input/guard-tool-execute.ts";
import { openText } from "../files/open-text.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { refusal, refused } from "../refusal.ts";
import { denied, isDenied, type ToolSession } from "../session.ts";
import { redactSecretsInCode } from "../text/redact.ts";
import { prefixWithinSerialized } from "../text/serialized.ts";
import { MAX_READ_RETURN_CHARS } from "../limits.ts";
import type { ToolResult } from "../tool.ts";
import { TOOL_SCHEMAS } from "../tool-schemas.ts";
import { discoverSkills, SKILL_FOLDERS } from "./discover-skills.ts";

export function loadSkillTool(session: ToolSession): ToolImplementation {
  return async (input) => {
    const { name } = input;
    if (typeof name !== "string" || name.trim() === "") {
      return refused(refusal("BAD_ARGUMENT", missingParamError(TOOL_SCHEMAS.load_skill, input, ["name"])));
    }
    const wanted = name.trim();
    if (wanted.includes("/")) return loadByPath(session, wanted);
    const skills = await discoverSkills(session.backend);
    const skill =
      skills.find(({ path }) => SKILL_FOLDERS.some((place) => path === `${place}/${wanted}/SKILL.md`)) ??
      skills.find((each) => each.name === wanted);
    if (skill === undefined) {
      const known = skills.map((each) => each.name).join(", ");
      return refused(
        refusal(
          "ENOENT",
          `there is no skill "${wanted}" in ${SKILL_FOLDERS.join(" or ")}. ` +
            (known === "" ? "The project has no skills." : `The skills are: ${known}.`),
        ),
      );
    }
    return loadByPath(session, skill.path, skill.name);
  };
}

async function loadByPath(session: ToolSession, given: string, name = given): Promise<ToolResult> {
  const path = await session.paths.resolve(given.startsWith("/") ? given : `${session.paths.root}/${given}`);
  return path.ok ? readSkillFile(session, path.value, name) : refused(path.problem);
}

async function readSkillFile(session: ToolSession, path: ProjectPath, name: string): Promise<ToolResult> {
  if (isDenied(session, path)) return refused(denied(path));
  const opened = await openText(session, path);
  if (!opened.ok) {
    return opened.problem.kind === "refused"
      ? refused(opened.problem.refusal)
      : refused(refusal("ENOENT", `there is no readable skill at ${shownPath(path)}.`));
  }
  const content = redactSecretsInCode(opened.value.text.lf);
  const shown = prefixWithinSerialized(content, MAX_READ_RETURN_CHARS);
  return {
    name,
    path: shownPath(path),
    content: shown,
    ...(shown.length < content.length
      ? { truncated: true, note: `It is longer; read the rest with read_file "${shownPath(path)}".` }
      : {}),
  };
}
