import { argumentsOf, type CommandReading } from "./statement.ts";

/** Whether a command turns `pipefail` on anywhere. */
export function setsPipefail(reading: CommandReading): boolean {
  return reading.statements.some(
    (statement) =>
      (statement.program === "set" || statement.kind === "shell") &&
      argumentsOf(statement).some(
        ({ value }, index, words) => value === "pipefail" && /^-\w*o$/.test(words[index - 1]?.value ?? ""),
      ),
  );
}
