import { z } from "zod";
import { plainLines } from "../plain-text.ts";
import { readRun } from "../readers/read-run.ts";
import type { RunReading } from "../readers/run-reading.ts";
import type { CutRun } from "./cut-run.ts";
import { isFinished, progressOf } from "./run-outcome.ts";
import { suiteCommandOf, type SuiteCommand } from "./suite-command.ts";

/** The `state` of a result whose run was stopped. */
export const CUT_AT_BUDGET = "cut_at_budget";

/** Whether a command ran to its end or was stopped. */
export type CommandRunState = "ran" | typeof CUT_AT_BUDGET;

/** The code that `timeout` and a backend's own limit end a command with. */
const TIMEOUT_EXIT_CODE = 124;
/** Clocks of two processes differ a little. */
const CLOCK_SECONDS = 1;
const SIGNAL_EXIT_CODES = new Set([130, 137, 143]);

const resultSchema = z.object({
  exitCode: z.number().nullish(),
  stdout: z.string().nullish(),
  stderr: z.string().nullish(),
  output: z.string().nullish(),
});
const cutSchema = z.object({
  seconds: z.number(),
  stoppedBy: z.enum(["tool-budget", "command-timeout", "process-stop"]),
  background: z.boolean(),
  exitCode: z.number().nullable(),
  ran: z.number().nullable(),
  total: z.number().nullable(),
  noun: z.enum(["files", "tests"]),
  doing: z.string().nullable(),
});

/** What a result records about its run. A result that records nothing ran. */
export function commandRunState(result: unknown): CommandRunState {
  const state = z.object({ state: z.literal(CUT_AT_BUDGET) }).safeParse(result);
  return state.success ? CUT_AT_BUDGET : "ran";
}

/** The facts of the stopped run that a result records, or `null` when it records none. */
export function cutRunFacts(result: unknown): CutRun | null {
  const parsed = z.object({ state: z.literal(CUT_AT_BUDGET), cut: cutSchema }).safeParse(result);
  return parsed.success ? parsed.data.cut : null;
}

interface Evidence {
  readonly command: SuiteCommand;
  readonly code: number | null;
  readonly elapsed: number;
  /** 0 in the background. */
  readonly budget: number;
  readonly found: RunReading | null;
}

/**
 * The run that was stopped before its end, or `null` when it went to its end or the result does not tell.
 * `budgetSeconds` is the tool's limit, 0 for a background task. `rawOutput` is the output before anything was cut away.
 */
export function commandCutRun(
  command: string,
  result: unknown,
  elapsedMs: number,
  budgetSeconds = 0,
  rawOutput?: string,
): CutRun | null {
  const parsed = resultSchema.safeParse(result);
  if (!parsed.success) return null;
  const { exitCode, stdout, stderr, output } = parsed.data;
  const text = [stdout, stderr, output].filter((part) => typeof part === "string").join("\n");
  const facts = suiteCommandOf(command);
  const found = readRun(rawOutput ?? text, facts.runner ?? "unknown");
  if (found !== null && isFinished(found, facts.mayStopEarly)) return null;
  const evidence = {
    command: facts,
    code: exitCode ?? null,
    elapsed: elapsedMs / 1000,
    budget: budgetSeconds,
    found,
  };
  const stop = stopOf(evidence);
  if (stop === null) return null;
  return {
    ...stop,
    background: budgetSeconds === 0,
    ...(found === null ? { ran: null, total: null } : progressOf(found)),
    noun: found?.noun ?? (facts.runner === "hurl" ? "files" : "tests"),
    doing:
      plainLines(text)
        .findLast((line) => line.trim() !== "")
        ?.trim() ?? null,
  };
}

type Stop = Pick<CutRun, "seconds" | "stoppedBy" | "exitCode">;

function stopOf(evidence: Evidence): Stop | null {
  const { command, code, elapsed, budget, found } = evidence;
  const own = ownBound(evidence);
  const summed = found?.summary ?? null;
  const used = budget > 0 && elapsed >= budget - CLOCK_SECONDS;
  const ownCode = command.filtered || !command.ownsExitCode ? null : code;
  if (code === TIMEOUT_EXIT_CODE) {
    if (own !== null) return { seconds: own, stoppedBy: "command-timeout", exitCode: code };
    if (used) return { seconds: budget, stoppedBy: "tool-budget", exitCode: code };
  }
  if (own !== null && summed === null)
    return { seconds: own, stoppedBy: "command-timeout", exitCode: ownCode };
  if (used && command.filtered && summed === null)
    return { seconds: budget, stoppedBy: "tool-budget", exitCode: null };
  const seconds = Math.round(elapsed);
  if (summed !== null) return { seconds, stoppedBy: "process-stop", exitCode: ownCode };
  const signalled = code !== null && SIGNAL_EXIT_CODES.has(code);
  return signalled && (found !== null || command.runner !== null)
    ? { seconds, stoppedBy: "process-stop", exitCode: code }
    : null;
}

/** The bound in the command, when it fires before the tool's and the clock reached it. */
function ownBound({ command, elapsed, budget }: Evidence): number | null {
  const own = command.timeoutSeconds;
  if (own === null || own <= 0 || (budget > 0 && own >= budget)) return null;
  return elapsed >= own - CLOCK_SECONDS ? own : null;
}
