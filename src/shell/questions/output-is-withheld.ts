import { withholdsOutput } from "../output-filter.ts";
import { runStatements } from "./command-segments.ts";

/** Whether a command's output passes a stage that hands it on only when everything before it has ended. */
export function outputIsWithheldUntilExit(command: string): boolean {
  const statements = runStatements(command);
  const last = statements.findLast(({ context }) => !context.background);
  const ids = new Set(last?.context.pipelines.map(({ id }) => id));
  return statements.some(
    (statement) =>
      withholdsOutput(statement) &&
      statement.context.pipelines.some(({ id, index }) => index > 0 && ids.has(id)),
  );
}
