import {
  blockText,
  distinctFailures,
  emptyTally,
  placeOf,
  reading,
  type ReadFailure,
  type RunReading,
  type Tally,
} from "./run-reading.ts";

const DONE = /^(.+?\.hurl): (Success|Failure) \(\d+ request/;
const OLD_DONE = /^(.+?\.hurl): (?:RUNNING|Running) \[\d+\/\d+\]$/;
const EXECUTED = /^Executed(?: files)?: +(\d+)(?: \([\d.]+\/s\))?$/;
const SUCCEEDED = /^Succeeded(?: files)?: +(\d+) \([\d.]+%\)$/;
const FAILED = /^Failed(?: files)?: +(\d+) \([\d.]+%\)$/;
const ERROR = /^error: (.+)$/;
const ARROW = /^ +--> (.+\.hurl:\d+:\d+)$/;

/** Reads what `hurl --test` prints. Hurl counts files. `null` when the lines are not Hurl's. */
export function readHurl(lines: readonly string[]): RunReading | null {
  const walk = new HurlWalk();
  lines.forEach((line, index) => walk.line(line, index));
  return walk.result();
}

class HurlWalk {
  private recognised = false;
  private seen = emptyTally();
  private counts: { executed: number | null; succeeded: number; failed: number } | null = null;
  private place = -1;
  private lastPass = -1;
  private block: { reason: string; at: number; body: string[] } | null = null;
  private failures: ReadFailure[] = [];

  line(line: string, index: number): void {
    const done = DONE.exec(line);
    if (done !== null) {
      this.closeBlock();
      this.fileEnded(done[2] === "Success", index);
      return;
    }
    if (OLD_DONE.test(line)) {
      this.closeBlock();
      this.recognised = true;
      return;
    }
    const error = ERROR.exec(line);
    if (error?.[1] !== undefined) {
      this.closeBlock();
      this.block = { reason: error[1], at: index, body: [line] };
      return;
    }
    if (this.countLine(line, index)) return;
    this.block?.body.push(line);
  }

  result(): RunReading | null {
    this.closeBlock();
    if (!this.recognised) return null;
    return reading("hurl", {
      noun: "files",
      summary: this.summary(),
      summaryWhole: this.counts?.executed !== null,
      seen: this.seen,
      failures: distinctFailures(this.failures),
      lastPass: this.lastPass,
      place: this.place,
    });
  }

  private fileEnded(passed: boolean, index: number): void {
    this.recognised = true;
    this.counts = null;
    this.seen[passed ? "passed" : "failed"] += 1;
    if (passed) this.lastPass = index;
  }

  private countLine(line: string, index: number): boolean {
    const executed = EXECUTED.exec(line);
    const succeeded = SUCCEEDED.exec(line);
    const failed = FAILED.exec(line);
    if (executed === null && succeeded === null && failed === null) return false;
    this.closeBlock();
    this.recognised = true;
    this.place = index;
    this.counts ??= { executed: null, succeeded: 0, failed: 0 };
    if (executed !== null) this.counts.executed = Number(executed[1]);
    if (succeeded !== null) this.counts.succeeded = Number(succeeded[1]);
    if (failed !== null) this.counts.failed = Number(failed[1]);
    return true;
  }

  private summary(): Tally | null {
    if (this.counts === null) return null;
    return { ...emptyTally(), passed: this.counts.succeeded, failed: this.counts.failed };
  }

  private closeBlock(): void {
    const block = this.block;
    this.block = null;
    if (block === null) return;
    const arrow = block.body.map((line) => ARROW.exec(line)?.[1]).find((place) => place !== undefined);
    const declared = placeOf(arrow ?? "");
    if (declared === null) return;
    this.recognised = true;
    this.failures.push({
      kind: "test",
      project: "",
      file: declared.path,
      titlePath: [`${block.reason}, line ${declared.line ?? 0}`],
      declared,
      seconds: null,
      body: blockText(block.body),
      at: block.at,
    });
  }
}
