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

const FILE = /^ ?(PASS|FAIL) {1,2}(?:(\S+) )?(\S+\.[cm]?[jt]sx?)(?: \([\d.]+ m?s\))?$/;
const HEADING = /^ {2}● (.+)$/;
const ROW = /^ {2,}(✓|√|✕|×|○|✎) (.+)$/;
const TESTS = /^Tests: {2,}(.+), (\d+) total$/;
const NO_TESTS = /^Tests: {2,}0 total$/;
const SUITES = /^Test Suites: /;
const NOT_A_TEST = new Set(["Console"]);

/** Reads the text of Jest's default and verbose reporters. `null` when the lines are not Jest's. */
export function readJest(lines: readonly string[]): RunReading | null {
  const walk = new JestWalk();
  lines.forEach((line, index) => walk.line(line, index));
  return walk.result();
}

class JestWalk {
  private recognised = false;
  private file = "";
  private project = "";
  private heading: { text: string; at: number } | null = null;
  private body: string[] = [];
  private failures: ReadFailure[] = [];
  private seen = emptyTally();
  private summary: Tally | null = null;
  private announced: number | null = null;
  private place = -1;
  private suitesSeen = false;
  private filesFailed = false;
  private lastPass = -1;
  private obstacle: string | null = null;
  private durations = new Map<string, number>();

  line(line: string, index: number): void {
    const file = FILE.exec(line);
    if (file?.[3] !== undefined) {
      this.startFile(file[1] === "PASS", file[2] ?? "", file[3], index);
      return;
    }
    if (SUITES.test(line)) {
      this.closeBlock();
      this.recognised = true;
      this.suitesSeen = true;
      this.filesFailed = line.includes(" failed");
      return;
    }
    const heading = HEADING.exec(line);
    if (heading?.[1] !== undefined) {
      this.closeBlock();
      this.heading = { text: heading[1], at: index };
      return;
    }
    if (this.heading !== null) {
      this.body.push(line);
      return;
    }
    this.plainLine(line, index);
  }

  result(): RunReading | null {
    this.closeBlock();
    if (!this.recognised) return null;
    return reading("jest", {
      announced: this.announced,
      summary: this.summary,
      summaryWhole: this.suitesSeen,
      filesFailed: this.filesFailed,
      seen: this.seen,
      failures: distinctFailures(this.failures).map((failure) => this.withDuration(failure)),
      lastPass: this.lastPass,
      place: this.place,
      obstacle: this.obstacle,
    });
  }

  private startFile(passed: boolean, project: string, file: string, index: number): void {
    this.closeBlock();
    this.recognised = true;
    this.file = file;
    this.project = project;
    this.place = index;
    if (passed) this.lastPass = index;
  }

  private plainLine(line: string, index: number): void {
    const row = ROW.exec(line);
    if (row?.[1] !== undefined && row[2] !== undefined) this.row(row[1], row[2], index);
    if (line.startsWith("No tests found, exiting with code")) {
      this.recognised = true;
      this.obstacle = line;
    }
    const tests = TESTS.exec(line);
    if (tests?.[1] === undefined && !NO_TESTS.test(line)) return;
    this.recognised = true;
    const of = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(tests?.[1] ?? "")?.[1] ?? 0);
    this.place = index;
    this.announced = Number(tests?.[2] ?? 0);
    this.summary = {
      ...emptyTally(),
      passed: of("passed"),
      failed: of("failed"),
      skipped: of("skipped") + of("todo"),
    };
  }

  private row(mark: string, text: string, index: number): void {
    if (this.file === "") return;
    const time = / \(([\d.]+ m?s)\)$/.exec(text);
    const title = time === null ? text : text.slice(0, time.index);
    const seconds = time?.[1] === undefined ? null : secondsOf(time[1]);
    if (seconds !== null) this.durations.set(`${this.file}\n${title}`, seconds);
    if (mark === "✕" || mark === "×") this.seen.failed += 1;
    else if (mark === "○" || mark === "✎") this.seen.skipped += 1;
    else {
      this.seen.passed += 1;
      this.lastPass = index;
    }
  }

  private closeBlock(): void {
    const heading = this.heading;
    const body = blockText(this.body);
    this.heading = null;
    this.body = [];
    if (heading === null || NOT_A_TEST.has(heading.text)) return;
    if (this.file === "") {
      if (/Validation Error|Multiple configurations/.test(heading.text)) {
        this.recognised = true;
        this.obstacle = `${heading.text}\n${body}`;
      }
      return;
    }
    const suite = heading.text === "Test suite failed to run";
    this.failures.push({
      kind: suite ? "suite" : "test",
      project: this.project,
      file: this.file,
      titlePath: suite ? [] : heading.text.split(" › "),
      seconds: null,
      body,
      at: heading.at,
    });
  }

  private withDuration(failure: ReadFailure): ReadFailure {
    const seconds = this.durations.get(`${failure.file}\n${failure.titlePath.at(-1) ?? ""}`);
    return seconds === undefined ? failure : { ...failure, seconds };
  }
}
