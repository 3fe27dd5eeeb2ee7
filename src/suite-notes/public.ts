export { suiteNoteFrom, type SuiteRunResult } from "./notes/suite-note-from.ts";
export { suiteNoteText } from "./notes/suite-note-text.ts";
export { cutRunSentence, type CutBy, type CutRun } from "./notes/cut-run.ts";
export {
  allConnectionFailures,
  classifyRunFailure,
  type ConnectionFailureKind,
  type RunFailureClass,
  type RunFailureKind,
} from "./causes/classify-run-failure.ts";
export * from "./limits.ts";
export { failureBlocks, failuresByCause, type FailureCause } from "./causes/failures-by-cause.ts";
export { matchingExcludedTitles } from "./causes/excluded-titles.ts";
export type { FailedTest } from "./causes/failed-test.ts";
export { suiteSummary, suiteTally, type SuiteSummary } from "./summary/suite-summary.ts";
export { failureTraceNote } from "./traces/failure-trace-note.ts";
export { parseTraceArtifacts } from "./traces/parse-trace-artifacts.ts";
export { readTraceZip } from "./traces/read-trace-zip.ts";
export {
  failedRequest,
  isStaticAssetRequest,
  stalledDocumentSubresource,
  unansweredRequest,
} from "./traces/request-questions.ts";
export { traceArtifactsScript } from "./traces/trace-artifacts-script.ts";
export type { TraceAction, TraceArtifact, TraceLastAction, TraceRequest } from "./traces/trace-artifact.ts";
export type { TraceRunFailure, TraceRunReport } from "./traces/trace-guidance.ts";
export {
  CUT_AT_BUDGET,
  commandCutRun,
  commandRunState,
  cutRunFacts,
  type CommandRunState,
} from "./notes/command-cut-run.ts";
export {
  earlyReturnCause,
  repeatingFailure,
  universalCause,
  type RepeatingFailure,
  type UniversalCause,
} from "./causes/repeating-failure.ts";
export { failureCausesNote, type CausePageErrors, type StartedRun } from "./notes/failure-causes-note.ts";
export { repeatingFailureNote, type WalkingRun } from "./notes/repeating-failure-note.ts";
export {
  RUNNING_FAILURE_LINE_RE,
  runningCauseCommand,
  runningOutputSliceCommand,
} from "./notes/running-log-commands.ts";
