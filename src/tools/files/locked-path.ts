import { checkedPath } from "../input/argument-errors.ts";
import type { ProjectPath } from "../paths/project-paths.ts";
import { refused } from "../refusal.ts";
import type { ToolSession } from "../session.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";

/** Resolves a path in the order of the calls, waits for its turn and runs the work; refusals are answered here. */
export function withPath(
  session: ToolSession,
  given: string,
  context: ToolCallContext | undefined,
  work: (path: ProjectPath) => Promise<ToolResult>,
): Promise<ToolResult> {
  return session.queues.run(
    async () => {
      const found = await session.paths.resolve(given);
      return { keys: found.ok ? [found.value.key] : [], found };
    },
    context?.signal,
    async (path) => (path.ok ? work(path.value) : refused(path.problem)),
  );
}

/** `withPath` for the path argument of a call. */
export function withPathArgument(
  session: ToolSession,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  context: ToolCallContext | undefined,
  work: (path: ProjectPath) => Promise<ToolResult>,
): Promise<ToolResult> {
  const checked = checkedPath(input, tool);
  return "code" in checked
    ? Promise.resolve(refused(checked))
    : withPath(session, checked.path, context, work);
}
