import type { Redirect } from "unbash";
import { readingOf } from "../read-command.ts";
import { argumentsOf, programWord, type CommandReading, type ShellStatement } from "../statement.ts";
import { isLiteral } from "../word-certainty.ts";

/** A program that a command runs, with everything that only starts it taken away. */
export interface CommandSegment {
  /** Base name of the program. */
  readonly program: string;
  /** Its arguments as written, quotes kept, redirections left out. */
  readonly args: readonly string[];
  /** Program and arguments, joined by one space. */
  readonly text: string;
  /** The bound that `timeout` puts on it, the smallest of several; `null` without one. */
  readonly timeoutSeconds: number | null;
}

/** A statement with its place in the command. Offsets are `null` inside a text for another shell. */
export interface LocatedCommandSegment {
  /** `null` when the statement only sets variables, which later statements then see. */
  readonly segment: CommandSegment | null;
  /** Its own leading `NAME=value` words, as written. */
  readonly assignments: readonly string[];
  /** Its first word. */
  readonly start: number | null;
  /** Just before the word that it runs: `NAME=value ` written here reaches the program. */
  readonly assignmentOffset: number | null;
  /** One past its last word, redirections included. */
  readonly end: number | null;
  /** The program, behind its wrappers; `null` when it runs nothing. */
  readonly programOffset: number | null;
  /** The operator before it: `|`, `||`, `&&`, `;`, `&`, a newline, or `""` for the first. */
  readonly separator: string;
  /** The operator that ends it, `""` for the last; `&` when the shell does not wait. */
  readonly terminator: string;
  /** Whether it runs in the background, also as a member of a list that does. */
  readonly background: boolean;
  /** The file that its output goes to, unquoted; `null` for none, and inside groups. */
  readonly redirectTarget: string | null;
}

/**
 * The programs that a command runs, in order. A command that cannot be read (`commandReadProblem`) has none.
 */
export function commandSegments(command: string): CommandSegment[] {
  return runStatements(command).flatMap((statement) => segmentOf(statement) ?? []);
}

/** Every statement of a command with its place; statements that only set variables are included. */
export function locatedCommandSegments(command: string): LocatedCommandSegment[] {
  const statements = runStatements(command);
  return statements.map((statement, index) => {
    const { nested } = statement.context.frame;
    const place = (offset: number | undefined): number | null => (nested ? null : (offset ?? null));
    return {
      segment: segmentOf(statement),
      assignments: statement.assignments.map(({ text }) => text),
      start: place(statement.start),
      assignmentOffset: place(statement.assignmentOffset),
      end: place(statement.end),
      programOffset: place(programWord(statement)?.pos),
      separator: statement.separator,
      terminator: statement.terminator,
      background: statement.context.background,
      redirectTarget: nested ? null : outputFileOf(statement, statements[index + 1]),
    };
  });
}

/** Statements that the command's own shells run: no substitutions, no functions that nothing calls. */
export function runStatements(command: string): ShellStatement[] {
  return statementsThatRun(readingOf(command)).filter(({ kind }) => kind !== "shell");
}

/** `runStatements` that stand in the command's own text, where their offsets mean something. */
export function runStatementsInText(command: string): ShellStatement[] {
  return runStatements(command).filter(({ context }) => !context.frame.nested);
}

/** `runStatements` together with the statements that hand a text to another shell. */
export function statementsThatRun(reading: CommandReading): ShellStatement[] {
  if (reading.cut) return [];
  const called = new Set(reading.statements.map(({ program }) => program));
  return reading.statements.filter(
    ({ context }) =>
      !context.substituted && (context.functionName === null || called.has(context.functionName)),
  );
}

export function segmentOf(statement: ShellStatement): CommandSegment | null {
  if (statement.kind === "assignments") return null;
  const args = argumentsOf(statement).map(({ text }) => text);
  return {
    program: statement.program,
    args,
    text: [statement.program, ...args].join(" "),
    timeoutSeconds: statement.boundSeconds,
  };
}

/** The file that a statement's output goes to, by its own redirection or the `tee` right behind it. */
export function outputFileOf(statement: ShellStatement, next: ShellStatement | undefined): string | null {
  if (statement.context.grouped) return null;
  if (statement.redirections.some(({ type }) => type === "HereDoc")) return null;
  const own = statement.redirections.findLast(
    (redirection): redirection is Redirect => redirection.type === "Redirect" && redirectsOutput(redirection),
  );
  if (own !== undefined) {
    const { target } = own;
    if (target === undefined || isDescriptor(own) || !isLiteral(target)) return null;
    return target.value === "/dev/null" ? null : target.value;
  }
  return next !== undefined && followsInPipeline(statement, next) ? teeFile(next) : null;
}

function followsInPipeline(statement: ShellStatement, next: ShellStatement): boolean {
  const [place] = statement.context.pipelines;
  const [nextPlace] = next.context.pipelines;
  return place !== undefined && nextPlace?.id === place.id && nextPlace.index === place.index + 1;
}

/** Whether a redirection takes standard output away from the terminal. */
function redirectsOutput({ operator, descriptor }: Redirect): boolean {
  const own = descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1);
  return operator === "&>" || operator === "&>>" || (own && [">", ">>", ">|", "<>", ">&"].includes(operator));
}

/** `>&2` and `>&-` name no file. */
function isDescriptor({ operator, target }: Redirect): boolean {
  return operator === ">&" && /^(?:\d+-?|-)$/.test(target?.value ?? "");
}

function teeFile(statement: ShellStatement): string | null {
  if (statement.program !== "tee") return null;
  const file = argumentsOf(statement).find(({ value }) => !value.startsWith("-"));
  return file !== undefined && isLiteral(file) && file.value !== "/dev/null" ? file.value : null;
}
