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
