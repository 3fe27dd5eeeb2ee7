import type { EngineCapabilities } from "../contracts/engine-capabilities.ts";
import { TOOL_SCHEMAS } from "./tool-schemas.ts";

export interface SkillEntry {
  readonly name: string;
  readonly description: string;
  /** Relative to the project root. */
  readonly path: string;
}

export interface PromptContext {
  readonly agentName: string;
  readonly projectRoot: string;
  /** Names of the tools that the model gets. */
  readonly tools: readonly string[];
  /** What the engine can do; said to the model where it limits what commands it should try. */
  readonly capabilities?: EngineCapabilities;
  /** The project's own guidelines, such as the text of AGENTS.md. */
  readonly projectDocs?: string;
  /** Texts of skills that are always in view. */
  readonly skills?: readonly string[];
  readonly discoveredSkills?: readonly SkillEntry[];
  readonly customSections?: readonly string[];
}

/** The system prompt for a model that works with these tools. Sections without content are left out. */
export function buildAgentPrompt(context: PromptContext): string {
  const { agentName, projectRoot, projectDocs = "", skills = [], customSections = [] } = context;
  return [
    `You are ${agentName}, a coding agent. You work in the project at ${projectRoot}. Paths are relative to it.`,
    toolSection(context),
    engineSection(context),
    codingRules(context),
    argumentRules(context),
    section("Project guidelines", projectDocs),
    skillSection(context),
    section("Reference", skills.join("\n\n")),
    ...customSections,
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function section(title: string, body: string): string {
  return body.trim() === "" ? "" : `## ${title}\n${body}`;
}

function toolSection({ tools }: PromptContext): string {
  const rows = Object.values(TOOL_SCHEMAS)
    .filter(({ name }) => tools.includes(name))
    .map(({ name, description }) => `- **${name}**: ${description.split(". ")[0]?.replace(/\.$/, "")}.`);
  return section("Tools", rows.join("\n"));
}

function engineSection({ capabilities }: PromptContext): string {
  if (capabilities === undefined) return "";
  const { node, nodeVersion, shell } = capabilities;
  const lines = [
    node === "full" ? `Node.js${nodeVersion === undefined ? "" : ` ${nodeVersion}`} runs here.` : "",
    node === "limited" ? "Node.js runs single scripts only: no servers, child processes or native code." : "",
    node === "none" ? "There is no Node.js here." : "",
    capabilities.packageInstall ? "" : "Packages cannot be installed.",
    capabilities.git ? "" : "There is no git.",
    shell === "bash" ? "Commands run in bash." : "",
    shell === "bash-compatible"
      ? "Commands run in a bash written in JavaScript: usual syntax and text tools work."
      : "",
    shell === "limited" ? "The shell knows few commands: prefer the file tools over shell programs." : "",
    capabilities.backgroundProcesses ? "" : "Nothing can run in the background.",
    capabilities.servers ? "" : "Programs cannot listen on ports.",
    capabilities.nativePrograms ? "" : "Native programs such as browsers do not run.",
    capabilities.separateErrorOutput ? "" : "Standard error arrives mixed into standard output.",
  ];
  return section("This machine", lines.filter((line) => line !== "").join(" "));
}

function codingRules({ tools }: PromptContext): string {
  const rules = [
    "- Read a file before you change it; change small things with edit_file and whole files with write_file.",
    "- Search the project before you invent a name, a path or a helper.",
    "- Change only what the task needs, in the style of the code around it.",
    "- Finish the task: run the project's tests or checks with exec_command and look at what they say before you report.",
    "- Say what you could not verify.",
    ...(tools.includes("read_file") ? ['- Read several files in one call with "paths".'] : []),
    ...(tools.includes("wait_for_task")
      ? [
          "- Start long commands in the background and wait for them with wait_for_task; do not sleep and look.",
        ]
      : []),
  ];
  return section("How to work", rules.join("\n"));
}

function argumentRules({ tools }: PromptContext): string {
  const rules = [
    "- Line breaks in arguments are real newlines of the JSON string, written once as an escape, never twice.",
    ...(tools.includes("edit_file")
      ? [
          "- old_string is copied from the file exactly, with its indentation, and long enough to be found once.",
        ]
      : []),
  ];
  return section("Arguments", rules.join("\n"));
}

function skillSection({ discoveredSkills = [], tools }: PromptContext): string {
  const rows = discoveredSkills.map(
    ({ name, description, path }) => `- **${name}**: ${description} (${path})`,
  );
  if (rows.length > 0 && tools.includes("load_skill")) {
    rows.push("Load one with load_skill before you do what it is about.");
  }
  return section("Skills", rows.join("\n"));
}
