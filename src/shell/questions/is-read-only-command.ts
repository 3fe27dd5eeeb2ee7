import type { Redirection } from "unbash";
import { READ_ONLY_ROWS, READ_ONLY_WRAPPERS, type ReadOnlyRow } from "../programs/read-only.ts";
import { readingOf } from "../read-command.ts";
import type { ShellStatement, ShellWord } from "../statement.ts";
import { isLiteral, wordCertainty } from "../word-certainty.ts";
import { commandReadProblem } from "./command-read-problem.ts";

export interface ReadOnlyOptions {
  /** Whether the repository's git settings may start programs (external diff, textconv, fsmonitor); git is then refused. */
  readonly gitStartsPrograms?: boolean;
}

/** Whether a command can do nothing but read and print. False whenever that cannot be told from its text. */
export function isReadOnlyCommand(command: string, options: ReadOnlyOptions = {}): boolean {
  return readOnlyRefusal(command, options) === null;
}

/** What keeps a command from being read-only, as one sentence, or `null`. It does not judge where paths lead. */
export function readOnlyRefusal(command: string, options: ReadOnlyOptions = {}): string | null {
  const reading = readingOf(command);
  if (reading.problem !== null) return commandReadProblem(command)?.sentence ?? "The command cannot be read.";
  if (reading.statements.length === 0) return "The command runs nothing.";
  for (const construct of reading.constructs)
    if (!CONSTRUCTS.has(construct)) return `It uses ${CONSTRUCT_NAMES.get(construct) ?? construct}.`;
  for (const { redirection } of reading.groupRedirections)
    if (!isHarmlessRedirection(redirection)) return "It redirects a group.";
  for (const statement of reading.statements) {
    const refusal = refusalOf(statement, options);
    if (refusal !== null) return refusal;
  }
  return null;
}

const CONSTRUCTS = new Set(["Command", "AndOr", "Pipeline", "Subshell", "BraceGroup", "Redirected"]);
const CONSTRUCT_NAMES = new Map([
  ["CommandExpansion", "a command substitution"],
  ["ProcessSubstitution", "a process substitution"],
  ["Word", "an expansion that runs something"],
  ["Function", "a function"],
]);

function refusalOf(statement: ShellStatement, options: ReadOnlyOptions): string | null {
  const { words, programAt, program, context } = statement;
  if (context.background) return "It starts something in the background.";
  if (context.frame.nested || statement.kind === "shell") return "It hands a text to another shell.";
  if (statement.assignments.length > 0) return "It sets a variable.";
  if (!statement.redirections.every(isHarmlessRedirection)) return "It redirects to or from a file.";
  const wrapper = statement.wrappers.find(
    (use) =>
      !READ_ONLY_WRAPPERS.has(use.program) ||
      use.assignments.length > 0 ||
      words[use.at]?.value !== use.program,
  );
  if (wrapper !== undefined) return `It runs something through ${wrapper.program}.`;
  if (!words.slice(0, programAt + 1).every(isLiteral) || words[programAt]?.value !== program)
    return "A program is not named plainly.";
  if (program === "git" && options.gitStartsPrograms === true)
    return "The git settings here start other programs.";
  const noPager = words[programAt + 1]?.value === "--no-pager" ? 1 : 0;
  const at = program === "git" ? programAt + 1 + noPager : programAt;
  const name = program === "git" ? `git ${words[at]?.value ?? ""}` : program;
  const row = READ_ONLY_ROWS.get(name);
  return row === undefined
    ? `${name} is not on the list of reading programs.`
    : argumentsRefusal(name, row, words.slice(at + 1));
}

function isHarmlessRedirection(redirection: Redirection): boolean {
  if (redirection.type !== "Redirect" || redirection.target === undefined) return false;
  if (!isLiteral(redirection.target) || redirection.descriptor?.type === "FileDescriptorVariable")
    return false;
  const { operator, target } = redirection;
  if (operator === ">&") return /^[12]$/.test(target.value);
  return [">", ">>", "&>", "&>>", "<"].includes(operator) && target.value === "/dev/null";
}

function argumentsRefusal(name: string, row: ReadOnlyRow, args: readonly ShellWord[]): string | null {
  let operands = 0;
  let optionsEnded = false;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index];
    if (word === undefined) continue;
    const certainty = wordCertainty(word);
    if (certainty === "computed") return `${word.text} is computed when the command runs.`;
    if (certainty === "pattern" && !optionsEnded && row.harmless !== true && /^[*?[{]/.test(word.text))
      return `${word.text} may become an option of ${name}.`;
    const isOption = !optionsEnded && word.value.startsWith("-") && word.value !== "-";
    if (word.value === "--" && isOption) {
      optionsEnded = true;
      continue;
    }
    if (isOption) {
      const use = optionUse(row, word.value);
      if (use === "refused") return `${word.text} is not on the list of reading options of ${name}.`;
      const next = args[index + 1];
      if (use === "takes-next") {
        if (next === undefined || wordCertainty(next) === "computed")
          return `${word.text} has no plain value.`;
        index += 1;
      }
      continue;
    }
    operands += 1;
    if (row.operandStart !== undefined && !word.value.startsWith(row.operandStart))
      return `${word.text} makes ${name} do more than read.`;
  }
  return row.maxOperands !== undefined && operands > row.maxOperands
    ? `${name} takes at most ${row.maxOperands} file names when it only reads.`
    : null;
}

function optionUse(row: ReadOnlyRow, option: string): "fine" | "takes-next" | "refused" {
  if (row.counts === true && /^-\d+$/.test(option)) return "fine";
  if (row.valueLongs?.includes(option)) return "takes-next";
  const name = option.startsWith("--") ? option.replace(/=.*$/s, "") : option;
  if (row.longs?.includes(name)) return "fine";
  if (option.startsWith("--")) return "refused";
  for (let index = 1; index < option.length; index += 1) {
    const letter = option[index] ?? "";
    if (row.valueLetters?.includes(letter)) return index === option.length - 1 ? "takes-next" : "fine";
    if (!row.letters.includes(letter)) return "refused";
  }
  return "fine";
}
