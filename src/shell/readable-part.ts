import { parse, type ParseError, type ParsedScript, type Statement } from "unbash";
import type { ReadProblem } from "./statement.ts";

/** The statements that a shell would run of a text, and what is wrong with the rest. */
export interface ReadablePart {
  readonly statements: readonly Statement[];
  readonly problem: Extract<ReadProblem, { kind: "malformed" | "too-deep" }> | null;
}

/** A shell reads line by line: what stands on lines before a syntax error has already run. */
export function readablePart(text: string): ReadablePart {
  const script = parse(text);
  const error = script.errors?.[0];
  if (error === undefined) return { statements: script.commands, problem: null };
  const problem = problemOf(error);
  return {
    statements: problem.kind === "malformed" ? statementsBefore(text, script, error.pos) : [],
    problem,
  };
}

function statementsBefore(text: string, script: ParsedScript, at: number): readonly Statement[] {
  const lineStart = text.lastIndexOf("\n", Math.max(0, at - 1)) + 1;
  const lastWhole = script.commands.findLast((statement) => statement.end < lineStart);
  if (lastWhole === undefined) return [];
  for (const end of [lineStart, lastWhole.end]) {
    const prefix = parse(text.slice(0, end));
    if (prefix.errors === undefined) return prefix.commands;
  }
  return [];
}

/** An error that the parser found only when it resolved a word. */
export function lateProblem(script: ParsedScript): ReadablePart["problem"] {
  const error = script.errors?.[0];
  return error === undefined ? null : problemOf(error);
}

/** The parser's own limit is no fault of the command: a shell may well run it. */
function problemOf(error: ParseError): NonNullable<ReadablePart["problem"]> {
  return error.message.endsWith("nesting depth exceeded")
    ? { kind: "too-deep", limit: PARSER_DEPTH }
    : { kind: "malformed", message: error.message, at: error.pos };
}

const PARSER_DEPTH = 256;
