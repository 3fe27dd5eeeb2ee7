export type {
  ActionEffect,
  CommandEffects,
  Finding,
  HostEffect,
  PathEffect,
  ProgramEffect,
  SendEffect,
  UnknownEffect,
  UnknownReason,
} from "./effect-findings.ts";
export { durationSeconds } from "./duration-seconds.ts";
export type { EffectAction, OpaqueReason } from "./programs/effects.ts";
export { checkBlockedCommand } from "./questions/check-blocked-command.ts";
export { commandEffects } from "./questions/command-effects.ts";
export { commandReadProblem, type CommandReadProblem } from "./questions/command-read-problem.ts";
export {
  commandSegments,
  locatedCommandSegments,
  type CommandSegment,
  type LocatedCommandSegment,
} from "./questions/command-segments.ts";
export {
  isReadOnlyCommand,
  readOnlyRefusal,
  type ReadOnlyOptions,
} from "./questions/is-read-only-command.ts";
export { outputRedirectTarget } from "./questions/output-redirect-target.ts";
export { shellQuote } from "./questions/shell-quote.ts";
export { commandRunsNoTests, isPlaywrightRunCommand, isSuiteRunCommand } from "./questions/suite-runners.ts";
export type { ReadProblem, TextRange } from "./statement.ts";
export type { Certainty } from "./word-certainty.ts";
