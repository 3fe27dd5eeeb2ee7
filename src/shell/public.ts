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
export { isEnvFilePath } from "./env-file-path.ts";
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
  commandTimeoutSeconds,
  declaredBudgetSeconds,
  withoutTimeoutWrapper,
} from "./questions/command-timeout.ts";
export {
  DIAGNOSIS_TRACE_FLAG,
  diagnosisTraceCommand,
  suiteRecordsTraces,
  type DiagnosisTraceRewrite,
} from "./questions/diagnosis-trace-command.ts";
export {
  isReadOnlyCommand,
  readOnlyRefusal,
  type ReadOnlyOptions,
} from "./questions/is-read-only-command.ts";
export {
  leadingSleepPeek,
  MIN_PEEK_SLEEP_SECONDS,
  type LeadingSleep,
} from "./questions/leading-sleep-peek.ts";
export { outputFilterAfterRunner, type RunnerOutputFilter } from "./questions/output-filter-after-runner.ts";
export { outputIsWithheldUntilExit } from "./questions/output-is-withheld.ts";
export { outputRedirectTarget } from "./questions/output-redirect-target.ts";
export { pipelineExitCodeNote } from "./questions/pipeline-exit-code-note.ts";
export { printsOnlySource } from "./questions/prints-only-source.ts";
export { runsInCommandPosition } from "./questions/runs-in-command-position.ts";
export { rerunOfRunningSuite, scopedRerunCommand } from "./questions/scoped-rerun-command.ts";
export { shellQuote } from "./questions/shell-quote.ts";
export { statementArgumentEnd } from "./questions/statement-argument-end.ts";
export {
  PLAYWRIGHT_FAILURES_INLINE_ENV,
  streamingBackgroundCommand,
} from "./questions/streaming-background-command.ts";
export { suiteCommandTarget } from "./questions/suite-command-target.ts";
export {
  stripTrailingSuiteFilters,
  suiteRunExitCode,
  suiteRunPipedAfterRunner,
  suiteRunPipelinePlacement,
  withoutSuiteTimeout,
  type SuiteFilterStrip,
  type SuiteRunPipelinePlacement,
} from "./questions/suite-pipeline.ts";
export { suiteRunInTheWay, type SuiteRunInFlight } from "./questions/suite-run-in-the-way.ts";
export { suiteRunPriorityLaunch } from "./questions/suite-run-priority-launch.ts";
export { commandRunsNoTests, isPlaywrightRunCommand, isSuiteRunCommand } from "./questions/suite-runners.ts";
export { isDiagnosisRun, namesSuiteConfig, specFilesSelected } from "./questions/suite-selection.ts";
export { withSuiteConfig } from "./questions/with-suite-config.ts";
export { withoutHeredocs } from "./questions/without-heredocs.ts";
export type { ReadProblem, TextRange } from "./statement.ts";
export type { Certainty } from "./word-certainty.ts";
