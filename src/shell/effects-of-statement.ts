import type { Redirection } from "unbash";
import { effectRowOf } from "./effect-row-of.ts";
import { takesNextWord } from "./flags.ts";
import { hostOf } from "./host-of.ts";
import { EFFECT_ROWS, type EffectRow, type OpaqueReason } from "./programs/effects.ts";
import { SHELLS } from "./programs/shells.ts";
import { programInPosition } from "./program-in-position.ts";
import type { EffectList, UnknownReason } from "./effect-findings.ts";
import {
  argumentsOf,
  programWord,
  rangeIn,
  type ShellStatement,
  type ShellWord,
  type TextFrame,
} from "./statement.ts";
import { isLiteral, wordCertainty } from "./word-certainty.ts";

/** Adds what one statement would do to `effects`. */
export function statementEffects(
  statement: ShellStatement,
  effects: EffectList,
  functions: ReadonlySet<string | null>,
): void {
  const { frame } = statement.context;
  for (const redirection of statement.redirections) writesOfRedirection(redirection, frame, effects);
  const word = programWord(statement);
  if (word === null) return;
  const program = new ProgramEffects(statement.words, frame, effects);
  if (statement.kind === "shell") return program.handsTextToShell(statement);
  if (functions.has(statement.program)) return;
  program.run(
    statement.programAt,
    statement.program,
    statement.wrappers.map(({ program }) => program),
  );
  if (SHELLS.has(statement.program) && readsPipe(statement))
    program.unknown("input-code", "A shell runs whatever the pipe hands to it.", word);
}

export function writesOfRedirection(redirection: Redirection, frame: TextFrame, effects: EffectList): void {
  if (redirection.type !== "Redirect" || redirection.target === undefined) return;
  const { operator, target } = redirection;
  if (operator === "<" || operator === "<&") {
    noteNetworkDevice(target, frame, effects);
    return;
  }
  if (operator === ">&" && /^(?:\d+-?|-)$/.test(target.value)) return;
  if (noteNetworkDevice(target, frame, effects)) return;
  if (["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"].includes(target.value)) return;
  addPath(effects.writes, target, frame, effects);
}

/** bash opens a connection for `/dev/tcp/host/port`. */
function noteNetworkDevice(target: ShellWord, frame: TextFrame, effects: EffectList): boolean {
  const host = /^\/dev\/(?:tcp|udp)\/([^/]+)\//.exec(target.value)?.[1];
  if (host === undefined) return false;
  effects.hosts.push({
    host: isLiteral(target) ? host.toLowerCase() : null,
    text: target.text,
    range: rangeIn(frame, target.pos, target.end),
  });
  return true;
}

const readsPipe = (statement: ShellStatement): boolean =>
  (statement.context.pipelines[0]?.index ?? 0) > 0 ||
  statement.redirections.some(({ type, operator }) => type !== "Redirect" || operator === "<");

function addPath(list: EffectList["writes"], word: ShellWord, frame: TextFrame, effects: EffectList): void {
  const certainty = wordCertainty(word);
  const range = rangeIn(frame, word.pos, word.end);
  list.push({ path: certainty === "computed" ? null : word.value, text: word.text, certainty, range });
  if (certainty === "computed")
    effects.unknowns.push({
      reason: "computed-words",
      sentence: `Which file ${word.text} names is computed when the command runs.`,
      range,
    });
}

const OPAQUE: Readonly<Record<OpaqueReason, (program: string) => string>> = {
  "project-code": (program) => `${program} runs code and settings of the project.`,
  "file-code": (program) => `${program} runs code that the command does not show.`,
  "inline-code": (program) => `${program} runs a program of its own that was not read.`,
  "package-scripts": (program) => `${program} may run scripts of the packages that it handles.`,
  "remote-machine": (program) => `${program} acts on another system.`,
};

