import type { CommandEffects, EffectList } from "../effect-findings.ts";
import { statementEffects, writesOfRedirection } from "../effects-of-statement.ts";
import { readingOf } from "../read-command.ts";
import { commandReadProblem } from "./command-read-problem.ts";

/** Reads from the syntax which programs a command would start and what they would touch. */
export function commandEffects(command: string): CommandEffects {
  const reading = readingOf(command);
  const effects: EffectList = {
    programs: [],
    writes: [],
    removes: [],
    sends: [],
    hosts: [],
    actions: [],
    unknowns: [],
  };
  const functions = new Set(reading.statements.map(({ context }) => context.functionName));
  for (const statement of reading.statements) statementEffects(statement, effects, functions);
  for (const { redirection, context } of reading.groupRedirections)
    writesOfRedirection(redirection, context.frame, effects);
  const problem = commandReadProblem(command);
  if (problem !== null)
    effects.unknowns.push({
      reason: "unreadable",
      sentence: problem.sentence,
      range: {
        start:
          problem.problem.kind === "malformed" && !problem.cut
            ? Math.min(problem.problem.at, command.length)
            : 0,
        end: command.length,
      },
    });
  return effects;
}
