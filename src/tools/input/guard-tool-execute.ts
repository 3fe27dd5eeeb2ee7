import { redactSecrets } from "../text/redact.ts";
import { type AITool, ToolInputError, type ToolCallContext, type ToolResult } from "../tool.ts";
import { missingParamError } from "./missing-param-error.ts";
import { type NormalizableSchema, normalizeToolInput } from "./normalize-tool-input.ts";

export interface GuardOptions {
  /** Applied to the message of something thrown before a model reads it. */
  readonly redactError?: (message: string) => string;
  /** Told once for each tool and set of aliases. */
  readonly onAliases?: (tool: string, aliases: readonly string[]) => void;
}

export type ToolImplementation = (
  input: Record<string, unknown>,
  context?: ToolCallContext,
) => Promise<ToolResult>;

/** Repairs the input before a tool sees it and turns whatever it throws into `{ error }`. */
export function guardToolExecute(
  schema: NormalizableSchema,
  implementation: ToolImplementation,
  options: GuardOptions = {},
): AITool["execute"] {
  const { redactError = redactSecrets, onAliases } = options;
  const reported = new Set<string>();
  return async (raw, context) => {
    const { input, missing, aliased } = normalizeToolInput(schema, raw);
    if (aliased.length > 0 && !reported.has(aliased.join())) {
      reported.add(aliased.join());
      onAliases?.(schema.name, aliased);
    }
    try {
      return await implementation(input, context);
    } catch (thrown) {
      if (thrown instanceof ToolInputError) return { error: thrown.message };
      if (missing.length > 0) return { error: missingParamError(schema, input, missing) };
      const message = redactError(thrown instanceof Error ? thrown.message : String(thrown));
      const sent = Object.keys(input).join(", ") || "no parameters";
      const required = schema.parameters?.required?.join(", ") || "none";
      return {
        error: `${schema.name} failed: ${message}. The call had: ${sent}; required: ${required}.`,
      };
    }
  };
}

/** A copy of a tool whose `execute` is guarded; its other fields are kept. */
export function guardAITool<Tool extends AITool>(tool: Tool, options?: GuardOptions): Tool {
  const implementation: ToolImplementation = (input, context) => tool.execute(input, context);
  return { ...tool, execute: guardToolExecute(tool, implementation, options) };
}
