import { runStatements, segmentOf, type CommandSegment } from "./command-segments.ts";
import { RUNNERS } from "../programs/runners.ts";
import { plainWord } from "../plain-word.ts";

export type SuiteRunner = "playwright" | "vitest" | "hurl";

/** Whether a segment starts a runner so that tests run, only prints, or is no runner. */
export function runnerUse(segment: CommandSegment): "runs" | "prints" | null {
  const row = RUNNERS.get(segment.program);
  if (row === undefined) return null;
  const args = segment.args.map(plainWord);
  const subcommand = args.find((word) => !word.startsWith("-"));
  const dashes = args.indexOf("--");
  const flags = dashes < 0 ? args : args.slice(0, dashes);
  if (flags.some((flag) => row.printFlags.includes(flag))) return "prints";
  if (row.runSubcommand !== undefined && subcommand !== row.runSubcommand) return "prints";
  return row.printSubcommands.includes(args[0] ?? "") ? "prints" : "runs";
}

export function isSuiteSegment(segment: CommandSegment): boolean {
  return RUNNERS.get(segment.program)?.suite === true && runnerUse(segment) === "runs";
}

export function isPlaywrightSegment(segment: CommandSegment): boolean {
  return segment.program === "playwright" && runnerUse(segment) === "runs";
}

/** Whether a command invokes test runners, and each of them only to print (`--list`, `--help`, `install`). */
export function commandRunsNoTests(command: string): boolean {
  const uses = runStatements(command).flatMap((statement) => {
    const segment = segmentOf(statement);
    return (segment && runnerUse(segment)) ?? [];
  });
  return uses.length > 0 && uses.every((use) => use === "prints");
}

/** Whether a command runs Playwright, Vitest or Hurl tests. */
export function isSuiteRunCommand(command: string): boolean {
  return someSegment(command, isSuiteSegment);
}

/** Whether a command runs Playwright tests. */
export function isPlaywrightRunCommand(command: string): boolean {
  return someSegment(command, isPlaywrightSegment);
}

function someSegment(command: string, test: (segment: CommandSegment) => boolean): boolean {
  return runStatements(command).some((statement) => {
    const segment = segmentOf(statement);
    return segment !== null && test(segment);
  });
}
