import { secondsOf } from "../plain-text.ts";
import {
  blockText,
  emptyTally,
  failureKey,
  placeOf,
  reading,
  type ReadFailure,
  type ReadPlace,
  type RunReading,
  type Tally,
} from "./run-reading.ts";

const START = /^Running (\d+) tests? using \d+ workers?/;
const ROW = /^ {2}(✓|✘|-|ok|x) +(\d+) (.+)$/;
const STEP = /^\[(\d+)\/(\d+)\] (.+)$/;
const BLOCK = /^ {2,4}(\d+)\) (.+)$/;
const COUNT = /^ {2}(\d+) (failed|interrupted|flaky|skipped|did not run|passed)(?: \([\d.]+(?:ms|s|m|h)\))?$/;
const LISTED = /^ {4}(\S.*:\d+:\d+ › .+)$/;
const RETRY_RULE = /^ {4}Retry #\d+ ─+$/;
const OUTSIDE = /^ {2}\d+ errors? (?:was|were) not a part of any test/;
const DOTS = /^[·F×±T°!]+$/;
const RULE = / ─+$/;

/** Reads the text of Playwright's list, line and dot reporters. `null` when the lines are not Playwright's. */
export function readPlaywright(lines: readonly string[]): RunReading | null {
  const walk = new PlaywrightWalk();
  lines.forEach((line, index) => walk.line(line, index));
  return walk.result();
}

/** Each failure block as it was printed, from its numbered heading on, without a result row or the tally. */
export function playwrightBlocks(lines: readonly string[]): string[] {
  const walk = new PlaywrightWalk();
  lines.forEach((line, index) => walk.line(line, index));
  return walk.printedBlocks();
}

interface Title {
  readonly project: string;
  readonly file: string;
  readonly titlePath: readonly string[];
  readonly declared: ReadPlace;
}

interface Attempts {
  readonly title: Title;
  readonly at: number;
  readonly seconds: number | null;
  failed: boolean;
  passedLater: boolean;
  skipped: boolean;
}

type Listing = "failed" | "interrupted" | "flaky";

class PlaywrightWalk {
  private recognised = false;
  private announced: number | null = null;
  private tests = new Map<string, Attempts>();
  private printed: string[] = [];
  private blocks = new Map<string, ReadFailure>();
  private block: { title: Title; at: number; heading: string; body: string[] } | null = null;
  private counts: Map<string, number> | null = null;
  private listing: Listing | "unnamed" | null = null;
  private listed = new Map<string, { title: Title; listing: Listing | "unnamed"; at: number }>();
  private lastPass = -1;
  private stoppedEarly = false;
  private outside: string[] = [];
  private obstacle: string | null = null;
  private firstError: string | null = null;
  private place = -1;
  private stepped = 0;
  private dots = 0;

  line(line: string, index: number): void {
    const start = line.startsWith("Running ") ? START.exec(line) : null;
    if (start !== null) {
      this.begin(Number(start[1]), index);
      return;
    }
    const mayTell = line.startsWith("  ") || line.startsWith("[");
    if (mayTell && (this.resultLine(line, index) || this.closingLine(line, index))) return;
    if (this.block !== null) this.block.body.push(line);
    else this.looseLine(line);
  }

  result(): RunReading | null {
    this.closeBlock();
    if (!this.recognised) return null;
    const summary = this.counts === null ? null : this.summary(this.counts);
    return reading("playwright", {
      announced: this.announced,
      summary,
      summaryWhole: this.announced !== null,
      seen: this.seen(),
      failures: this.failures(summary !== null),
      flaky: this.keysListed("flaky"),
      interrupted: this.keysListed("interrupted"),
      lastPass: this.lastPass,
      place: this.place,
      stoppedEarly: this.stoppedEarly,
      stepped: Math.max(this.stepped - 1, this.dots),
      everyTestHasRow:
        this.announced !== null && Math.max(this.tests.size, this.stepped, this.dots) >= this.announced,
      obstacle: this.obstacle,
      outsideErrors: this.outside,
    });
  }

