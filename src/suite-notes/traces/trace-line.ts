import type { TraceArtifact } from "./trace-artifact.ts";

/** What a line of the trace program's output starts with. */
export const TRACE_LINE_START = "TRACE ";

export function traceLine(artifact: TraceArtifact): string {
  return `${TRACE_LINE_START}${JSON.stringify(artifact)}`;
}
