import type { Assignment, Redirection, Word } from "unbash";

/** Half-open range of UTF-16 offsets in the command. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text that a shell reads: the command itself, or a string that a shell inside it is given. */
export interface TextFrame {
  readonly text: string;
  /** What to add to an offset in `text` to get one in the command; `null` when quoting changed the text. */
  readonly base: number | null;
  /** The part of the command that holds this text. */
  readonly holder: TextRange;
  /** Whether another shell reads it (`sh -c '…'`, `eval`, a heredoc that feeds a shell). */
  readonly nested: boolean;
}

/** A word as written: `value` has the quotes removed and keeps expansions as they stand. */
export type ShellWord = Pick<Word, "text" | "value" | "pos" | "end"> & { readonly parts?: Word["parts"] };

/** Where a statement stands in one of the pipelines around it. */
export interface PipelinePlace {
  readonly id: number;
  readonly index: number;
  readonly count: number;
}

/** A program that only starts the next one: `timeout`, `env`, `npx`. */
export interface WrapperUse {
  readonly program: string;
  /** Index of its word. */
  readonly at: number;
  /** Index of the word that it starts. */
  readonly startsAt: number;
  /** The bound that it puts on what it starts, or `null`. */
  readonly seconds: number | null;
  /** Variables that it sets for what it starts, as written. */
  readonly assignments: readonly string[];
}

/** What surrounds a statement and reaches every statement inside the same construct. */
export interface StatementContext {
  readonly frame: TextFrame;
  readonly depth: number;
  /** Whether the shell does not wait for it. */
  readonly background: boolean;
  /** Whether it stands in `(…)`, `{…}`, a function or a construct with a redirection of its own. */
  readonly grouped: boolean;
  /** Pipelines around it, innermost first. */
  readonly pipelines: readonly PipelinePlace[];
  /** Whether its output becomes part of a word: `$(…)`, backticks, `<(…)`. */
  readonly substituted: boolean;
  readonly functionName: string | null;
  /** The smallest bound that wrappers of enclosing shells put on it. */
  readonly boundSeconds: number | null;
  /** The statement whose shell reads this one's text. */
  readonly host: ShellStatement | null;
}

/** One simple command. Offsets count in `context.frame.text`. */
export interface ShellStatement {
  /** `assignments` sets variables and runs nothing; `shell` runs the statements of the text it was given. */
  readonly kind: "command" | "assignments" | "shell";
  readonly context: StatementContext;
  /** The operator before it and the one that ends it. */
  readonly separator: string;
  readonly terminator: string;
  /** The words in command position and after it, wrappers included, redirections left out. */
  readonly words: readonly ShellWord[];
  /** Index of the program in `words`; equal to `words.length` when nothing is run. */
  readonly programAt: number;
  /** Base name of the program, or the word as written when it is computed. */
  readonly program: string;
  readonly wrappers: readonly WrapperUse[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  readonly start: number;
  readonly assignmentOffset: number;
  readonly end: number;
  readonly boundSeconds: number | null;
}

/** Why a command could not be read to its end. */
export type ReadProblem =
  | { readonly kind: "too-long"; readonly limit: number }
  | { readonly kind: "too-deep"; readonly limit: number }
  | { readonly kind: "too-slow"; readonly milliseconds: number }
  | { readonly kind: "too-many-heredocs"; readonly limit: number }
  | { readonly kind: "nul-byte"; readonly at: number }
  | { readonly kind: "malformed"; readonly message: string; readonly at: number };

/** A redirection of a whole group: `{ …; } > log`. */
export interface GroupRedirection {
  readonly redirection: Redirection;
  readonly context: StatementContext;
}

export interface CommandReading {
  readonly command: string;
  /** In source order. After a cut: what was found before it. */
  readonly statements: readonly ShellStatement[];
  readonly groupRedirections: readonly GroupRedirection[];
  /** Types of the syntax nodes that were met, simple commands left out. */
  readonly constructs: ReadonlySet<string>;
  /** The first problem; `null` when the whole command was read. */
  readonly problem: ReadProblem | null;
  /** Whether `statements` may lack any of what runs, anywhere; a malformed command runs nothing that is missing here. */
  readonly cut: boolean;
}

/** The words after the program. */
export function argumentsOf(statement: ShellStatement): readonly ShellWord[] {
  return statement.words.slice(statement.programAt + 1);
}

export function programWord(statement: ShellStatement): ShellWord | null {
  return statement.words[statement.programAt] ?? null;
}

/** The range in the command of a range in one of its frames. */
export function rangeIn(frame: TextFrame, pos: number, end: number): TextRange {
  return frame.base === null ? frame.holder : { start: frame.base + pos, end: frame.base + end };
}
