import type { ApprovalId, ApprovalProposal, ApprovalRequest } from "../../contracts/approval.ts";
import { exampleRows } from "../../contracts/fixtures/example-run.ts";
import type { CallFact, RunFact, RunRow } from "../../contracts/run-rows.ts";
import type { FileEffect, ModelFailure, RunId } from "../../contracts/run-view.ts";
import type { SuiteNote } from "../../contracts/suite-notes.ts";
import { couldNotRunNote, cutNote, failedNote, passedNote } from "./example-notes.ts";
import { ANSWER, MONEY_AFTER, MONEY_BEFORE, NEW_TEST, TEST_OUTPUT } from "./example-texts.ts";

export interface ExampleRun {
  readonly name: string;
  readonly rows: readonly RunRow[];
  readonly streams?: Readonly<Record<string, string>>;
}

const demo = { provider: "demo", model: "demo", demo: true } as const;
const real = { provider: "anthropic", model: "claude-sonnet-4-5", demo: false } as const;
const edited: FileEffect = { path: "src/money.ts", change: "modified", addedLines: 4, removedLines: 3 };
const created: FileEffect = { path: "test/split.test.ts", change: "created", addedLines: 7, removedLines: 0 };

const editProposal: ApprovalProposal = {
  kind: "edit",
  tool: "edit_file",
  path: "src/money.ts",
  original: MONEY_BEFORE,
  proposed: MONEY_AFTER,
  addedLines: 4,
  removedLines: 3,
};
const createProposal: ApprovalProposal = {
  kind: "edit",
  tool: "write_file",
  path: "test/split.test.ts",
  original: null,
  proposed: NEW_TEST,
  addedLines: 7,
  removedLines: 0,
};

/** Writes the rows of a run the way a worker would. */
class Script {
  readonly #facts: RunFact[] = [];
  #calls = 0;
  #rounds = 0;

  constructor(title: string, model: typeof demo | typeof real) {
    this.add(
      { type: "run.start", title },
      { type: "followup.queued", key: "u1", text: title },
      { type: "run.activate", worker: "w" },
      { type: "run.config", model },
      { type: "followup.consumed", keys: ["u1"], by: "turn" },
      { type: "turn.begin", turn: 1 },
    );
  }

  add(...facts: readonly RunFact[]): this {
    this.#facts.push(...facts);
    return this;
  }

