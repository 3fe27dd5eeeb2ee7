import {
  forEachChild,
  type Case,
  type Command,
  type CompoundList,
  type If,
  type ParsedScript,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
} from "unbash";
import { operatorAfter } from "./operator-after.ts";
import { lateProblem, readablePart } from "./readable-part.ts";
import { MAX_COMMAND_DEPTH, ReadingClock, refusalToRead } from "./reading-limits.ts";
import { partsOfCommand } from "./statement-of-command.ts";
import {
  rangeIn,
  type CommandReading,
  type GroupRedirection,
  type ReadProblem,
  type ShellStatement,
  type StatementContext,
  type TextFrame,
} from "./statement.ts";

/**
 * Reads a command once for every question: its statements, those inside substitutions, and those of texts
 * that it hands to other shells. Never throws; what it could not read is named in `problem`.
 */
export function readCommand(command: string): CommandReading {
  const refusal = refusalToRead(command);
  if (refusal !== null)
    return {
      command,
      statements: [],
      groupRedirections: [],
      constructs: new Set(),
      problem: refusal,
      cut: true,
    };
  return new CommandVisitor(command).read();
}

const REMEMBERED_READINGS = 8;
const remembered = new Map<string, CommandReading>();

/** `readCommand`, remembered for the last few commands, since many questions are asked about one. */
export function readingOf(command: string): CommandReading {
  const known = remembered.get(command);
  if (known !== undefined) return known;
  const reading = readCommand(command);
  if (reading.problem?.kind === "too-slow") return reading;
  if (remembered.size >= REMEMBERED_READINGS) remembered.delete(remembered.keys().next().value ?? "");
  remembered.set(command, reading);
  return reading;
}

/** A node to visit, or the rest of a list: long lists are walked one statement at a time. */
interface Task {
  readonly work: SyntaxNode | readonly Statement[];
  readonly index: number;
  readonly context: StatementContext;
  /** The operators around it. */
  readonly separator: string;
  readonly terminator: string;
}

