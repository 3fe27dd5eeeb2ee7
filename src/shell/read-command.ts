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
type Task =
  | { readonly node: SyntaxNode; readonly context: StatementContext }
  | { readonly list: readonly Statement[]; readonly index: number; readonly context: StatementContext };

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
    this.#guard(() => this.#openText({ text: this.#command, base: 0, holder, nested: false }, outermost));
    for (let task = this.#stack.pop(); task !== undefined && !this.#cut; task = this.#stack.pop()) {
      const late = this.#clock.step();
      if (late === null) this.#work(task);
      else this.#stop(late);
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

  #work(task: Task): void {
    if ("list" in task) this.#pushFromList(task.list, task.index, task.context);
    else this.#guard(() => this.#visit(task.node, task.context));
  }

  /** The parser recurses over some constructs, and a worker's stack is small. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#stop({ kind: "too-deep", limit: MAX_COMMAND_DEPTH });
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
    this.#pushList(statements, { ...around, frame });
  }

  /** Statements one after the other; `context` says what stands before the first and after the last. */
  #pushList(list: readonly Statement[], context: StatementContext): void {
    if (list.length > 0) this.#stack.push({ list, index: 0, context });
  }

  #pushFromList(list: readonly Statement[], index: number, context: StatementContext): void {
    const node = list[index];
    if (node === undefined) return;
    const { text } = context.frame;
    const before = list[index - 1];
    const isLast = index === list.length - 1;
    if (!isLast) this.#stack.push({ list, index: index + 1, context });
    const separator = before ? endOf(before, text) : context.separator;
    const ended = isLast ? context.terminator : endOf(node, text);
    const terminator = node.background === true ? "&" : ended;
    const background = context.background || node.background === true;
    this.#stack.push({ node: node.command, context: { ...context, separator, terminator, background } });
  }

  #visit(node: SyntaxNode, context: StatementContext): void {
    this.#constructs.add(node.type);
    switch (node.type) {
      case "Command":
        return this.#addCommand(node, context);
      case "AndOr":
        return this.#pushChain(node.commands, node.operators, context);
      case "Pipeline":
        return this.#pushPipeline(node.commands, context);
      case "Redirected":
        this.#addGroupRedirections(node.redirects, context);
        return this.#push(node.command, { ...context, grouped: true });
      case "Subshell":
      case "BraceGroup":
        return this.#pushList(node.body.commands, { ...context, grouped: true });
      case "CompoundList":
        return this.#pushList(node.commands, context);
      case "If":
        return this.#pushBranches(listsOfIf(node), context);
      case "While":
        return this.#pushBranches([node.clause, node.body], context);
      case "For":
      case "Select":
        this.#pushBranches([node.body], context);
        return this.#pushWords(node.wordlist ?? [], context);
      case "Case":
        return this.#pushCase(node, context);
      case "Function":
        return this.#pushFunction(node.name, node.body, context);
      case "Coproc":
        return this.#push(node.body, { ...context, background: true, grouped: true });
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        return this.#pushSubstitution(node, context);
      default:
        return this.#pushChildren(node, context);
    }
  }

  #push(node: SyntaxNode, context: StatementContext): void {
    this.#stack.push({ node, context });
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

  #pushChain(nodes: readonly SyntaxNode[], operators: readonly string[], context: StatementContext): void {
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const node = nodes[index];
      if (node === undefined) continue;
      const separator = operators[index - 1] ?? context.separator;
      const terminator = operators[index] ?? context.terminator;
      this.#push(node, { ...context, separator, terminator });
    }
  }

  #pushPipeline(nodes: readonly SyntaxNode[], context: StatementContext): void {
    const [only] = nodes;
    if (only !== undefined && nodes.length === 1) return this.#push(only, context);
    const id = (this.#pipelines += 1);
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const node = nodes[index];
      if (node === undefined) continue;
      const pipelines = [{ id, index, count: nodes.length }, ...context.pipelines];
      const separator = index > 0 ? "|" : context.separator;
      const terminator = index < nodes.length - 1 ? "|" : context.terminator;
      this.#push(node, { ...context, separator, terminator, pipelines });
    }
  }

  /** Lists of one construct in their order: `if` and its branches, a loop's condition and body. */
  #pushBranches(lists: readonly CompoundList[], context: StatementContext): void {
    const { text } = context.frame;
    for (let index = lists.length - 1; index >= 0; index -= 1) {
      const before = lists[index - 1]?.commands.at(-1);
      const last = lists[index]?.commands.at(-1);
      const separator = before ? endOf(before, text) : context.separator;
      const isLast = index === lists.length - 1;
      const terminator = isLast || last === undefined ? context.terminator : endOf(last, text);
      this.#pushList(lists[index]?.commands ?? [], { ...context, separator, terminator });
    }
  }

  #pushCase(node: Case, context: StatementContext): void {
    for (let index = node.items.length - 1; index >= 0; index -= 1) {
      const item = node.items[index];
      if (item === undefined) continue;
      const separator = node.items[index - 1]?.terminator ?? context.separator;
      const isLast = index === node.items.length - 1;
      const terminator = isLast ? context.terminator : (item.terminator ?? ";;");
      this.#pushList(item.body.commands, { ...context, separator, terminator });
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
      separator: "",
      terminator: "",
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
    this.#pushList(script.commands, {
      ...context,
      frame,
      depth,
      substituted: true,
      grouped: true,
      separator: "",
      terminator: "",
      pipelines: [],
    });
  }

  #addGroupRedirections(redirections: readonly Redirection[], context: StatementContext): void {
    for (const redirection of redirections) this.#groupRedirections.push({ redirection, context });
    this.#pushWords(redirections, context);
  }

  #addCommand(command: Command, context: StatementContext): void {
    const { statement, texts } = partsOfCommand(command, context);
    this.#statements.push(statement);
    for (const part of [...command.suffix].toReversed()) if (holdsExpansion(part)) this.#push(part, context);
    if (command.name && holdsExpansion(command.name)) this.#push(command.name, context);
    for (const part of [...command.prefix].toReversed()) if (holdsExpansion(part)) this.#push(part, context);
    for (const frame of texts)
      this.#openText(frame, {
        ...context,
        depth: context.depth + 1,
        separator: "",
        terminator: "",
        grouped: false,
        boundSeconds: statement.boundSeconds,
        host: statement,
      });
  }
}

const outermost: Omit<StatementContext, "frame"> = {
  depth: 0,
  separator: "",
  terminator: "",
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