  attempt(): this {
    this.#rounds += 1;
    return this.add({ type: "model.attempt", key: `m${this.#rounds}`, round: this.#rounds, attempt: 1 });
  }

  says(text: string, ...calls: readonly (readonly [tool: string, input: unknown])[]): this {
    this.attempt();
    const facts = calls.map(([tool, input]): CallFact => {
      this.#calls += 1;
      return { callId: `c${this.#calls}`, providerCallId: `p${this.#calls}`, tool, input };
    });
    return this.add({
      type: "model.response",
      key: `m${this.#rounds}`,
      text,
      calls: facts,
      use: { input: 2_140, output: 96, cachedInput: 1_800, cost: 0.0061 },
    });
  }

  starts(call: number): this {
    return this.add({ type: "tool.intent", callId: `c${call}`, attempt: 1 });
  }

  asks(call: number, proposal: ApprovalProposal): this {
    return this.starts(call).add({ type: "request.opened", request: requestFor(call, proposal) });
  }

  answers(call: number, kind: "approve" | "reject", reason?: string): this {
    return this.add({
      type: "request.decided",
      approval: `a${call}` as ApprovalId,
      callId: `c${call}`,
      resolution:
        kind === "approve"
          ? { by: "person", kind }
          : { by: "person", kind, ...(reason === undefined ? {} : { reason }) },
    });
  }

  ends(
    call: number,
    result: unknown,
    more: {
      readonly files?: readonly FileEffect[];
      readonly note?: SuiteNote;
      readonly error?: string;
      readonly disposition?: "failed" | "rejected" | "stopped" | "outcome-unknown";
      readonly durationMs?: number;
    } = {},
  ): this {
    return this.add({
      type: "tool.result",
      callId: `c${call}`,
      attempt: 1,
      disposition: more.disposition ?? (more.error === undefined ? "done" : "failed"),
      text: JSON.stringify(result),
      files: more.files ?? [],
      durationMs: more.durationMs ?? 42,
      ...(more.error === undefined ? {} : { errorText: more.error }),
      ...(more.note === undefined ? {} : { suiteNote: more.note }),
    });
  }

  run(call: number, note: SuiteNote, durationMs: number): this {
    return this.starts(call).ends(
      call,
      { exitCode: note.exitCode, stdout: note.headline },
      { note, durationMs },
    );
  }

  ended(outcome: "finished" | "stopped" | "failed" | "interrupted", failure?: ModelFailure): this {
    return this.add({
      type: "turn.end",
      turn: 1,
      outcome,
      durationMs: 48_200,
      ...(failure ? { failure } : {}),
    });
  }

  rows(name: string): readonly RunRow[] {
    return rowsOf(name, this.#facts);
  }
}

function rowsOf(name: string, facts: readonly RunFact[]): readonly RunRow[] {
  const start = Date.now() - facts.length * 900;
  return facts.map((fact, index) => ({
    ...fact,
    run: name as RunId,
    seq: index + 1,
    at: start + index * 900,
  }));
}

function requestFor(call: number, proposal: ApprovalProposal): ApprovalRequest {
  return { id: `a${call}` as ApprovalId, callId: `c${call}`, openedAt: Date.now() - 4_000, proposal };
}

/** Reads and a failing test run, which most examples begin with. */
function begun(model: typeof demo | typeof real = demo): Script {
  return new Script("Make the tests pass", model)
    .says(
      "I look at the project and run its tests.",
      ["list_files", {}],
      ["read_file", { path: "package.json" }],
    )
    .starts(1)
    .ends(1, { entries: [] })
    .starts(2)
    .ends(2, { content: "{}" })
    .says("", ["exec_command", { command: "npx vitest run" }])
    .run(3, failedNote, 3_600)
    .says("", ["read_file", { path: "src/money.ts" }], ["search_files", { pattern: "split\\(" }])
    .starts(4)
    .ends(4, { content: MONEY_BEFORE })
    .starts(5)
    .ends(5, { matches: [] });
}

function asking(...proposals: readonly ApprovalProposal[]): Script {
  const script = begun().says(
    "`split` loses the remainder and `format` divides by ten.",
    ...proposals.map((proposal): readonly [string, unknown] => [proposal.tool, inputOf(proposal)]),
  );
  for (const [index, proposal] of proposals.entries()) script.asks(6 + index, proposal);
  return script;
}

function inputOf(proposal: ApprovalProposal): unknown {
  if (proposal.kind === "command") return { command: proposal.command };
  if (proposal.kind === "tree")
    return { path: proposal.path, old_path: proposal.path, new_path: proposal.newPath };
  return { path: proposal.path };
}

function finished(): Script {
  return asking(editProposal)
    .answers(6, "approve")
    .ends(6, { applied: true }, { files: [edited], durationMs: 31 })
    .says("", ["write_file", { path: "test/split.test.ts", content: NEW_TEST }])
    .asks(7, createProposal)
    .answers(7, "approve")
    .ends(7, { applied: true }, { files: [created], durationMs: 22 })
    .says("", ["exec_command", { command: "npx vitest run" }])
    .run(8, passedNote, 3_100)
    .says(ANSWER)
    .ended("finished");
}

const refused: ModelFailure = {
  kind: "refused-key",
  message: "The key was not accepted. Your files and this conversation are unchanged. Enter another key.",
  status: 401,
  body: '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
  requestId: "req_011CSHoEeqs5C35K2UUqR7Fy",
};

function troubles(): Script {
  return begun(real)
    .says(
      "I try several things.",
      ["edit_file", { path: "src/money.ts", replacements: [{ old_string: "x", new_string: "y" }] }],
      [
        "exec_command",
        { command: "npm install left-pad && node scripts/build-everything.mjs --with-a-long-option=1" },
      ],
      ["delete_file", { path: "src/old.ts" }],
      ["launch_rocket", { target: "moon" }],
      ["exec_command", { command: "npm run dev" }],
    )
    .starts(6)
    .ends(
      6,
      { error: "old_string was not found" },
      { error: "The text to replace is not in src/money.ts. Nothing was written. Read the file again." },
    )
    .asks(7, {
      kind: "command",
      tool: "exec_command",
      command: "npm install left-pad",
      cwd: "",
      background: false,
    })
    .answers(7, "reject", "Do not add packages; write it yourself.")
    .ends(7, { error: "rejected" }, { disposition: "rejected", error: "Rejected." })
    .starts(8)
    .ends(8, {}, { files: [{ path: "src/old.ts", change: "deleted", addedLines: 0, removedLines: 12 }] })
    .ends(9, { error: "no such tool" }, { error: "There is no tool named launch_rocket. Nothing was done." })
    .starts(10)
    .ends(
      10,
      {},
      { disposition: "outcome-unknown", error: "The tab closed while this ran. Check what it did." },
    )
    .add({
      type: "notice",
      key: "n1",
      level: "warning",
      text: "The same call was made five times. The turn ends here so that it does not go in circles.",
    });
}

function longRun(): Script {
  const script = new Script("A very long run", real);
  for (let round = 1; round <= 1_250; round += 1) {
    script
      .says(
        `Round ${round}: I change one more thing.`,
        ["edit_file", { path: `src/file-${round}.ts` }],
        ["exec_command", { command: "npx tsc --noEmit" }],
        ["read_file", { path: `src/file-${round + 1}.ts` }],
      )
      .starts(round * 3 - 2)
      .ends(round * 3 - 2, {}, { files: [{ ...edited, path: `src/file-${round}.ts` }] })
      .starts(round * 3 - 1)
      .ends(round * 3 - 1, { stdout: "ok", exitCode: 0 })
      .starts(round * 3)
      .ends(round * 3, { content: "x" });
  }
  return script;
}

const examples: Readonly<Record<string, () => Script>> = {
  thinking: () => begun().attempt(),
  streaming: () => begun().attempt(),
  running: () =>
    begun()
      .says("I run the tests again.", ["exec_command", { command: "npx vitest run --reporter=verbose" }])
      .starts(6)
      .add(
        { type: "followup.queued", key: "q1", text: "Also add a test for negative amounts" },
        { type: "followup.queued", key: "q2", text: "And keep the public names as they are" },
      ),
  "asking-edit": () => asking(editProposal),
  "asking-command": () =>
    asking({
      kind: "command",
      tool: "exec_command",
      command: "npx vitest run test/money.test.ts && rm -rf $TARGET",
      cwd: "packages/core",
      background: false,
    }),
  "asking-many": () =>
    asking(
      editProposal,
      createProposal,
      {
        kind: "tree",
        tool: "rename_file",
        action: "rename",
        path: "src/utils.ts",
        newPath: "src/rounding.ts",
      },
      { kind: "tree", tool: "delete_file", action: "delete", path: "src/old.ts" },
    ),
  finished,
  troubles,
  retrying: () =>
    begun(real)
      .attempt()
      .add({
        type: "model.failed",
        key: "m4",
        attempt: 1,
        failure: {
          kind: "rate-limited",
          message: "The provider asks to wait. The call is tried again by itself.",
          status: 429,
        },
        retryAt: Date.now() + 24_000,
      }),
  interrupted: () =>
    begun(real)
      .says("", ["exec_command", { command: "npm run build" }])
      .starts(6)
      .add({ type: "run.interrupted", reason: "The tab was closed or reloaded in the middle of this turn." }),
  failed: () =>
    begun(real)
      .attempt()
      .add({ type: "model.failed", key: "m4", attempt: 1, failure: refused })
      .ended("failed", refused),
  stopped: () => begun().ended("stopped"),
  cut: () =>
    begun()
      .says("", ["exec_command", { command: "npx vitest run" }])
      .run(6, cutNote, 60_000),
  "could-not-run": () =>
    begun()
      .says("", ["exec_command", { command: "npx vitest run" }])
      .run(6, couldNotRunNote, 460),
  long: longRun,
};

const STREAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  streaming: {
    m4: "The remainder is lost because `Math.floor` drops it. I will give one more cent to the first",
  },
  running: { c6: TEST_OUTPUT },
};

export const exampleNames: readonly string[] = ["empty", "example", ...Object.keys(examples)];

/** `undefined` for the name of a state without a run. */
export function exampleNamed(name: string): ExampleRun | undefined {
  if (name === "example") return { name, rows: exampleRows };
  const make = examples[name];
  if (!make) return undefined;
  const streams = STREAMS[name];
  return { name, rows: make().rows(name), ...(streams ? { streams } : {}) };
}
