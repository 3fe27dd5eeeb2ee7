/**
 * The language between the page and the runner inside an engine. The runner's input and output are a terminal that may echo, rewrite line ends,
 * cut input lines at 4,096 bytes and break characters apart, so both directions are short ASCII lines, and a line that is none of ours is ignored.
 */
export interface RunnerRequests {
  /** First request. Ends what a runner before this one left running. */
  hello: { readonly runner: string; readonly previous?: string };
  start: StartCommand;
  input: { readonly command: number; readonly text: string };
  /** Answered with the names of processes that live on. */
  stop: { readonly command: number; readonly reason: "signal" | "asked" };
  /** Tells that so much output was taken; the runner sends no more than a window ahead. Not answered. */
  taken: { readonly characters: number };
  stats: { readonly paths: readonly string[] };
  realPath: { readonly path: string };
  /** Answered with one `part` for each path that is not larger than the limit. */
  readFiles: { readonly paths: readonly string[]; readonly maxBytes: number };
  ping: object;
}

export type RunnerOperation = keyof RunnerRequests;

export type RunnerRequest = {
  [Operation in RunnerOperation]: { readonly op: Operation } & RunnerRequests[Operation];
}[RunnerOperation];

export interface StartCommand {
  readonly command: string;
  /** Relative to the project root. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Whether more input may follow. Without it and without `stdin` the command reads from nothing. */
  readonly keepInput: boolean;
  readonly budgetMs?: number;
  readonly timeoutMs?: number;
}

/** Starts every line of the runner. */
export const FRAME_PREFIX = "@tabwright ";

/** What the first program prints when it is ready to be sent the runner's text. */
export const WAITING_FRAME = `${FRAME_PREFIX}{"type":"waiting"}`;

/** Ends the runner's text. */
export const END_OF_PROGRAM = ".";

/** What a program sees when nobody sits in front of it. */
export const UNATTENDED_ENVIRONMENT: Readonly<Record<string, string>> = {
  CI: "1",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  npm_config_progress: "false",
  npm_config_fund: "false",
};

/** Exit code of a command that its budget or time-out stopped. */
export const STOPPED_BY_CLOCK = 124;

/** How far the runner may run ahead of `taken`, in characters of output. */
export const OUTPUT_WINDOW = 2 ** 20;

/** Leaves room below the 4,096 bytes of a terminal's line. */
const LINE_CHARACTERS = 2_000;

export function cutIntoLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; start += LINE_CHARACTERS)
    lines.push(text.slice(start, start + LINE_CHARACTERS));
  return lines;
}

/** A request as lines: `#<id>+<part>` and, last, `#<id>.<part>`. `base64` encodes UTF-8. */
export function requestLines(id: number, request: RunnerRequest, base64: (text: string) => string): string {
  const parts = cutIntoLines(base64(JSON.stringify(request)));
  return parts.map((part, index) => `#${id}${index === parts.length - 1 ? "." : "+"}${part}\n`).join("");
}

const REQUEST_LINE = /^#(\d+)([+.])([A-Za-z0-9+/=]*)$/;

/** Puts lines back together. A line that is not part of a request is ignored. */
export class RequestAssembly {
  readonly #parts = new Map<number, string[]>();

  /** The request that this line completes. */
  add(line: string): { readonly id: number; readonly base64: string } | undefined {
    const [, digits, mark, part = ""] = REQUEST_LINE.exec(line) ?? [];
    if (digits === undefined) return undefined;
    const id = Number(digits);
    const parts = this.#parts.get(id) ?? [];
    parts.push(part);
    if (mark === "+") {
      this.#parts.set(id, parts);
      return undefined;
    }
    this.#parts.delete(id);
    return { id, base64: parts.join("") };
  }
}

/** Cuts a stream into lines without their ends, whatever the ends are. A line that grows above the limit is dropped. */
export class LineSplitter {
  #parts: string[] = [];
  #length = 0;
  readonly #maxCharacters: number;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  add(chunk: string): string[] {
    const pieces = chunk.split(/[\r\n]+/);
    const last = pieces.pop() ?? "";
    const lines: string[] = [];
    for (const piece of pieces) {
      this.#keep(piece);
      const line = this.#parts.join("");
      if (line !== "") lines.push(line);
      this.#parts = [];
      this.#length = 0;
    }
    this.#keep(last);
    return lines;
  }

  #keep(piece: string): void {
    if (piece === "") return;
    this.#length += piece.length;
    if (this.#length > this.#maxCharacters) this.#parts = [];
    else this.#parts.push(piece);
  }
}

/** Any value as one line of printable ASCII. */
export function frameLine(frame: object): string {
  const ascii = JSON.stringify(frame).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${FRAME_PREFIX}${ascii}\n`;
}
