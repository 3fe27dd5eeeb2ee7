export { buildAgentPrompt, type PromptContext, type SkillEntry } from "./agent-prompt.ts";
export { buildTools } from "./build-tools.ts";
export { BackgroundTasks } from "./commands/background-tasks.ts";
export { directoryReadHint, emptyCallError } from "./input/argument-errors.ts";
export { guardAITool, type GuardOptions, guardToolExecute } from "./input/guard-tool-execute.ts";
export { missingParamError } from "./input/missing-param-error.ts";
export {
  type NormalizableSchema,
  type NormalizedInput,
  normalizeToolInput,
} from "./input/normalize-tool-input.ts";
export { pathArgError } from "./input/argument-errors.ts";
export {
  DEFAULT_SEARCH_EXCLUDED_DIRS,
  MAX_BATCH_READ_FILES,
  MAX_FIND_RESULTS,
  MAX_HTML_INLINE_CHARS,
  MAX_HTML_OUTLINE_LINES,
  MAX_OUTPUT_SIZE,
  MAX_READ_CALL_CHARS,
  MAX_READ_RETURN_CHARS,
  MAX_READ_SIZE,
  MAX_SEARCH_CONTEXT_LINES,
  MAX_SEARCH_RESULTS,
  MAX_WRITE_SIZE,
  READ_RESULT_ENVELOPE_CHARS,
  SMALL_FILE_WHOLE_CHARS,
} from "./limits.ts";
export {
  type InstalledPackageFacts,
  type InstalledPackageProbe,
  installedPackageWriteRefusal,
} from "./paths/installed-package.ts";
export type { WorkingDirectory } from "./paths/project-paths.ts";
export { isOutsideRoot, resolvePath } from "./paths/resolve-path.ts";
export {
  createSandboxBackend,
  type SandboxBackendOptions,
} from "./sandbox-backend/create-sandbox-backend.ts";
export { isValidGlob, literalDirPrefix } from "./search/glob.ts";
export { isCommandTimeout, searchTimeoutError } from "./search/search-deadline.ts";
export { discoverSkills } from "./skills/discover-skills.ts";
export type { FileChangeEvent, ToolBuildConfig } from "./session.ts";
export {
  applyContextShrinkToReadFileState,
  inheritSessionReadFileState,
  ReadFileState,
  type ReadFileStateShrink,
  seedReadFileStateFromContext,
  seedReadFileStateFromTranscript,
} from "./state/read-file-state.ts";
export { htmlOutline, looksLikeHtml } from "./text/html-outline.ts";
export { countLines } from "./text/line-count.ts";
export { diffLineCount } from "./text/line-hunks.ts";
export { isEnvFilePath, redactSecrets, redactSecretsInCode } from "./text/redact.ts";
export { linesWithinSerialized, serializedChars } from "./text/serialized.ts";
export { type LineWindow, sliceLines } from "./text/slice-lines.ts";
export { stripControlChars, truncate, truncateMiddle } from "./text/truncate.ts";
export { TOOL_NAMES, TOOL_SCHEMAS, type ToolName } from "./tool-schemas.ts";
export {
  type AITool,
  type FileDiffEvent,
  type ImageAttachment,
  type JsonSchema,
  type ProposalAnswer,
  type ToolCallContext,
  ToolInputError,
  type ToolResult,
  type ToolSchema,
} from "./tool.ts";
export { printsOnlySource } from "./commands/prints-only-source.ts";
export { checkBlockedCommand, shellQuote } from "../shell/public.ts";
export type { SandboxExecResult, SandboxLike } from "./sandbox-backend/sandbox-like.ts";
