import { z } from "zod/mini";
import { FRAME_PREFIX } from "./runner-wire.ts";

const count = z.number().check(z.nonnegative());

const frameSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("waiting") }),
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("answer"), id: z.int(), value: z.optional(z.unknown()) }),
  z.object({ type: z.literal("failure"), id: z.int(), code: z.string(), message: z.string() }),
  z.object({
    type: z.literal("part"),
    id: z.int(),
    index: z.int(),
    base64: z.optional(z.string()),
    largeBytes: z.optional(count),
    code: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
  z.object({
    type: z.literal("output"),
    id: z.int(),
    stream: z.enum(["stdout", "stderr"]),
    text: z.string(),
  }),
  z.object({
    type: z.literal("exit"),
    id: z.int(),
    exitCode: z.int(),
    killedBy: z.optional(z.string()),
    stoppedBy: z.optional(z.enum(["timeout", "budget", "signal"])),
    durationMs: count,
  }),
  z.object({ type: z.literal("trouble"), message: z.string() }),
]);

export type RunnerFrame = z.infer<typeof frameSchema>;
export type PartFrame = Extract<RunnerFrame, { type: "part" }>;
export type ExitFrame = Extract<RunnerFrame, { type: "exit" }>;

/** `undefined` for a line that is not a frame, such as the terminal's echo. */
export function parseFrame(line: string): RunnerFrame | undefined {
  // Control sequences of a shell or terminal may stand in front.
  const start = line.indexOf(FRAME_PREFIX);
  if (start < 0) return undefined;
  try {
    const parsed = frameSchema.safeParse(JSON.parse(line.slice(start + FRAME_PREFIX.length)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const engineFactsSchema = z.object({
  kind: z.optional(z.string()),
  launcher: z.optional(z.string()),
  servesOwnDisk: z.optional(z.boolean()),
  keepsFiles: z.optional(z.boolean()),
});

/** What an engine's host tells about itself in the environment of its processes. */
export type EngineFacts = z.infer<typeof engineFactsSchema>;

const factsSchema = z.object({
  nodeVersion: z.string(),
  webContainer: z.boolean(),
  root: z.string(),
  shell: z.optional(z.object({ program: z.string(), bash: z.boolean() })),
  programs: z.array(z.string()),
  memoryReport: z.boolean(),
  engine: z.optional(z.string()),
});

export type RunnerFacts = z.infer<typeof factsSchema>;

export function parseFacts(value: unknown): RunnerFacts | undefined {
  const parsed = factsSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** An engine that says nothing, or something that cannot be read, has told nothing. */
export function parseEngineFacts(text: string | undefined): EngineFacts {
  try {
    const parsed = engineFactsSchema.safeParse(JSON.parse(text ?? "{}"));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

const failureSchema = z.object({ code: z.string(), message: z.string() });

const statSchema = z.union([
  z.object({ kind: z.enum(["file", "directory", "other"]), size: count, modifiedAt: z.number() }),
  failureSchema,
]);

export type StatAnswer = z.infer<typeof statSchema>;

export const statsSchema = z.array(statSchema);
export const namesSchema = z.array(z.string());