class ProgramEffects {
  readonly #words: readonly ShellWord[];
  readonly #frame: TextFrame;
  readonly #effects: EffectList;

  constructor(words: readonly ShellWord[], frame: TextFrame, effects: EffectList) {
    this.#words = words;
    this.#frame = frame;
    this.#effects = effects;
  }

  unknown(reason: UnknownReason, sentence: string, word: ShellWord): void {
    this.#effects.unknowns.push({ reason, sentence, range: rangeIn(this.#frame, word.pos, word.end) });
  }

  handsTextToShell(statement: ShellStatement): void {
    this.#noteWrappers(
      statement.wrappers.map(({ program }) => program),
      programWord(statement),
    );
    const word = programWord(statement);
    for (const argument of argumentsOf(statement))
      if (wordCertainty(argument) !== "literal" && word !== null) {
        this.unknown(
          "computed-code",
          `${statement.program} runs a text that is computed when the command runs.`,
          argument,
        );
        return;
      }
    for (const redirection of statement.redirections) {
      if (redirection.type === "HereString" && redirection.target && !isLiteral(redirection.target))
        this.unknown(
          "computed-code",
          `${statement.program} runs a text that is computed when the command runs.`,
          redirection.target,
        );
      if (
        redirection.type === "HereDoc" &&
        redirection.body.parts?.some(({ type }) => type !== "Literal") &&
        word !== null
      )
        this.unknown(
          "computed-code",
          `${statement.program} runs a heredoc with parts that are computed when the command runs.`,
          word,
        );
    }
  }

  run(at: number, program: string, via: readonly string[]): void {
    const word = this.#words[at];
    if (word === undefined) return;
    const range = rangeIn(this.#frame, word.pos, word.end);
    this.#noteWrappers(via, word);
    if (wordCertainty(word) !== "literal" && !EFFECT_ROWS.has(program)) {
      this.#effects.programs.push({ program: word.text, via, known: false, range });
      return this.unknown(
        "computed-program",
        `Which program ${word.text} names is computed when the command runs.`,
        word,
      );
    }
    const { row, name, argumentsAt } = effectRowOf(program, this.#words, at);
    this.#effects.programs.push({ program, via, known: row !== undefined, range });
    if (row === undefined || (word.value.includes("/") && SCRIPT_PATH.test(word.value)))
      return this.unknown("unknown-program", `What ${name} does with files and hosts is not known.`, word);
    this.#apply(row, name, this.#words.slice(argumentsAt), word);
    if (via.includes("xargs") && row.operands !== "texts" && row.operands !== "reads")
      this.unknown("computed-words", `${name} takes further words from the output of another program.`, word);
    if (program === "find") this.#find(at);
    if (program === "dd") this.#dd(at);
  }

  #noteWrappers(via: readonly string[], word: ShellWord | null): void {
    if (word === null) return;
    const range = rangeIn(this.#frame, word.pos, word.end);
    for (const program of via)
      if (ELEVATING.has(program)) this.#effects.actions.push({ action: "elevates", program, range });
      else if (DOWNLOADING.has(program)) {
        this.#effects.actions.push({ action: "installs", program, range });
        this.#effects.hosts.push({ host: null, text: "the configured package registry", range });
      }
  }

  #apply(row: EffectRow, name: string, args: readonly ShellWord[], word: ShellWord): void {
    const range = rangeIn(this.#frame, word.pos, word.end);
    for (const action of row.actions ?? []) this.#effects.actions.push({ action, program: name, range });
    if (row.contacts) this.#effects.hosts.push({ host: null, text: row.contacts, range });
    if (row.alsoWrites)
      this.#effects.writes.push({ path: null, text: row.alsoWrites, certainty: "computed", range });
    if (row.opaque) this.unknown(row.opaque, OPAQUE[row.opaque](name), word);
    this.#operands(row, this.#flags(row, name, args));
  }

  /** Reads the flags and gives the operands back. */
  #flags(
    row: EffectRow,
    name: string,
    args: readonly ShellWord[],
  ): { operands: ShellWord[]; inPlace: boolean } {
    const operands: ShellWord[] = [];
    const valueFlags = [row.valueFlags ?? [], row.writeFlags ?? [], row.sendFlags ?? []].flat();
    let inPlace = false;
    for (let index = 0; index < args.length; index += 1) {
      const word = args[index];
      if (word === undefined) continue;
      const flag = word.value;
      const action =
        row.actionFlags && Object.hasOwn(row.actionFlags, flag) ? row.actionFlags[flag] : undefined;
      if (action)
        this.#effects.actions.push({
          action,
          program: name,
          range: rangeIn(this.#frame, word.pos, word.end),
        });
      if (flag === "--") {
        operands.push(...args.slice(index + 1));
        break;
      }
      if (!flag.startsWith("-") || flag === "-") {
        operands.push(word);
        continue;
      }
      if (wordCertainty(word) === "computed" && !flag.includes("="))
        this.unknown("computed-words", `${word.text} may become any flag when the command runs.`, word);
      inPlace ||= row.inPlaceFlags?.some((name) => flag === name || flag.startsWith(name)) === true;
      const next = takesNextWord(flag, valueFlags) ? args[(index += 1)] : undefined;
      this.#flagValue(row, word, next);
    }
    return { operands, inPlace };
  }

  #flagValue(row: EffectRow, word: ShellWord, next: ShellWord | undefined): void {
    const { name, value } = splitFlag(word, next, [...(row.writeFlags ?? []), ...(row.sendFlags ?? [])]);
    if (value === undefined) return;
    if (row.writeFlags?.includes(name) && value.value !== "-" && value.value !== "/dev/null")
      addPath(this.#effects.writes, value, this.#frame, this.#effects);
    if (row.sendFlags?.includes(name))
      this.#effects.sends.push({ text: value.text, range: rangeIn(this.#frame, value.pos, value.end) });
  }

  #operands(
    row: EffectRow,
    { operands, inPlace }: { operands: readonly ShellWord[]; inPlace: boolean },
  ): void {
    const files = operands.slice(row.skip ?? 0);
    const last = files.at(-1);
    switch (row.operands) {
      case "reads":
        if (inPlace)
          for (const file of files) addPath(this.#effects.writes, file, this.#frame, this.#effects);
        return;
      case "texts":
        return;
      case "writes":
        for (const file of files) addPath(this.#effects.writes, file, this.#frame, this.#effects);
        return;
      case "removes":
        for (const file of files) addPath(this.#effects.removes, file, this.#frame, this.#effects);
        return;
      case "copies":
      case "moves":
        if (last !== undefined && files.length > 1)
          addPath(this.#effects.writes, last, this.#frame, this.#effects);
        if (row.operands === "moves")
          for (const file of files.slice(0, -1))
            addPath(this.#effects.removes, file, this.#frame, this.#effects);
        return;
      case "hosts":
        for (const operand of files) this.#host(operand, row.contacts === undefined);
        return;
      case "transfers":
        this.#transfer(files);
    }
  }

  #host(operand: ShellWord, bareNames: boolean): void {
    const range = rangeIn(this.#frame, operand.pos, operand.end);
    const host = hostOf(operand.value, bareNames);
    if (host === null && !bareNames && isLiteral(operand)) return;
    const hostKnown =
      isLiteral(operand) || /^[a-z][a-z+.-]*:\/\/[^$`/]+\//i.test(operand.text.replace(/^["']/, ""));
    this.#effects.hosts.push({ host: hostKnown ? host : null, text: operand.text, range });
    if (!hostKnown)
      this.unknown(
        "computed-words",
        `Which host ${operand.text} names is computed when the command runs.`,
        operand,
      );
  }

  #transfer(files: readonly ShellWord[]): void {
    const last = files.at(-1);
    const remoteLast = last !== undefined && isRemote(last.value);
    for (const file of files) {
      if (isRemote(file.value)) this.#host(file, true);
      else if (remoteLast)
        this.#effects.sends.push({ text: file.text, range: rangeIn(this.#frame, file.pos, file.end) });
    }
    if (last !== undefined && files.length > 1 && !remoteLast)
      addPath(this.#effects.writes, last, this.#frame, this.#effects);
  }

  #find(at: number): void {
    const args = this.#words.slice(at + 1);
    const roots = args.slice(
      0,
      firstIndex(args, ({ value }) => /^[-(!]/.test(value)),
    );
    for (let index = 0; index < args.length; index += 1) {
      const word = args[index];
      if (word?.value === "-delete") {
        this.#effects.actions.push({
          action: "deletes",
          program: "find -delete",
          range: rangeIn(this.#frame, word.pos, word.end),
        });
        for (const root of roots) addPath(this.#effects.removes, root, this.#frame, this.#effects);
      }
      const file = args[index + 1];
      if (word && /^-f(?:print0?|ls|printf)$/.test(word.value) && file)
        addPath(this.#effects.writes, file, this.#frame, this.#effects);
      if (!word || !/^-(?:exec|execdir|ok|okdir)$/.test(word.value)) continue;
      const length = firstIndex(args.slice(index + 1), ({ value }) => value === ";" || value === "+");
      this.#startedByFind(args.slice(index + 1, index + 1 + length));
      index += length;
    }
  }

  #startedByFind(words: readonly ShellWord[]): void {
    const found = programInPosition(words);
    const [first] = words;
    if (first === undefined) return;
    if (found.text !== null)
      return this.unknown("computed-code", `find runs a shell text that was not read.`, first);
    const via = ["find", ...found.wrappers.map(({ program }) => program)];
    new ProgramEffects(words, this.#frame, this.#effects).run(found.programAt, found.program, via);
    this.unknown("computed-words", `find starts ${found.program} for every file that it finds.`, first);
  }

  #dd(at: number): void {
    for (const word of this.#words.slice(at + 1))
      if (word.value.startsWith("of="))
        addPath(this.#effects.writes, { ...word, value: word.value.slice(3) }, this.#frame, this.#effects);
  }
}

const ELEVATING = new Set(["sudo", "doas", "su", "runuser", "gosu", "su-exec"]);
const DOWNLOADING = new Set(["pnpx", "bunx"]);
/** A program given as a path into the project is whatever stands in that file. */
const SCRIPT_PATH = /^\.{1,2}\/(?!.*node_modules\/\.bin\/)|\.(?:sh|py|js|mjs|ts)$/;

const isRemote = (value: string): boolean => /^[^/]+:/.test(value) || /^[a-z]+:\/\//i.test(value);

function firstIndex<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  const index = items.findIndex(test);
  return index < 0 ? items.length : index;
}

function splitFlag(
  word: ShellWord,
  next: ShellWord | undefined,
  names: readonly string[],
): { name: string; value: ShellWord | undefined } {
  const flag = word.value;
  if (next !== undefined) {
    const name = flag.startsWith("--") || flag.length === 2 ? flag : `-${flag.at(-1)}`;
    return { name, value: next };
  }
  const equals = flag.indexOf("=");
  if (flag.startsWith("--"))
    return equals < 0
      ? { name: flag, value: undefined }
      : {
          name: flag.slice(0, equals),
          value: {
            ...word,
            value: flag.slice(equals + 1),
            text: word.text.slice(word.text.indexOf("=") + 1),
          },
        };
  for (let index = 1; index < flag.length - 1; index += 1) {
    const name = `-${flag[index]}`;
    if (names.includes(name))
      return { name, value: { ...word, value: flag.slice(index + 1), text: flag.slice(index + 1) } };
  }
  return { name: flag, value: undefined };
}
