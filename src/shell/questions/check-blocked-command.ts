import { readingOf } from "../read-command.ts";
import { argumentsOf, type ShellStatement } from "../statement.ts";
import { commandReadProblem } from "./command-read-problem.ts";

const INSTEAD =
  "The values are already in the environment of every process here: read the one you need in code, by its name.";

/**
 * Why a command must not run, or `null`: it would print the environment, read a file that holds it, or is not
 * readable. Looks inside substitutions and texts for other shells. A nudge, not a boundary.
 */
export function checkBlockedCommand(command: string): string | null {
  const reading = readingOf(command);
  for (const statement of reading.statements) {
    const kind = blockedKind(statement);
    if (kind !== null) return `Blocked: ${kind}. ${INSTEAD}`;
  }
  for (const { redirection } of reading.groupRedirections)
    if (redirection.type === "Redirect" && isSecretFile(redirection.target?.value ?? ""))
      return `Blocked: ${SECRET_FILE}. ${INSTEAD}`;
  if (!reading.cut) return null;
  const sentence = commandReadProblem(command)?.sentence ?? "";
  return `Blocked: ${sentence} Send a shorter, flatter command, or put the text in a file with write_file.`;
}

const DUMP = "it prints the whole environment";
const SECRET_FILE = "it reads a file that holds environment values";
const ONE_LINER = "its one-line script reads the environment object";

function blockedKind(statement: ShellStatement): string | null {
  if (dumpsEnvironment(statement)) return DUMP;
  if (readsSecretFile(statement)) return SECRET_FILE;
  return runsEnvironmentOneLiner(statement) ? ONE_LINER : null;
}

function dumpsEnvironment(statement: ShellStatement): boolean {
  const args = argumentsOf(statement).map(({ value }) => value);
  switch (statement.program) {
    case "env":
      return !onlyDescribesItself(statement);
    case "printenv":
      return true;
    case "export":
    case "declare":
    case "typeset":
    case "readonly":
      return (
        args.every((arg) => arg.startsWith("-")) &&
        (statement.program === "export" || args.some(isExportFlag))
      );
    case "set":
      return args.length === 0;
    default:
      return false;
  }
}

const isExportFlag = (arg: string): boolean => /^-\w*[xp]/.test(arg);

/** `env` with `--help` or `--version` prints no variable. */
const onlyDescribesItself = (statement: ShellStatement): boolean =>
  argumentsOf(statement).some(({ value }) => value === "--help" || value === "--version");

const READERS = new Set(
  "cat bat less more head tail tac nl xxd od hexdump base64 strings dd sed awk gawk mawk cut tr grep egrep fgrep rg sort cp mv xargs tee node python python3 source . install ln rsync".split(
    " ",
  ),
);

function readsSecretFile(statement: ShellStatement): boolean {
  for (const redirection of statement.redirections)
    if (redirection.type === "Redirect" && isSecretFile(redirection.target?.value ?? "")) return true;
  const through = statement.wrappers.some(({ program }) => READERS.has(program));
  if (!through && !READERS.has(statement.program)) return false;
  return statement.words.some(({ value }) => isSecretFile(value.replace(/^\w+=/, "")));
}

function isSecretFile(path: string): boolean {
  const clean = path.replaceAll(/\/+(?:\.?\/+)*/g, "/");
  return (
    /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?environ$/.test(clean) ||
    clean === "/etc/environment" ||
    /^\/root\/\.(?:bashrc|profile|bash_profile|zshrc|zshenv)$/.test(clean)
  );
}

const ONE_LINERS: Readonly<Record<string, { readonly flags: RegExp; readonly environment: RegExp }>> = {
  node: { flags: /^(?:-\w*[ep]|--eval|--print)/, environment: /process\s*(?:\.|\?\.|\[\s*['"`])\s*env\b/ },
  bun: { flags: /^(?:-\w*[ep]|--eval|--print)/, environment: /(?:process|Bun)\s*\.\s*env\b/ },
  deno: { flags: /^eval$/, environment: /Deno\s*\.\s*env\b/ },
  python: { flags: /^-\w*c/, environment: /\benviron\b|\bgetenv\b/ },
  ruby: { flags: /^-\w*e/, environment: /\bENV\b/ },
  perl: { flags: /^-\w*[eE]/, environment: /[%$]ENV\b/ },
  php: { flags: /^-\w*r/, environment: /\$_ENV\b|\bgetenv\b/ },
};

function runsEnvironmentOneLiner(statement: ShellStatement): boolean {
  const name = statement.program.replace(/^(python|ruby|perl|php)[\d.]+$/, "$1");
  const row = Object.hasOwn(ONE_LINERS, name) ? ONE_LINERS[name] : undefined;
  if (row === undefined) return false;
  const args = argumentsOf(statement);
  return (
    args.some(({ value }) => row.flags.test(value)) && args.some(({ value }) => row.environment.test(value))
  );
}
