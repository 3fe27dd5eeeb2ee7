import type { Assignment, Command, HereDoc, HereString, Redirection } from "unbash";
import { programInPosition } from "./program-in-position.ts";
import {
  rangeIn,
  type ShellStatement,
  type ShellWord,
  type StatementContext,
  type TextFrame,
} from "./statement.ts";

export interface CommandParts {
  readonly statement: ShellStatement;
  /** Texts that the statement hands to another shell. */
  readonly texts: readonly TextFrame[];
}

export function partsOfCommand(
  command: Command,
  context: StatementContext,
  separator: string,
  terminator: string,
): CommandParts {
  const words: ShellWord[] = command.name ? [command.name] : [];
  const assignments: Assignment[] = [];
  const redirections: Redirection[] = [];
  for (const part of command.prefix)
    if (part.type === "Assignment") assignments.push(part);
    else redirections.push(part);
  for (const part of command.suffix)
    if (part.type === "Word") words.push(part);
    else if (part.type === "Assignment") words.push({ ...rangeOf(part), text: part.text, value: part.text });
    else redirections.push(part);
  const found = programInPosition(words);
  const texts =
    found.text === null
      ? found.readsInput
        ? inputTexts(redirections, context.frame)
        : []
      : textOfWords(found.text, context.frame);
  const kind = words.length === 0 ? "assignments" : texts.length > 0 ? "shell" : "command";
  const start = firstPosition(command, words);
  const end = Math.max(start, lastPosition(command, words));
  const statement: ShellStatement = {
    kind,
    context,
    separator,
    terminator,
    words,
    programAt: found.programAt,
    program: found.program,
    wrappers: found.wrappers,
    assignments,
    redirections,
    start,
    assignmentOffset: words[0]?.pos ?? end,
    end,
    boundSeconds: smallestBound(context.boundSeconds, found.wrappers),
  };
  return { statement, texts };
}

const rangeOf = ({ pos, end }: { pos: number; end: number }): { pos: number; end: number } => ({ pos, end });

function firstPosition(command: Command, words: readonly ShellWord[]): number {
  return Math.min(words[0]?.pos ?? command.pos, command.prefix[0]?.pos ?? command.end, command.pos);
}

/** One past the last word or redirection: `command.end`, but never a line break that it swallowed. */
function lastPosition(command: Command, words: readonly ShellWord[]): number {
  const last = command.suffix.at(-1)?.end ?? command.name?.end ?? command.prefix.at(-1)?.end ?? command.end;
  return Math.max(last, words.at(-1)?.end ?? 0);
}

function smallestBound(outer: number | null, wrappers: ShellStatement["wrappers"]): number | null {
  let bound = outer;
  for (const { seconds } of wrappers)
    if (seconds !== null && (bound === null || seconds < bound)) bound = seconds;
  return bound;
}

function inputTexts(redirections: readonly Redirection[], frame: TextFrame): TextFrame[] {
  const last = redirections.findLast(
    (redirection): redirection is HereDoc | HereString =>
      redirection.type === "HereDoc" || redirection.type === "HereString",
  );
  if (last === undefined) return [];
  if (last.type === "HereString") return last.target ? textOfWords([last.target], frame) : [];
  const { body, delimiter } = last;
  const text = last.operator === "<<-" ? body.text.replaceAll(/^\t+/gm, "") : body.text;
  const kept = text === body.text && (delimiter?.quoted === true || !text.includes("\\"));
  return [frameFor(text, frame, body, kept ? body.pos : null)];
}

function textOfWords(words: readonly ShellWord[], frame: TextFrame): TextFrame[] {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return [];
  const text = words.map((word) => word.value).join(" ");
  const written = frame.text.slice(first.pos, last.end);
  const holder = { pos: first.pos, end: last.end };
  if (written === text) return [frameFor(text, frame, holder, first.pos)];
  if (written.slice(1, -1) === text) return [frameFor(text, frame, holder, first.pos + 1)];
  return [frameFor(text, frame, holder, null)];
}

function frameFor(
  text: string,
  outer: TextFrame,
  holder: { pos: number; end: number },
  at: number | null,
): TextFrame {
  const base = at === null || outer.base === null ? null : outer.base + at;
  return { text, base, holder: rangeIn(outer, holder.pos, holder.end), nested: true };
}