const HOLDS_EXPANSION = /\$[({[]|`|[<>]\(/;

class CommandVisitor {
  readonly #command: string;
  readonly #stack: Task[] = [];
  readonly #statements: ShellStatement[] = [];
  readonly #groupRedirections: GroupRedirection[] = [];
  readonly #clock: ReadingClock;
  readonly #constructs = new Set<string>();
  #problem: ReadProblem | null = null;
  #cut = false;
  #pipelines = 0;

  constructor(command: string) {
    this.#command = command;
    this.#clock = new ReadingClock(command.length);
  }

  read(): CommandReading {
    const holder = { start: 0, end: this.#command.length };
    try {
      this.#openText({ text: this.#command, base: 0, holder, nested: false }, outermost);
      this.#workUntilDone();
    } catch (error) {
      // The parser recurses over some constructs, and a worker's stack is small.
      if (!(error instanceof RangeError)) throw error;
      this.#stop({ kind: "too-deep", limit: MAX_COMMAND_DEPTH });
    }
    return {
      command: this.#command,
      statements: this.#statements,
      groupRedirections: this.#groupRedirections,
      constructs: this.#constructs,
      problem: this.#problem,
      cut: this.#cut,
    };
  }

  #workUntilDone(): void {
    for (let task = this.#stack.pop(); task !== undefined && !this.#cut; task = this.#stack.pop()) {
      const late = this.#clock.step();
      if (late !== null) return this.#stop(late);
      const { work, index, context, separator, terminator } = task;
      if ("type" in work) this.#visit(work, context, separator, terminator);
      else this.#visitInList(work, index, context, separator, terminator);
    }
  }

  #stop(problem: ReadProblem): void {
    this.#problem = problem;
    this.#cut = true;
  }

  #note(problem: ReadProblem | null): void {
    if (problem?.kind === "too-deep") this.#stop(problem);
    else this.#problem ??= problem;
  }

  #openText(frame: TextFrame, around: Omit<StatementContext, "frame">): void {
    if (around.depth > MAX_COMMAND_DEPTH) return this.#stop({ kind: "too-deep", limit: MAX_COMMAND_DEPTH });
    const { statements, problem } = readablePart(frame.text);
    this.#note(problem);
    this.#pushList(statements, { ...around, frame }, "", "");
  }

  /** Statements one after the other; the operators are those before the first and after the last. */
  #pushList(
    work: readonly Statement[],
    context: StatementContext,
    separator: string,
    terminator: string,
  ): void {
    if (work.length > 0) this.#stack.push({ work, index: 0, context, separator, terminator });
  }

  #visitInList(
    list: readonly Statement[],
    index: number,
    context: StatementContext,
    first: string,
    last: string,
  ): void {
    const node = list[index];
    if (node === undefined) return;
    const { text } = context.frame;
    const before = list[index - 1];
    const isLast = index === list.length - 1;
    if (!isLast)
      this.#stack.push({ work: list, index: index + 1, context, separator: first, terminator: last });
    const separator = before ? endOf(before, text) : first;
    if (node.background === true) return this.#visit(node.command, inBackground(context), separator, "&");
    this.#visit(node.command, context, separator, isLast ? last : endOf(node, text));
  }

  #visit(node: SyntaxNode, context: StatementContext, separator: string, terminator: string): void {
    if (node.type !== "Command") this.#constructs.add(node.type);
    switch (node.type) {
      case "Command":
        return this.#addCommand(node, context, separator, terminator);
      case "AndOr":
        return this.#pushChain(node.commands, node.operators, context, separator, terminator);
      case "Pipeline":
        return this.#pushPipeline(node.commands, context, separator, terminator);
      case "Redirected":
        this.#push(node.command, { ...context, grouped: true }, separator, terminator);
        return this.#addGroupRedirections(node.redirects, context);
      case "Subshell":
      case "BraceGroup":
        return this.#pushList(node.body.commands, { ...context, grouped: true }, separator, terminator);
      case "CompoundList":
        return this.#pushList(node.commands, context, separator, terminator);
      case "If":
        return this.#pushBranches(listsOfIf(node), context, separator, terminator);
      case "While":
        return this.#pushBranches([node.clause, node.body], context, separator, terminator);
      case "For":
      case "Select":
        this.#pushBranches([node.body], context, separator, terminator);
        return this.#pushWords(node.wordlist ?? [], context);
      case "Case":
        return this.#pushCase(node, context, separator, terminator);
      case "Function":
        return this.#pushFunction(node.name, node.body, context);
      case "Coproc":
        return this.#push(node.body, inBackground({ ...context, grouped: true }), separator, terminator);
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        return this.#pushSubstitution(node, context);
      default:
        return this.#pushChildren(node, context);
    }
  }

  #push(work: SyntaxNode, context: StatementContext, separator = "", terminator = ""): void {
    this.#stack.push({ work, index: 0, context, separator, terminator });
  }

  #pushWords(words: readonly (Word | Redirection)[], context: StatementContext): void {
    for (let index = words.length - 1; index >= 0; index -= 1) {
      const word = words[index];
      if (word !== undefined && holdsExpansion(word)) this.#push(word, context);
    }
  }

  #pushChildren(node: SyntaxNode, context: StatementContext): void {
    const children: SyntaxNode[] = [];
    forEachChild(node, (child) => children.push(child));
    for (let child = children.pop(); child !== undefined; child = children.pop()) this.#push(child, context);
  }

  #pushChain(
    nodes: readonly SyntaxNode[],
    operators: readonly string[],
    context: StatementContext,
    separator: string,
    terminator: string,
  ): void {
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const node = nodes[index];
      if (node !== undefined)
        this.#push(node, context, operators[index - 1] ?? separator, operators[index] ?? terminator);
    }
  }

  #pushPipeline(
    nodes: readonly SyntaxNode[],
    context: StatementContext,
    separator: string,
    terminator: string,
  ): void {
    const [only] = nodes;
    if (only !== undefined && nodes.length === 1) return this.#push(only, context, separator, terminator);
    const id = (this.#pipelines += 1);
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const node = nodes[index];
      if (node === undefined) continue;
      const pipelines = [{ id, index, count: nodes.length }, ...context.pipelines];
      const isLast = index === nodes.length - 1;
      this.#push(node, { ...context, pipelines }, index > 0 ? "|" : separator, isLast ? terminator : "|");
    }
  }

  /** Lists of one construct in their order: `if` and its branches, a loop's condition and body. */
  #pushBranches(
    lists: readonly CompoundList[],
    context: StatementContext,
    separator: string,
    terminator: string,
  ): void {
    const { text } = context.frame;
    for (let index = lists.length - 1; index >= 0; index -= 1) {
      const commands = lists[index]?.commands ?? [];
      const before = lists[index - 1]?.commands.at(-1);
      const last = commands.at(-1);
      const isLast = index === lists.length - 1 || last === undefined;
      this.#pushList(
        commands,
        context,
        before ? endOf(before, text) : separator,
        isLast ? terminator : endOf(last, text),
      );
    }
  }

  #pushCase(node: Case, context: StatementContext, separator: string, terminator: string): void {
    for (let index = node.items.length - 1; index >= 0; index -= 1) {
      const item = node.items[index];
      if (item === undefined) continue;
      const isLast = index === node.items.length - 1;
      const before = node.items[index - 1]?.terminator ?? separator;
      this.#pushList(item.body.commands, context, before, isLast ? terminator : (item.terminator ?? ";;"));
      this.#pushWords(item.pattern, context);
    }
    this.#pushWords([node.word], context);
  }

  #pushFunction(name: Word, body: SyntaxNode, context: StatementContext): void {
    if (!/^\s*(?:\(\s*\))?\s*$/.test(context.frame.text.slice(name.end, body.pos)))
      this.#problem ??= { kind: "malformed", message: "a word before `(`", at: name.pos };
    this.#push(body, {
      ...context,
      functionName: name.value,
      grouped: true,
      pipelines: [],
    });
  }

  #pushSubstitution(
    node: Extract<SyntaxNode, { readonly script: ParsedScript | undefined }>,
    context: StatementContext,
  ): void {
    const depth = context.depth + 1;
    if (depth > MAX_COMMAND_DEPTH) return this.#stop({ kind: "too-deep", limit: MAX_COMMAND_DEPTH });
    const { script } = node;
    if (script === undefined) return this.#stop({ kind: "too-deep", limit: MAX_COMMAND_DEPTH });
    this.#note(lateProblem(script));
    const frame =
      script.source === undefined
        ? context.frame
        : {
            ...context.frame,
            text: script.source,
            base: null,
            holder: rangeIn(context.frame, node.pos, node.end),
          };
    const inside = { ...context, frame, depth, substituted: true, grouped: true, pipelines: [] };
    this.#pushList(script.commands, inside, "", "");
  }

  #addGroupRedirections(redirections: readonly Redirection[], context: StatementContext): void {
    for (const redirection of redirections) this.#groupRedirections.push({ redirection, context });
    this.#pushWords(redirections, context);
  }

  #addCommand(command: Command, context: StatementContext, separator: string, terminator: string): void {
    const { statement, texts } = partsOfCommand(command, context, separator, terminator);
    this.#statements.push(statement);
    this.#pushParts(command.suffix, context);
    if (command.name && holdsExpansion(command.name)) this.#push(command.name, context);
    this.#pushParts(command.prefix, context);
    for (const frame of texts)
      this.#openText(frame, {
        ...context,
        depth: context.depth + 1,
        grouped: false,
        boundSeconds: statement.boundSeconds,
        host: statement,
      });
  }

  #pushParts(parts: Command["prefix"] | Command["suffix"], context: StatementContext): void {
    for (let index = parts.length - 1; index >= 0; index -= 1) {
      const part = parts[index];
      if (part !== undefined && holdsExpansion(part)) this.#push(part, context);
    }
  }
}

const inBackground = (context: StatementContext): StatementContext =>
  context.background ? context : { ...context, background: true };

const outermost: Omit<StatementContext, "frame"> = {
  depth: 0,
  background: false,
  grouped: false,
  pipelines: [],
  substituted: false,
  functionName: null,
  boundSeconds: null,
  host: null,
};

function endOf(statement: Statement, text: string): string {
  return statement.background === true ? "&" : operatorAfter(text, statement.end) || ";";
}

function listsOfIf(node: If): CompoundList[] {
  const lists = [node.clause, node.then];
  for (const branch of node.elif) lists.push(branch.clause, branch.then);
  if (node.else) lists.push(node.else);
  return lists;
}

function holdsExpansion(node: { readonly type: string; readonly text?: string } & SyntaxNode): boolean {
  if (node.type === "HereDoc") return node.delimiter?.quoted !== true && HOLDS_EXPANSION.test(node.body.text);
  if (node.type === "Redirect" || node.type === "HereString")
    return node.target !== undefined && HOLDS_EXPANSION.test(node.target.text);
  return "text" in node && HOLDS_EXPANSION.test(node.text ?? "");
}
