import type { ApprovalProposal, Resolution } from "../../contracts/approval.ts";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import type { ToolResultFact } from "../../contracts/run-rows.ts";
import type { FileEffect } from "../../contracts/run-view.ts";
import type { SuiteNote } from "../../contracts/suite-notes.ts";
import type { CallState } from "../history/loop-state.ts";
import type { AgentTool, CallContext, ProposalAnswer } from "./agent-tool.ts";
import type { RunPlan } from "./plan-call.ts";
import type { LoopContext } from "./loop-context.ts";
import { pause, whenAborted } from "./wait.ts";

/** Output of a running call that is shown; the result is not cut by this. */
const STREAMED_CHARS = 50_000;
/** A body that was told to stop may still say what it did, for this long. */
const STOP_GRACE_MS = 120;

/** Runs the body of one call and stores its result. When stopped, it stores a result only if the call succeeded all the same. */
export async function runCall(context: LoopContext, call: CallState, plan: RunPlan): Promise<void> {
  const { cell, signal, surroundings } = context;
  const { fact } = call;
  const settle = (result: Readonly<Record<string, unknown>>, notes: CallNotes): Promise<unknown> =>
    cell.append([resultFact(call, plan.attempt, result, notes)]);
  if (!surroundings.toolbox.offered.some(({ name }) => name === fact.tool)) {
    const names = surroundings.toolbox.offered.map(({ name }) => name).join(", ");
    await settle({ error: `There is no tool "${fact.tool}". The tools are: ${names}.` }, noNotes());
    return;
  }
  const ready = await surroundings.toolbox.ready(cell.state, signal, () =>
    context.chunk({ key: fact.callId, stream: "tool-output", text: "Waiting for the engine.\n" }),
  );
  if (signal.aborted) return;
  const tool = ready.ok ? ready.value.tools.get(fact.tool) : undefined;
  if (!ready.ok || tool === undefined) {
    const error = ready.ok ? `This engine does not offer the tool "${fact.tool}".` : ready.problem;
    await settle({ error }, noNotes());
    return;
  }
  if (!plan.reentered)
    await cell.append([{ type: "tool.intent", callId: fact.callId, attempt: plan.attempt }]);
  const body = new CallBody(context, call, plan.attempt, ready.value.capabilities.isolation);
  const result = await body.run(tool);
  if (result !== undefined) await settle(result, body.notes);
  else if (body.notes.files.length > 0) await cell.append([stoppedFact(call, plan.attempt, body.notes)]);
}

/** What a body did beside its result. */
interface CallNotes {
  readonly files: FileEffect[];
  suiteNote?: SuiteNote;
  rejected: boolean;
  durationMs: number;
}

function noNotes(): CallNotes {
  return { files: [], rejected: false, durationMs: 0 };
}

class CallBody {
  readonly notes = noNotes();
  readonly #context: LoopContext;
  readonly #call: CallState;
  readonly #attempt: number;
  readonly #isolation: EngineCapabilities["isolation"];
  /** A refusal of the store inside the body ends the run, whatever the tool makes of it. */
  #broken: { readonly error: unknown } | undefined;
  #askedMs = 0;
  #streamed = 0;
  #over = false;

  constructor(
    context: LoopContext,
    call: CallState,
    attempt: number,
    isolation: EngineCapabilities["isolation"],
  ) {
    this.#context = context;
    this.#call = call;
    this.#attempt = attempt;
    this.#isolation = isolation;
  }

  /** `undefined`: the call was stopped and did not succeed before. */
  async run(tool: AgentTool): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { signal, surroundings } = this.#context;
    const started = surroundings.now();
    const watch = whenAborted(signal);
    const body = tool.execute(this.#call.fact.input, this.#callContext());
    const late = watch.aborted.then(() => pause(STOP_GRACE_MS)).then(() => undefined);
    const result = await Promise.race([body, late]);
    watch.stop();
    this.#over = true;
    this.notes.durationMs = Math.max(0, surroundings.now() - started - this.#askedMs);
    if (this.#broken !== undefined) throw this.#broken.error;
    return signal.aborted && (result === undefined || "error" in result) ? undefined : result;
  }

  #callContext(): CallContext {
    const { callId } = this.#call.fact;
    return {
      callId,
      signal: this.#context.signal,
      onOutput: ({ text }) => {
        const shown = text.slice(0, Math.max(0, STREAMED_CHARS - this.#streamed));
        this.#streamed += text.length;
        if (shown !== "" && !this.#over)
          this.#context.chunk({ key: callId, stream: "tool-output", text: shown });
      },
      approve: (proposal) => this.#approve(proposal),
      onFileEffect: (effect) => void this.notes.files.push(effect),
      onSuiteNote: (note) => void (this.notes.suiteNote = note),
    };
  }

  async #approve(proposal: ApprovalProposal): Promise<ProposalAnswer> {
    const { desk, signal, surroundings } = this.#context;
    const asked = surroundings.now();
    const question = {
      callId: this.#call.fact.callId,
      attempt: this.#attempt,
      proposal,
      isolation: this.#isolation,
      signal,
    };
    const resolution = await desk.ask(question).catch((error: unknown) => {
      this.#broken = { error };
      return undefined;
    });
    this.#askedMs += surroundings.now() - asked;
    if (resolution === undefined || this.#over)
      return { kind: "refuse", text: "The run was stopped. Nothing was done." };
    if (resolution.kind === "reject") this.notes.rejected = true;
    return answerOf(resolution, proposal);
  }
}

function answerOf(resolution: Resolution, proposal: ApprovalProposal): ProposalAnswer {
  switch (resolution.kind) {
    case "approve":
    case "approve-rest-of-turn":
      return "content" in resolution && resolution.content !== undefined
        ? { kind: "approve", content: resolution.content }
        : { kind: "approve" };
    case "cancel":
      return { kind: "refuse", text: resolution.cause };
    case "reject":
      return { kind: "refuse", text: refusalText(resolution.reason, proposal) };
  }
}

function refusalText(reason: string | undefined, proposal: ApprovalProposal): string {
  const what =
    proposal.kind === "command" ? "this command; it did not run" : "this change; nothing was written";
  if (reason === undefined || reason.trim() === "")
    return `The person rejected ${what}. Do not try the same again in another way; ask what they want instead.`;
  return `The person rejected ${what}. Their instruction: ${reason}`;
}

function resultFact(
  call: CallState,
  attempt: number,
  result: Readonly<Record<string, unknown>>,
  notes: CallNotes,
): ToolResultFact {
  const error = typeof result["error"] === "string" ? result["error"] : undefined;
  return {
    type: "tool.result",
    callId: call.fact.callId,
    attempt,
    disposition: notes.rejected ? "rejected" : error === undefined ? "done" : "failed",
    text: JSON.stringify(result),
    ...(error === undefined ? {} : { errorText: firstLine(error) }),
    files: notes.files,
    ...(notes.suiteNote === undefined ? {} : { suiteNote: notes.suiteNote }),
    durationMs: notes.durationMs,
  };
}

/** Changes that happened before the stop are told, although the call did not end. */
function stoppedFact(call: CallState, attempt: number, notes: CallNotes): ToolResultFact {
  const paths = notes.files.map(({ path }) => path).join(", ");
  return {
    type: "tool.result",
    callId: call.fact.callId,
    attempt,
    disposition: "stopped",
    text: JSON.stringify({ stopped: `The person stopped the run after this call had changed: ${paths}.` }),
    errorText: "Stopped by you.",
    files: notes.files,
    durationMs: notes.durationMs,
  };
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n", 1);
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
