import { isEnvFilePath } from "../env-file-path.ts";
import { takesNextWord } from "../flags.ts";
import { readingOf } from "../read-command.ts";
import { argumentsOf, type ShellStatement, type ShellWord } from "../statement.ts";
import { wordCertainty } from "../word-certainty.ts";

const PRINTERS = new Map<string, { readonly valueFlags: readonly string[]; readonly skip: number }>([
  ["cat", { valueFlags: [], skip: 0 }],
  ["tac", { valueFlags: [], skip: 0 }],
  ["nl", { valueFlags: ["-b", "-w", "-s", "-v", "-n"], skip: 0 }],
  ["head", { valueFlags: ["-n", "-c", "--lines", "--bytes"], skip: 0 }],
  ["tail", { valueFlags: ["-n", "-c", "--lines", "--bytes"], skip: 0 }],
  ["less", { valueFlags: [], skip: 0 }],
  ["more", { valueFlags: [], skip: 0 }],
  ["bat", { valueFlags: ["-l", "--language", "-r", "--line-range"], skip: 0 }],
  ["sed", { valueFlags: [], skip: 1 }],
]);

/** Whether a command does nothing but print source files, so that its output is file content and not a listing of settings. */
export function printsOnlySource(command: string): boolean {
  const reading = readingOf(command);
  if (reading.problem !== null || reading.groupRedirections.length > 0) return false;
  const printed = reading.statements.filter(({ program }) => program !== "cd");
  return printed.length > 0 && reading.statements.every(isPlain) && printed.every(printsFiles);
}

const isPlain = ({ kind, wrappers, assignments, context, redirections }: ShellStatement): boolean =>
  kind === "command" &&
  wrappers.length === 0 &&
  assignments.length === 0 &&
  !context.substituted &&
  !context.frame.nested &&
  redirections.every(({ type }) => type === "Redirect");

function printsFiles(statement: ShellStatement): boolean {
  const row = PRINTERS.get(statement.program);
  if (row === undefined) return false;
  const operands: ShellWord[] = [];
  const args = argumentsOf(statement);
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index];
    if (word === undefined) continue;
    if (!word.value.startsWith("-")) operands.push(word);
    else if (takesNextWord(word.value, row.valueFlags)) index += 1;
  }
  if (statement.program === "sed" && !isPrintingSed(args, operands[0])) return false;
  const inputs = statement.redirections.flatMap((redirection) =>
    redirection.type === "Redirect" && redirection.operator === "<" && redirection.target
      ? [redirection.target]
      : [],
  );
  const files = [...operands.slice(row.skip), ...inputs];
  return files.length > 0 && files.every(isSourceFile);
}

const isPrintingSed = (args: readonly ShellWord[], script: ShellWord | undefined): boolean =>
  args.some(({ value }) => value === "-n") &&
  args.every(({ value }) => !value.startsWith("-") || value === "-n") &&
  /^[\d,$;\sp+~]*p$/.test(script?.value ?? "");

function isSourceFile(word: ShellWord): boolean {
  const certainty = wordCertainty(word);
  const name = word.value.slice(word.value.lastIndexOf("/") + 1);
  if (certainty === "computed" || isEnvFilePath(word.value) || /^\/(?:proc|etc|dev|sys)\//.test(word.value))
    return false;
  return certainty === "literal" || (/\.[A-Za-z\d]+$/.test(name) && !/^\.|\.env$/.test(name));
}