  printedBlocks(): string[] {
    this.closeBlock();
    return this.printed;
  }

  private begin(announced: number, index: number): void {
    this.place = index;
    this.closeBlock();
    this.recognised = true;
    this.announced = announced;
    this.tests.clear();
    this.blocks.clear();
    this.printed = [];
    this.listed.clear();
    this.counts = null;
    this.listing = null;
    this.lastPass = -1;
    this.stoppedEarly = false;
    this.outside = [];
    this.obstacle = null;
    this.stepped = 0;
    this.dots = 0;
  }

  private resultLine(line: string, index: number): boolean {
    const row = ROW.exec(line);
    if (row?.[1] !== undefined && row[3] !== undefined) {
      const title = titleOf(row[3]);
      if (title === null) return false;
      this.startResult();
      this.attempt(title, row[1], row[3], index);
      return true;
    }
    const step = line.startsWith("[") ? STEP.exec(line) : null;
    if (step?.[3] !== undefined && this.announced !== null && titleOf(step[3]) !== null) {
      this.startResult();
      this.stepped = Math.max(this.stepped, Number(step[1]));
      return true;
    }
    const block = BLOCK.exec(line);
    if (block?.[2] === undefined) return false;
    const title = titleOf(block[2]);
    if (title === null) return false;
    this.startResult();
    this.block = { title, at: index, heading: line, body: [] };
    return true;
  }

  /** A tally above a result belongs to an earlier run, or is text that a test printed. */
  private startResult(): void {
    this.closeBlock();
    this.recognised = true;
    this.counts = null;
    this.listing = null;
    this.listed.clear();
  }

  private attempt(title: Title, mark: string, text: string, at: number): void {
    const key = failureKey(title);
    const time = / \(([\d.]+(?:ms|s|m|h))\)$/.exec(text);
    const known = this.tests.get(key);
    const test: Attempts = known ?? {
      title,
      at,
      seconds: time?.[1] === undefined ? null : secondsOf(time[1]),
      failed: false,
      passedLater: false,
      skipped: false,
    };
    this.tests.set(key, test);
    if (mark === "✘" || mark === "x") {
      test.failed = true;
      test.passedLater = false;
    } else if (mark === "-") test.skipped = true;
    else {
      test.passedLater = true;
      this.lastPass = at;
    }
  }

  private closingLine(line: string, index: number): boolean {
    const count = COUNT.exec(line);
    if (count?.[1] !== undefined && count[2] !== undefined) {
      this.closeBlock();
      this.recognised ||= count[2] !== "skipped";
      this.place = index;
      this.counts ??= new Map();
      this.counts.set(count[2], Number(count[1]));
      const word = count[2];
      this.listing = word === "failed" || word === "interrupted" || word === "flaky" ? word : null;
      return true;
    }
    if (OUTSIDE.test(line)) {
      this.closeBlock();
      this.outside.push(line.trim());
      return true;
    }
    if (this.block !== null && this.counts === null) return false;
    return this.listedLine(line, index);
  }

  private listedLine(line: string, index: number): boolean {
    const listed = LISTED.exec(line);
    const title = listed?.[1] === undefined ? null : titleOf(listed[1]);
    if (title === null) return false;
    if (this.counts === null && this.announced !== null) return false;
    this.recognised = true;
    const listing = this.listing ?? "unnamed";
    this.listed.set(failureKey(title), { title, listing, at: index });
    return true;
  }

  private looseLine(line: string): void {
    if (DOTS.test(line) && this.announced !== null) this.dots += line.replaceAll("×", "").length;
    if (line.startsWith("Testing stopped early after ")) this.stoppedEarly = true;
    if (line.startsWith("Error: No tests found")) {
      this.recognised = true;
      this.obstacle = line;
    }
    if (this.announced === null && this.firstError === null && /^\w*Error\b[^:]*: \S/.test(line))
      this.firstError = line;
    if (/^\s+at .*node_modules[\\/](?:@playwright[\\/]test|playwright)[\\/]/.test(line)) {
      this.recognised = true;
      if (this.announced === null) this.obstacle ??= this.firstError;
    }
  }

