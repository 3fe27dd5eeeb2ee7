import { secondsOf } from "../plain-text.ts";
import {
  blockText,
  distinctFailures,
  emptyTally,
  reading,
  type ReadFailure,
  type RunReading,
  type Tally,
} from "./run-reading.ts";

const START = /^ ?RUN {1,2}v\d\S* (.+?)\s*$/;
const ROW = /^\s+(✓|✔|√|×|✗|↓|□|·|❯) (.+)$/;
const HEADING = /^ FAIL {2}(.+)$/;
const SECTION = /^⎯{3,}\s*(Failed (?:Suites|Tests)|Unhandled Errors?|Startup Error|Unhandled Rejection)/;
const BLOCK_END = /^⎯+\[\d+\/\d+\]⎯+$/;
const FILES = /^ Test Files {2}(.+)$/;
const ERRORS = /^ {2,}Errors {2}(\d+ errors?)$/;
const TESTS = /^ {2,}Tests {2}(.+)$/;

/** Reads the text of Vitest's default and verbose reporters. `null` when the lines are not Vitest's. */
export function readVitest(lines: readonly string[]): RunReading | null {
  const walk = new VitestWalk();
  lines.forEach((line, index) => walk.line(line, index));
  return walk.result();
}

interface Row {
  readonly failure: ReadFailure;
  readonly body: string[];
}

class VitestWalk {
  private recognised = false;
  private root: string | null = null;
  private announced: number | null = null;
  private summary: Tally | null = null;
  private place = -1;
  private filesSeen = false;
  private filesFailed = false;
  private seen = emptyTally();
  private fileOfRows = "";
  private rows: Row[] = [];
  private openRow: Row | null = null;
  private flaky: string[] = [];
  private lastPass = -1;
  private section: string | null = null;
  private headings: { text: string; at: number }[] = [];
  private body: string[] = [];
  private blocks: ReadFailure[] = [];
  private outside: string[] = [];
  private obstacle: string | null = null;

  line(line: string, index: number): void {
    const start = START.exec(line);
    if (start !== null) {
      this.begin(start[1] ?? "", index);
      return;
    }
    const section = line.startsWith("⎯") ? SECTION.exec(line) : null;
    if (section !== null) {
      this.closeBlock();
      this.section = section[1] ?? "";
      this.recognised = true;
      return;
    }
    if (this.section === null) this.progressLine(line, index);
    else this.sectionLine(line, index);
    this.summaryLine(line, index);
  }

  result(): RunReading | null {
    this.closeBlock();
    if (!this.recognised) return null;
    const blocks = distinctFailures(this.blocks);
    const rows = this.rows.map(({ failure, body }) => ({ ...failure, body: blockText(body) }));
    return reading("vitest", {
      announced: this.announced,
      summary: this.summary === null ? null : this.withFlaky(this.summary),
      summaryWhole: this.filesSeen,
      filesFailed: this.filesFailed,
      seen: this.withFlaky(this.seen),
      failures: blocks.length > 0 ? blocks : distinctFailures(rows),
      flaky: this.flaky,
      lastPass: this.lastPass,
      place: this.place,
      obstacle: this.obstacle,
      outsideErrors: this.outside,
      root: this.root,
    });
  }

  private begin(root: string, index: number): void {
    this.place = index;
    this.recognised = true;
    this.root = root;
    this.announced = null;
    this.summary = null;
    this.seen = emptyTally();
    this.rows = [];
    this.openRow = null;
    this.flaky = [];
    this.lastPass = -1;
    this.section = null;
    this.blocks = [];
    this.outside = [];
  }

  private withFlaky(tally: Tally): Tally {
    const flaky = Math.min(this.flaky.length, tally.passed);
    return { ...tally, passed: tally.passed - flaky, flaky };
  }

  private progressLine(line: string, index: number): void {
    if (line.startsWith("No test files found") || line.startsWith("No test suite found")) {
      this.recognised = true;
      this.obstacle = line.trim();
    }
    if (line.startsWith("failed to load config from ")) this.recognised = true;
    if (!this.recognised) return;
    const row = ROW.exec(line);
    if (row?.[1] !== undefined && row[2] !== undefined) this.row(row[1], row[2], index);
    else if (line === "" || /^\S/.test(line)) this.openRow = line === "" ? null : this.openRow;
    else this.openRow?.body.push(line.replace(/^\s+→ ?/, ""));
  }

