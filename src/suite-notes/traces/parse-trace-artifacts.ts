import { z } from "zod";
import type { TraceArtifact } from "./trace-artifact.ts";
import { TRACE_LINE_START } from "./trace-line.ts";

const requestSchema = z.object({
  method: z.string(),
  path: z.string(),
  status: z.number(),
  failure: z.string().optional(),
  sent: z.string().optional(),
  got: z.string().optional(),
  type: z.string().optional(),
  startedAt: z.number().optional(),
  sentAuthorization: z.boolean().optional(),
  authorization: z.string().optional(),
  sentCookie: z.boolean().optional(),
});
const actionSchema = z.object({ api: z.string(), start: z.number(), end: z.number().nullable() });
const lastActionSchema = actionSchema.extend({
  requests: z.array(requestSchema),
  pageBefore: z.string().optional(),
  pageAfter: z.string().optional(),
});
const artifactSchema = z.object({
  spec: z.string().nullable(),
  line: z.number(),
  requests: z.array(requestSchema),
  lead: requestSchema.optional(),
  console: z.array(z.string()),
  lastAction: lastActionSchema.optional(),
  actions: z.array(actionSchema),
});

/** The traces in the output of `traceArtifactsScript`. A line that is not a whole trace is dropped. */
export function parseTraceArtifacts(stdout: string): TraceArtifact[] {
  return stdout.split("\n").flatMap((line) => {
    if (!line.startsWith(TRACE_LINE_START)) return [];
    try {
      const parsed = artifactSchema.safeParse(JSON.parse(line.slice(TRACE_LINE_START.length)));
      return parsed.success ? [parsed.data as TraceArtifact] : [];
    } catch {
      return [];
    }
  });
}
