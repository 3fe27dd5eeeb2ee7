import type { ExecutionBackend } from "../../contracts/execution-backend.ts";
import type { SkillEntry } from "../agent-prompt.ts";
import { decodeText } from "../text/decode-text.ts";
import { readSkill } from "./read-skill.ts";

/** Where skills are kept, relative to the project root; the first place wins for folders of one name. */
export const SKILL_FOLDERS = [".agents/skills", ".claude/skills"] as const;

/** The skills of a project, by name. Folders without a readable SKILL.md are left out. */
export async function discoverSkills(backend: ExecutionBackend): Promise<SkillEntry[]> {
  const found = new Map<string, SkillEntry>();
  for (const place of SKILL_FOLDERS) {
    const listed = await backend.readDirectory(place);
    if (!listed.ok) continue;
    for (const { name, kind } of listed.value) {
      if (kind !== "directory" || name.startsWith(".") || found.has(name)) continue;
      const path = `${place}/${name}/SKILL.md`;
      const read = await backend.readFile(path);
      const decoded = read.ok ? decodeText(read.value) : undefined;
      if (decoded?.ok === true) found.set(name, readSkill(decoded.value.text, name, path));
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