  private closeBlock(): void {
    const block = this.block;
    this.block = null;
    if (block === null) return;
    this.printed.push([block.heading, ...block.body].join("\n").trimEnd());
    const key = failureKey(block.title);
    const body = firstAttempt(block.body);
    const known = this.blocks.get(key);
    if (known !== undefined && known.body !== "") return;
    this.blocks.set(key, {
      kind: "test",
      ...block.title,
      seconds: this.tests.get(key)?.seconds ?? null,
      body,
      at: this.tests.get(key)?.at ?? block.at,
    });
  }

  private summary(counts: ReadonlyMap<string, number>): Tally {
    const of = (word: string) => counts.get(word) ?? 0;
    return {
      passed: of("passed"),
      failed: of("failed"),
      flaky: of("flaky"),
      skipped: of("skipped"),
      interrupted: of("interrupted"),
      didNotRun: of("did not run"),
    };
  }

  private seen(): Tally {
    const tally = emptyTally();
    for (const test of this.tests.values()) {
      if (test.failed) tally[test.passedLater ? "flaky" : "failed"] += 1;
      else if (test.passedLater) tally.passed += 1;
      else tally.skipped += 1;
    }
    if (this.tests.size === 0) tally.failed = this.blocks.size;
    return tally;
  }

  private keysListed(listing: Listing): string[] {
    return [...this.listed].filter(([, entry]) => entry.listing === listing).map(([key]) => key);
  }

  /**
   * The runner's own list decides where there is one: a row marked ✘ may be a test that is expected to fail.
   * Without a list the blocks decide, and rows only when no block was printed at all.
   */
  private failures(ended: boolean): ReadFailure[] {
    const failedList = [...this.listed.values()].filter((entry) => entry.listing === "failed");
    if (failedList.length > 0) {
      return failedList.map(
        ({ title, at }) => this.blocks.get(failureKey(title)) ?? this.rowFailure(title, at),
      );
    }
    if (ended && (this.counts?.get("failed") ?? 0) === 0 && this.announced !== null) return [];
    const blocks = [...this.blocks].filter(([key]) => this.countsAsFailed(key)).map(([, block]) => block);
    if (this.blocks.size > 0) return blocks;
    return [...this.tests.values()]
      .filter((test) => test.failed && !test.passedLater)
      .map((test) => this.rowFailure(test.title, test.at));
  }

  private countsAsFailed(key: string): boolean {
    const listing = this.listed.get(key)?.listing;
    if (listing === "flaky" || listing === "interrupted") return false;
    return this.tests.get(key)?.passedLater !== true;
  }

  private rowFailure(title: Title, at: number): ReadFailure {
    const test = this.tests.get(failureKey(title));
    return { kind: "test", ...title, seconds: test?.seconds ?? null, body: "", at: test?.at ?? at };
  }
}

/** `[chromium] › e2e/a.spec.ts:4:2 › Items › title (retry #1) (2.4s) ───`. */
function titleOf(text: string): Title | null {
  const bare = text
    .replace(RULE, "")
    .replace(/ \([\d.]+(?:ms|s|m|h)\)$/, "")
    .replace(/ \(retry #\d+\)$/, "");
  const parts = bare.split(" › ");
  const project = parts.length > 2 ? /^\[(.+)\]$/.exec(parts[0] ?? "")?.[1] : undefined;
  if (project !== undefined) parts.shift();
  const declared = placeOf(parts[0] ?? "");
  if (declared?.column === undefined || parts.length < 2) return null;
  return { project: project ?? "", file: declared.path, titlePath: parts.slice(1), declared };
}

/** The body of the first attempt; in a block that is printed for a retry alone, of that retry. */
function firstAttempt(lines: readonly string[]): string {
  const rules = lines.flatMap((line, index) => (RETRY_RULE.test(line) ? [index] : []));
  const [first] = rules;
  if (first === undefined) return blockText(lines);
  const before = blockText(lines.slice(0, first));
  return before === "" ? blockText(lines.slice(first + 1, rules[1])) : before;
}