  private row(mark: string, text: string, index: number): void {
    this.openRow = null;
    const file = /^(?:\|.+?\| )?(\S.*?) \((\d+) tests?\b/.exec(text);
    if (file?.[1] !== undefined) {
      this.fileOfRows = file[1];
      if (mark === "✓" || mark === "✔" || mark === "√") {
        this.countPassedFile(text, Number(file[2]));
        this.lastPass = index;
      }
      return;
    }
    if (mark === "❯") return;
    if (mark === "·") return;
    if (mark === "↓" || mark === "□") {
      this.seen.skipped += 1;
      return;
    }
    const { title, seconds, retried } = withoutRowEnd(text);
    if (mark === "×" || mark === "✗") {
      this.seen.failed += 1;
      this.openRow = { failure: this.rowFailure(title, seconds, index), body: [] };
      this.rows.push(this.openRow);
      return;
    }
    this.seen.passed += 1;
    this.lastPass = index;
    if (retried) this.flaky.push(title);
  }

  private countPassedFile(text: string, total: number): void {
    const skipped =
      Number(/\| (\d+) skipped/.exec(text)?.[1] ?? 0) + Number(/\| (\d+) todo/.exec(text)?.[1] ?? 0);
    this.seen.skipped += skipped;
    this.seen.passed += total - skipped;
  }

  private rowFailure(title: string, seconds: number | null, at: number): ReadFailure {
    const parts = title.split(" > ");
    const named = parts.length > 1 && looksLikeTestFile(parts[0] ?? "");
    return {
      kind: "test",
      project: "",
      file: named ? (parts[0] ?? "") : this.fileOfRows,
      titlePath: named ? parts.slice(1) : parts,
      seconds,
      body: "",
      at,
    };
  }

  private sectionLine(line: string, index: number): void {
    const heading = HEADING.exec(line);
    if (heading?.[1] !== undefined) {
      if (this.body.some((text) => text.trim() !== "")) this.closeBlock();
      this.headings.push({ text: heading[1], at: index });
      return;
    }
    if (BLOCK_END.test(line.trim())) {
      this.closeBlock();
      return;
    }
    if (TESTS.test(line) || FILES.test(line)) {
      this.closeBlock();
      this.section = null;
      return;
    }
    this.body.push(line);
  }

  private closeBlock(): void {
    const body = blockText(this.body);
    this.body = [];
    if (this.headings.length === 0) {
      if (body !== "" && this.section === "Startup Error") this.obstacle ??= body;
      else if (body !== "" && this.section?.startsWith("Unhandled") === true) this.outside.push(body);
      return;
    }
    for (const { text, at } of this.headings) {
      this.blocks.push(blockFailure(text, body, this.section === "Failed Suites", at));
    }
    this.headings = [];
  }

  private summaryLine(line: string, index: number): void {
    if (!line.startsWith(" ")) return;
    const files = FILES.exec(line);
    if (files?.[1] !== undefined) {
      this.filesSeen = true;
      this.filesFailed = files[1].includes(" failed");
    }
    const errors = ERRORS.exec(line)?.[1];
    if (errors !== undefined && this.outside.length === 0) this.outside.push(errors);
    const match = TESTS.exec(line);
    if (match?.[1] === undefined) return;
    const total = /\((\d+)\)\s*$/.exec(match[1])?.[1];
    if (total === undefined && match[1].trim() !== "no tests") return;
    this.recognised = true;
    const of = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(match[1] ?? "")?.[1] ?? 0);
    this.place = index;
    this.announced = Number(total ?? 0);
    this.summary = {
      ...emptyTally(),
      passed: of("passed"),
      failed: of("failed"),
      skipped: of("skipped") + of("todo"),
    };
  }
}

function withoutRowEnd(text: string): { title: string; seconds: number | null; retried: boolean } {
  const retried = / \((?:retry|repeat) x\d+\)/.test(text);
  const bare = text.replace(/ \((?:retry|repeat) x\d+\)/g, "").replace(/ \d+ MB heap used$/, "");
  const time = / (\d+(?:\.\d+)?(?:ms|s|m))$/.exec(bare);
  return {
    title: (time === null ? bare : bare.slice(0, time.index)).trim(),
    seconds: time?.[1] === undefined ? null : secondsOf(time[1]),
    retried: retried && text.includes("retry"),
  };
}

function blockFailure(heading: string, body: string, suite: boolean, at: number): ReadFailure {
  const project = /^\|(.+?)\| /.exec(heading) ?? /^ ?(\S+) (?=\S+\.[cm]?[jt]sx? )/.exec(heading);
  const rest = (project === null ? heading : heading.slice(project[0].length)).trim();
  const load = /^(.+?) \[ .+ \]$/.exec(rest);
  const [file = "", ...titlePath] = load?.[1] === undefined ? rest.split(" > ") : [load[1]];
  return {
    kind: suite ? "suite" : "test",
    project: project?.[1] ?? "",
    file,
    titlePath,
    seconds: null,
    body,
    at,
  };
}

function looksLikeTestFile(text: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(text);
}
