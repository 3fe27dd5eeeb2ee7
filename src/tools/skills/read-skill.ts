import { parse, YAMLParseError } from "yaml";
import type { SkillEntry } from "../agent-prompt.ts";
import { toLf } from "../text/lf-text.ts";

const DESCRIPTION_CHARS = 200;

/** Name and description of a skill from its text; what the text does not say comes from its folder. */
export function readSkill(text: string, folder: string, path: string): SkillEntry {
  const lf = toLf(text.replace(/^\uFEFF/, ""));
  const front = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(lf)?.[1];
  const fields = front === undefined ? {} : fieldsOf(front);
  const heading = front === undefined ? /^#[ \t]+(.+)$/m.exec(lf)?.[1] : undefined;
  return {
    name: oneLine(fields["name"]) ?? folder,
    description: oneLine(fields["description"]) ?? oneLine(heading) ?? folder,
    path,
  };
}

function fieldsOf(front: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = parse(front, { maxAliasCount: 0 });
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch (error) {
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error;
    // A description with a colon in it is no YAML, yet everybody writes it.
    return Object.fromEntries(
      Array.from(front.matchAll(/^(name|description):[ \t]*(.+)$/gm), ([, key = "", value = ""]) => [
        key,
        value.replace(/^(["'])(.*)\1$/, "$2"),
      ]),
    );
  }
}

function oneLine(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const line = String(value).replace(/\s+/g, " ").trim();
  if (line === "") return undefined;
  return line.length > DESCRIPTION_CHARS ? `${line.slice(0, DESCRIPTION_CHARS - 1)}…` : line;
}
