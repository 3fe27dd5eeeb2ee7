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

const COUNT = /^(?:ℹ|#) (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;
const TAP_START = /^TAP version 1[34]$/;
const SUBTEST = /^( *)# Subtest: (.*)$/;
const POINT = /^( *)(not ok|ok) \d+(?: - (.*?))?(?: # (SKIP|TODO)\b.*)?$/i;
const ROW = /^( *)(✔|✖|﹣|⚠) (.+)$/;
const OPEN = /^( *)▶ (.+)$/;
const FAILING = /^✖ failing tests:$/;
const FAILED = /^Failed tests:$/;
const SUBTESTS_FAILED = /^'?\d+ subtests? failed'?$/;
const TEST_AT = /^test at (.+)$/;

/** Reads what Node's test runner prints with its `tap`, `spec` and `dot` reporters. `null` when the lines are not its. */
export function readNodeTest(lines: readonly string[]): RunReading | null {
  const walk = new NodeWalk();
  lines.forEach((line, index) => walk.line(line, index));
  return walk.result();
}

interface Open {
  readonly indent: number;
  readonly name: string;
}

interface Found {
  readonly titlePath: readonly string[];
  readonly place: string | null;
  readonly seconds: number | null;
  readonly body: string[];
  readonly at: number;
  /** Text that a process printed just before: the only sign of why a file could not be loaded. */
  readonly before: string;
}

class NodeWalk {
  private recognised = false;
  private counts = new Map<string, number>();
  private seen = emptyTally();
  private lastPass = -1;
  private opened: Open[] = [];
  private current: Found | null = null;
  private found: Found[] = [];
  private printed: string[] = [];
  private yaml = false;
  private lineOfRun = -1;
  private listing = false;
  private dotsEnded = false;
  private place: string | null = null;
  private listed: Found[] = [];
  private paths = new Map<string, (readonly string[])[]>();
  private printedBefore = new Map<string, string>();
  private obstacle: string | null = null;

  line(line: string, index: number): void {
    const count = COUNT.exec(line);
    if (count?.[1] !== undefined) {
      this.countLine(count[1], Number(count[2]), index);
      return;
    }
    if (TAP_START.test(line)) {
      this.recognised = true;
      this.lineOfRun = index;
    }
    if (FAILING.test(line) || FAILED.test(line)) {
      this.dotsEnded ||= FAILED.test(line);
      this.current = null;
      this.listing = true;
      this.printed = [];
      return;
    }
    if (this.yamlLine(line)) return;
    if (this.tapLine(line, index) || this.specLine(line, index)) return;
    const at = this.listing ? TEST_AT.exec(line) : null;
    if (at?.[1] !== undefined) {
      this.current = null;
      this.place = at[1];
      return;
    }
    this.otherLine(line);
  }

  result(): RunReading | null {
    if (!this.recognised) return null;
    const shown = this.listed.length > 0 ? this.listed : this.found;
    const failures = shown.map((found) => this.failureOf(found)).filter((failure) => failure !== null);
    return reading("node-test", {
      announced: this.counts.get("tests") ?? null,
      summary: this.counts.has("tests") || this.counts.has("pass") ? this.summary() : this.dotSummary(),
      summaryWhole: this.counts.has("fail") && this.counts.has("cancelled") && this.counts.has("tests"),
      seen: this.seen,
      failures: distinctFailures(withParents(failures)),
      lastPass: this.lastPass,
      place: this.lineOfRun,
      obstacle: this.obstacle,
    });
  }

  private summary(): Tally {
    const of = (word: string) => this.counts.get(word) ?? 0;
    return {
      ...emptyTally(),
      passed: of("pass"),
      failed: of("fail") + of("cancelled"),
      skipped: of("skipped") + of("todo"),
    };
  }

  /** The dot reporter prints no counts: only what failed is known. */
  private dotSummary(): Tally | null {
    const tests = this.listed.filter(({ body }) => !SUBTESTS_FAILED.test(blockText(body)));
    return this.dotsEnded && this.listed.length > 0 ? { ...emptyTally(), failed: tests.length } : null;
  }

  private countLine(word: string, amount: number, index: number): void {
    this.lineOfRun = index;
    this.current = null;
    this.recognised = true;
    this.counts.set(word, amount);
  }

  private yamlLine(line: string): boolean {
    const text = line.trim();
    if (this.yaml) {
      if (text === "...") this.yaml = false;
      else this.current?.body.push(line);
      return true;
    }
    if (text !== "---" || !this.recognised) return false;
    this.yaml = true;
    return true;
  }

  private tapLine(line: string, index: number): boolean {
    const subtest = SUBTEST.exec(line);
    if (subtest?.[2] !== undefined && this.recognised) {
      this.current = null;
      this.open((subtest[1] ?? "").length, subtest[2]);
      return true;
    }
    const point = POINT.exec(line);
    if (point === null || !this.recognised) return false;
    const indent = (point[1] ?? "").length;
    this.open(indent, point[3] ?? this.opened.at(-1)?.name ?? "");
    this.outcome(point[2] === "ok" ? (point[4] === undefined ? "passed" : "skipped") : "failed", null, index);
    return true;
  }

  private specLine(line: string, index: number): boolean {
    const open = OPEN.exec(line);
    if (open?.[2] !== undefined) {
      this.current = null;
      this.open((open[1] ?? "").length, open[2]);
      return true;
    }
    const row = ROW.exec(line);
    if (row?.[3] === undefined) return false;
    const time = / \((\d[\d.]*)ms\)(?: # (.*))?$/.exec(row[3]);
    if (time === null && !this.recognised && row[2] !== "✖") return false;
    this.recognised = true;
    const name = time === null ? row[3] : row[3].slice(0, time.index);
    const seconds = time?.[1] === undefined ? null : Number(time[1]) / 1000;
    this.open((row[1] ?? "").length, name);
    const notDone = row[2] === "﹣" || time?.[2] !== undefined;
    this.outcome(row[2] === "✖" ? "failed" : notDone ? "skipped" : "passed", seconds, index);
    return true;
  }

  private open(indent: number, name: string): void {
    while ((this.opened.at(-1)?.indent ?? -1) >= indent) this.opened.pop();
    this.opened.push({ indent, name });
  }

  private outcome(outcome: "passed" | "skipped" | "failed", seconds: number | null, at: number): void {
    const titlePath = this.opened.map(({ name }) => name);
    const before = blockText(this.printed);
    this.printed = [];
    this.current = null;
    if (outcome === "failed") {
      const found = { titlePath, place: this.place, seconds, body: [], at, before };
      this.current = found;
      if (this.listing) this.listed.push({ ...found, titlePath: this.pathOf(titlePath.at(-1) ?? "") });
      else {
        this.found.push(found);
        const name = titlePath.at(-1) ?? "";
        if (before !== "" && !this.printedBefore.has(name)) this.printedBefore.set(name, before);
        const named = this.paths.get(name);
        if (named === undefined) this.paths.set(name, [titlePath]);
        else named.push(titlePath);
      }
      this.place = null;
      if (!this.listing) this.seen.failed += 1;
      return;
    }
    if (this.listing) return;
    this.seen[outcome] += 1;
    if (outcome === "passed") this.lastPass = at;
  }

  private pathOf(name: string): readonly string[] {
    return this.paths.get(name)?.shift() ?? [name];
  }

  private otherLine(line: string): void {
    if (this.current !== null && (line === "" || line.startsWith(" "))) {
      this.current.body.push(line);
      return;
    }
    this.current = null;
    this.printed.push(line.replace(/^# ?/, ""));
    if (this.printed.length > 60) this.printed.splice(0, 20);
    if (/^Could not find '.+'$/.test(line)) {
      this.recognised = true;
      this.obstacle = line;
    }
  }

  private failureOf(found: Found): ReadFailure | null {
    const raw = this.listed.length > 0 ? this.bodyWithFile(found) : found;
    const yaml = yamlOf(raw.body);
    const place = placeOf(yaml?.location ?? raw.place ?? "") ?? placeInStack(raw.body);
    const body = yaml?.text ?? blockText(raw.body);
    if (SUBTESTS_FAILED.test(body.trim())) return null;
    const name = raw.titlePath.at(-1) ?? "";
    const isFile = raw.titlePath.length === 1 && /\.[cm]?[jt]sx?$/.test(name);
    return {
      kind: isFile || yaml?.suite === true || /SuiteContext/.test(body) ? "suite" : "test",
      project: "",
      file: isFile ? name : (place?.path ?? ""),
      titlePath: isFile ? [] : raw.titlePath,
      ...(place === null ? {} : { declared: place }),
      seconds: yaml?.seconds ?? raw.seconds,
      body: isFile && raw.before !== "" ? raw.before : body,
      at: raw.at,
    };
  }

  private bodyWithFile(found: Found): Found {
    const before = this.printedBefore.get(found.titlePath.at(-1) ?? "");
    return before === undefined ? found : { ...found, before };
  }
}

interface YamlFacts {
  readonly location: string | null;
  readonly seconds: number | null;
  readonly suite: boolean;
  readonly text: string;
}

/** The diagnostic block under a TAP point. Not a YAML parser: only the keys that Node writes. */
function yamlOf(lines: readonly string[]): YamlFacts | null {
  if (!lines.some((line) => /^\s+(?:duration_ms|failureType):/.test(line))) return null;
  const value = (key: string) => {
    const line = lines.find((each) => each.trimStart().startsWith(`${key}: `));
    return line === undefined ? null : unquoted(line.slice(line.indexOf(`${key}: `) + key.length + 2));
  };
  const name = value("name");
  const error = value("error") === "|-" ? folded(lines, "error") : value("error");
  const stack = folded(lines, "stack");
  const duration = Number(value("duration_ms") ?? Number.NaN);
  return {
    location: value("location"),
    seconds: Number.isFinite(duration) ? duration / 1000 : null,
    suite: value("type") === "suite",
    text: [
      `${name === null ? "" : `${name}: `}${error ?? ""}`,
      ...stack.split("\n").map((at) => `    at ${at}`),
    ]
      .filter((part) => part.trim() !== "at")
      .join("\n"),
  };
}

function folded(lines: readonly string[], key: string): string {
  const start = lines.findIndex((line) => line.trimStart().startsWith(`${key}: |-`));
  if (start === -1) return "";
  const indent = (lines[start] ?? "").search(/\S/);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() !== "" && line.search(/\S/) <= indent);
  return blockText(end === -1 ? rest : rest.slice(0, end));
}

function unquoted(text: string): string {
  return text.replace(/^'(.*)'$/s, "$1").replaceAll("\\'", "'");
}

function placeInStack(lines: readonly string[]): { path: string; line?: number; column?: number } | null {
  for (const line of lines) {
    const place = /\(?(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^():]+:\d+:\d+)\)?$/.exec(line.trim())?.[1];
    if (place !== undefined && !place.includes("node_modules")) return placeOf(place);
  }
  return null;
}

/** A test that ended because its group's hook failed is told with the reason of that hook. */
function withParents(failures: readonly ReadFailure[]): ReadFailure[] {
  const suites = failures.filter((failure) => failure.kind === "suite" && failure.titlePath.length > 0);
  return failures.map((failure) => {
    if (!failure.body.includes("did not finish before its parent and was cancelled")) return failure;
    const parent = suites.find((suite) =>
      suite.titlePath.every((part, index) => failure.titlePath[index] === part),
    );
    return parent === undefined || parent.titlePath.length === 0
      ? failure
      : { ...failure, body: parent.body };
  });
}
