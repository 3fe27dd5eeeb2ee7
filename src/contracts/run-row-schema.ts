import { z } from "zod/mini";
import { fail, type Result, succeed } from "../base/result.ts";
import type { ApprovalId } from "./approval.ts";
import type { RunFact, RunRow } from "./run-rows.ts";
import type { RunId } from "./run-view.ts";

/*
 * Rows outlive the build that wrote them, so they are parsed whenever they come out of storage.
 * Only here: the page gets rows from the worker of its own build and does not carry this module.
 */

const text = z.string();
const count = z.number();
const optional = z.exactOptional;

const runId = z.custom<RunId>((value) => typeof value === "string" && value !== "");
const approvalId = z.custom<ApprovalId>((value) => typeof value === "string" && value !== "");

const modelFailure = z.object({
  kind: z.enum([
    "no-key",
    "refused-key",
    "rate-limited",
    "overloaded",
    "context-too-long",
    "cannot-connect",
    "stream-cut",
    "bad-response",
    "spending-cap",
    "unknown",
  ]),
  message: text,
  status: optional(count),
  body: optional(text),
  requestId: optional(text),
});

const fileEffect = z.object({
  path: text,
  change: z.enum(["created", "modified", "deleted", "renamed"]),
  newPath: optional(text),
  addedLines: count,
  removedLines: count,
});

const proposal = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("edit"),
    tool: text,
    path: text,
    original: z.nullable(text),
    proposed: z.nullable(text),
    addedLines: count,
    removedLines: count,
  }),
  z.object({ kind: z.literal("command"), tool: text, command: text, cwd: text, background: z.boolean() }),
  z.object({
    kind: z.literal("tree"),
    tool: text,
    action: z.enum(["rename", "delete", "create-directory"]),
    path: text,
    newPath: optional(text),
  }),
]);

const approvalRequest = z.object({ id: approvalId, callId: text, openedAt: count, proposal });

const byPerson = z.literal("person");
const resolution = z.union([
  z.object({ by: byPerson, kind: z.literal("approve"), content: optional(text) }),
  z.object({ by: byPerson, kind: z.literal("approve-rest-of-turn"), content: optional(text) }),
  z.object({ by: byPerson, kind: z.literal("reject"), reason: optional(text) }),
  z.object({ by: z.literal("policy"), kind: z.enum(["approve", "reject"]), reason: text }),
  z.object({ by: z.literal("system"), kind: z.literal("cancel"), cause: text }),
]);

const location = z.object({ path: text, line: optional(count), column: optional(count) });

const suiteNote = z.object({
  runner: z.enum(["vitest", "jest", "playwright", "node-test", "hurl", "unknown"]),
  command: text,
  outcome: z.enum(["passed", "failed", "cut", "could-not-run", "unknown"]),
  headline: text,
  announced: optional(count),
  counts: z.object({
    passed: count,
    failed: count,
    flaky: count,
    skipped: count,
    notRun: optional(count),
  }),
  failures: z.array(
    z.object({
      id: text,
      titlePath: z.array(text),
      file: text,
      location: optional(location),
      message: text,
      body: text,
      durationMs: optional(count),
    }),
  ),
  causes: z.array(
    z.object({
      id: text,
      kind: z.enum([
        "assertion",
        "error",
        "timeout",
        "connection",
        "missing-element",
        "suite-cannot-load",
        "unknown",
      ]),
      summary: text,
      evidence: z.array(text),
      failures: z.array(text),
      location: optional(location),
    }),
  ),
  cut: optional(z.object({ sentence: text })),
  exitCode: count,
  durationMs: count,
});

const tokenUse = z.object({
  input: count,
  output: count,
  cachedInput: optional(count),
  cost: optional(count),
});

const call = z.object({
  callId: text,
  providerCallId: text,
  tool: text,
  input: z.unknown(),
  invalid: optional(text),
});

const head = { run: runId, seq: count, at: count };

function row<const Type extends RunFact["type"], Shape extends z.core.$ZodShape>(type: Type, shape: Shape) {
  return z.object({ ...head, type: z.literal(type), ...shape });
}

const runRow = z.discriminatedUnion("type", [
  row("run.start", { title: text }),
  row("run.activate", { worker: text }),
  row("run.config", { model: z.object({ provider: text, model: text, demo: z.boolean() }) }),
  row("run.interrupted", { reason: text }),
  row("followup.queued", { key: text, text }),
  row("followup.consumed", { keys: z.array(text), by: z.enum(["turn", "withdrawal"]) }),
  row("turn.begin", { turn: count }),
  row("model.attempt", { key: text, round: count, attempt: count }),
  row("model.failed", {
    key: text,
    attempt: count,
    failure: modelFailure,
    partialText: optional(text),
    retryAt: optional(count),
  }),
  row("model.response", {
    key: text,
    text,
    calls: z.array(call),
    use: tokenUse,
    providerContent: optional(z.unknown()),
  }),
  row("model.nudge", { text }),
  row("tool.intent", { callId: text, attempt: count }),
  row("request.opened", { request: approvalRequest }),
  row("request.decided", { approval: approvalId, callId: text, resolution }),
  row("tool.result", {
    callId: text,
    attempt: count,
    disposition: z.enum(["done", "failed", "rejected", "stopped", "outcome-unknown", "not-started"]),
    text,
    errorText: optional(text),
    files: z.array(fileEffect),
    suiteNote: optional(suiteNote),
    durationMs: count,
  }),
  row("notice", { key: text, level: z.enum(["info", "warning"]), text }),
  row("turn.end", {
    turn: count,
    outcome: z.enum(["finished", "stopped", "failed", "interrupted"]),
    durationMs: count,
    failure: optional(modelFailure),
  }),
]);

/** Reads a row that was stored, perhaps by another build; the problem names the first wrong field. */
export function parseRunRow(foreign: unknown): Result<RunRow, string> {
  const parsed = runRow.safeParse(foreign);
  if (parsed.success) return succeed(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(`A stored row is wrong at "${issue?.path.join(".") ?? ""}": ${issue?.message ?? ""}`);
}
