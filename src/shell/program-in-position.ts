import { durationSeconds } from "./duration-seconds.ts";
import { firstOperand, flagValue, takesNextWord } from "./flags.ts";
import { SHELL_LONG_VALUE_FLAGS, SHELL_VALUE_LETTERS, SHELLS, TEXT_RUNNERS } from "./programs/shells.ts";
import {
  NODE_VALUE_FLAGS,
  PACKAGE_BINS,
  PACKAGE_PROGRAMS,
  PACKAGE_SCRIPTS,
  WRAPPERS,
  type WrapperRow,
} from "./programs/wrappers.ts";
import type { ShellWord, WrapperUse } from "./statement.ts";

/** What a list of words runs once everything that only starts another program is taken away. */
export interface PositionedProgram {
  readonly programAt: number;
  readonly program: string;
  readonly wrappers: readonly WrapperUse[];
  /** The words that make up a text for another shell, or `null`. */
  readonly text: readonly ShellWord[] | null;
  /** Whether it is a shell that reads its standard input. */
  readonly readsInput: boolean;
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

export function programInPosition(words: readonly ShellWord[]): PositionedProgram {
  const wrappers: WrapperUse[] = [];
  let at = 0;
  let packaged = false;
  for (;;) {
    const word = words[at];
    if (word === undefined) return withoutProgram(words, wrappers);
    const program = programName(word.value, packaged);
    const row = WRAPPERS.get(program);
    const step = row ? stepOver(row, words, at) : program === "node" ? stepOverNode(words, at) : null;
    if (step === null) {
      const { text, readsInput } = textFor(program, words, at);
      return { programAt: at, program, wrappers, text, readsInput };
    }
    if (step.text !== null) return { programAt: at, program, wrappers, text: [step.text], readsInput: false };
    wrappers.push({
      program,
      at,
      startsAt: step.startsAt,
      seconds: step.seconds,
      assignments: step.assignments,
    });
    if (step.program !== null)
      return { programAt: step.startsAt, program: step.program, wrappers, text: null, readsInput: false };
    packaged = row?.packages === true;
    at = step.startsAt;
  }
}

/** A wrapper with nothing behind it is itself the program: `env`, `sudo -v`, `exec > log`. */
function withoutProgram(words: readonly ShellWord[], wrappers: WrapperUse[]): PositionedProgram {
  const last = wrappers.pop();
  return {
    programAt: last?.at ?? words.length,
    program: last?.program ?? "",
    wrappers,
    text: null,
    readsInput: false,
  };
}

interface Step {
  readonly startsAt: number;
  readonly seconds: number | null;
  readonly assignments: readonly string[];
  readonly text: ShellWord | null;
  readonly program: string | null;
}

function stepOver(row: WrapperRow, words: readonly ShellWord[], at: number): Step | null {
  let next = firstOperand(words, at + 1, row.flagsWithValue);
  const ownFlags = words.slice(at + 1, next);
  if (row.queryFlags?.some((flag) => ownFlags.some((word) => word.value === flag))) return null;
  if (row.subcommands) {
    const subcommand = words[next]?.value ?? "";
    if (!row.subcommands.includes(subcommand))
      return row.bins && PACKAGE_BINS.has(subcommand) ? plainStep(next) : null;
    const rest = firstOperand(words, next + 1, row.flagsWithValue);
    ownFlags.push(...words.slice(next + 1, rest));
    next = rest;
  }
  const text = row.textFlags && flagValue(ownFlags, row.textFlags);
  if (text) return { ...plainStep(at), text: text.word };
  if (row.afterDashes) {
    const dashes = words.findIndex((word, index) => index > at && word.value === "--");
    if (dashes < 0) return null;
    next = dashes + 1;
  }
  const assignments: string[] = [];
  while (row.assignments && ASSIGNMENT.test(words[next]?.text ?? "")) {
    assignments.push(words[next]?.text ?? "");
    next = firstOperand(words, next + 1, row.valueFlags);
  }
  const seconds = row.bounds ? durationSeconds(words[next]?.value ?? "") : null;
  next += row.operands ?? 0;
  if (row.operands) {
    const textAfterOperand = row.textFlags && flagValue(words.slice(next, next + 2), row.textFlags);
    if (textAfterOperand) return { ...plainStep(at), text: textAfterOperand.word };
  }
  return { ...plainStep(next), seconds: seconds === 0 ? null : seconds, assignments };
}

const plainStep = (startsAt: number): Step => ({
  startsAt,
  seconds: null,
  assignments: [],
  text: null,
  program: null,
});

/** `node node_modules/vitest/vitest.mjs run` runs vitest. */
function stepOverNode(words: readonly ShellWord[], at: number): Step | null {
  const script = firstOperand(words, at + 1, NODE_VALUE_FLAGS);
  const path = words[script]?.value ?? "";
  const bin = /(?:^|\/)node_modules\/\.bin\/([^/]+)$/.exec(path)?.[1];
  const program = bin ?? PACKAGE_SCRIPTS.find(([end]) => `/${path}`.endsWith(end))?.[1];
  return program === undefined ? null : { ...plainStep(script), program };
}

function programName(value: string, packaged: boolean): string {
  if (/[(`{]/.test(value)) return value;
  if (packaged) {
    const name = value.replace(/(?<=.)@[^/]*$/, "");
    return PACKAGE_PROGRAMS.get(name) ?? name.slice(name.lastIndexOf("/") + 1);
  }
  return value.slice(value.lastIndexOf("/") + 1) || value;
}

const NO_TEXT = { text: null, readsInput: false } as const;

function textFor(
  program: string,
  words: readonly ShellWord[],
  at: number,
): Pick<PositionedProgram, "text" | "readsInput"> {
  if (SHELLS.has(program)) return shellText(words, at);
  const runner = TEXT_RUNNERS.get(program);
  if (runner === undefined) return NO_TEXT;
  const own = words.slice(at + 1);
  if (runner.flags === null) return { text: own[0]?.value === "--" ? own.slice(1) : own, readsInput: false };
  const found = flagValue(own, runner.flags);
  return { text: found ? [found.word] : null, readsInput: false };
}

function shellText(words: readonly ShellWord[], at: number): Pick<PositionedProgram, "text" | "readsInput"> {
  let readsText = false;
  let readsInput = false;
  let next = at + 1;
  for (; next < words.length; next += 1) {
    const flag = words[next]?.value ?? "";
    if (flag === "--" || flag === "-") {
      next += 1;
      break;
    }
    if (!/^[-+]./.test(flag)) break;
    if (flag.startsWith("--")) {
      if (SHELL_LONG_VALUE_FLAGS.has(flag)) next += 1;
      continue;
    }
    if (flag.startsWith("-") && flag.includes("c")) readsText = true;
    if (flag.includes("s")) readsInput = true;
    if (takesNextWord(flag, SHELL_VALUE_FLAGS)) next += 1;
  }
  const operand = words[next];
  if (readsText) return { text: operand ? [operand] : [], readsInput: false };
  return { text: null, readsInput: readsInput || operand === undefined };
}

const SHELL_VALUE_FLAGS: readonly string[] = [...SHELL_VALUE_LETTERS].map((letter) => `-${letter}`);
