import { readingOf } from "../read-command.ts";
import type { ReadProblem } from "../statement.ts";

/** Why the answers about a command may be incomplete, as one sentence and as data; `null` when it was read whole. */
export interface CommandReadProblem {
  readonly problem: ReadProblem;
  /** Whether every question answers "cannot tell" about the whole command, not only about its faulty lines. */
  readonly cut: boolean;
  readonly sentence: string;
}

export function commandReadProblem(command: string): CommandReadProblem | null {
  const { problem, cut } = readingOf(command);
  return problem === null ? null : { problem, cut, sentence: sentenceOf(problem) };
}

function sentenceOf(problem: ReadProblem): string {
  switch (problem.kind) {
    case "too-long":
      return `The command is longer than ${problem.limit} characters, so it was not read.`;
    case "too-deep":
      return `The command nests substitutions or shells more than ${problem.limit} deep, so it was not read to its end.`;
    case "too-slow":
      return `The command took longer than ${problem.milliseconds} ms to read, so reading it was stopped.`;
    case "too-many-heredocs":
      return `One line of the command starts more than ${problem.limit} heredocs, so it was not read.`;
    case "nul-byte":
      return `The command holds a NUL character at offset ${problem.at}, which no shell accepts.`;
    case "malformed":
      return `The command is not valid shell syntax at offset ${problem.at}: ${problem.message}.`;
  }
}
