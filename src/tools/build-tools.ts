import type { ExecutionBackend } from "../contracts/execution-backend.ts";
import { execCommandTool } from "./commands/exec-command.ts";
import { shellOf } from "./commands/shell.ts";
import { stopTaskTool, waitForTaskTool } from "./commands/wait-for-task.ts";
import { createDirectoryTool, deleteFileTool, renameFileTool } from "./files/change-tree.ts";
import { editFileTool } from "./files/edit-file.ts";
import { listFilesTool } from "./files/list-files.ts";
import { readFileTool } from "./files/read-file.ts";
import { writeFileTool } from "./files/write-file.ts";
import { guardToolExecute, type ToolImplementation } from "./input/guard-tool-execute.ts";
import { findFilesTool } from "./search/find-files.ts";
import { searchFilesTool } from "./search/search-files.ts";
import { createToolSession, type ToolBuildConfig, type ToolSession } from "./session.ts";
import { loadSkillTool } from "./skills/load-skill.ts";
import { savePlanTool } from "./skills/save-plan.ts";
import type { AITool } from "./tool.ts";
import { TOOL_NAMES, TOOL_SCHEMAS, type ToolName } from "./tool-schemas.ts";

const IMPLEMENTATIONS: Readonly<Record<ToolName, (session: ToolSession) => ToolImplementation>> = {
  list_files: listFilesTool,
  read_file: readFileTool,
  write_file: writeFileTool,
  edit_file: editFileTool,
  search_files: searchFilesTool,
  find_files: findFilesTool,
  create_directory: createDirectoryTool,
  rename_file: renameFileTool,
  delete_file: deleteFileTool,
  exec_command: (session) => execCommandTool(shellOf(session)),
  wait_for_task: (session) => waitForTaskTool(shellOf(session)),
  stop_task: (session) => stopTaskTool(shellOf(session)),
  save_plan: savePlanTool,
  load_skill: loadSkillTool,
};

/** Tools that are of no use to a model that cannot start commands. */
const TASK_TOOLS: ReadonlySet<ToolName> = new Set(["wait_for_task", "stop_task"]);

/**
 * The tools of one run over one project. They share what the model has read and where its shell stands; a run that gets a new
 * backend keeps both by handing the same `readState` and `workingDirectory` to the next call.
 */
export function buildTools(backend: ExecutionBackend, config: ToolBuildConfig = {}): AITool[] {
  const session = createToolSession(backend, config);
  const { include = TOOL_NAMES, exclude = [], log } = config;
  const isWanted = (name: ToolName): boolean => include.includes(name) && !exclude.includes(name);
  const runsCommands = isWanted("exec_command");
  return TOOL_NAMES.filter((name) => isWanted(name) && (runsCommands || !TASK_TOOLS.has(name))).map(
    (name) => {
      const schema = TOOL_SCHEMAS[name];
      const implementation = IMPLEMENTATIONS[name](session);
      const execute = guardToolExecute(schema, implementation, {
        onAliases: (tool, aliases) => log?.(`${tool} was called with other names: ${aliases.join(", ")}`),
      });
      return { ...schema, execute };
    },
  );
}
