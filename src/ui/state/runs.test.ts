import { describe, expect, test } from "vitest";
import { Emitter } from "../../base/emitter.ts";
import type { Remote } from "../../base/link.ts";
import type { AgentNotice, AgentRequests } from "../../contracts/agent-link.ts";
import type { ApprovalId, ApprovalRequest } from "../../contracts/approval.ts";
import type { RunFact, RunRow } from "../../contracts/run-rows.ts";
import type { RunId, RunSummary } from "../../contracts/run-view.ts";
import type { Memory } from "./memory.ts";
import { createRunsStore, LIVE_TAIL_CHARACTERS } from "./runs.ts";

const RUN = "run-1" as RunId;
const facts: readonly RunFact[] = [
  { type: "run.start", title: "Fix it" },
  { type: "followup.queued", key: "m1", text: "Fix it" },
  { type: "followup.consumed", keys: ["m1"], by: "turn" },
  { type: "turn.begin", turn: 1 },
  { type: "model.attempt", key: "a1", round: 1, attempt: 1 },
];
const rows: readonly RunRow[] = facts.map((fact, index) => ({
  ...fact,
  run: RUN,
  seq: index + 1,
  at: 1000 + index,
}));
const reply: RunRow = {
  type: "model.response",
  key: "a1",
  text: "Hello.",
  calls: [],
  use: { input: 1, output: 1 },
  run: RUN,
  seq: 6,
  at: 2000,
};
const summary: RunSummary = { run: RUN, title: "Fix it", createdAt: 1, updatedAt: 2, state: "thinking" };

const request: ApprovalRequest = {
  id: "r" as ApprovalId,
  callId: "c",
  openedAt: 0,
  proposal: {
    kind: "edit",
    tool: "edit_file",
    path: "a",
    original: "a",
    proposed: "b",
    addedLines: 1,
    removedLines: 1,
  },
};

function world(kept: Record<string, unknown> = {}) {
  const notices = new Emitter<AgentNotice>();
  const memory: Memory = { read: (name) => kept[name], write: (name, value) => void (kept[name] = value) };
  const asked: string[] = [];
  const answers: { -readonly [Name in keyof Remote<AgentRequests>]?: Remote<AgentRequests>[Name] } = {
    listRuns: async () => [summary],
    openRun: async () => rows,
    closeRun: async () => {},
    startRun: async (text) => (asked.push(`start ${text}`), RUN),
    sendMessage: async (_run, text) => (asked.push(`send ${text}`), { ok: true }),
    withdrawMessage: async () => false,
    stopRun: async () => void asked.push("stop"),
  };
  const requests = answers as Remote<AgentRequests>;
  return { notices, memory, kept, asked, answers, runs: createRunsStore(requests, notices, memory) };
}

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("the runs of a project", () => {
  test("the run that was open is open again after a reload", async () => {
    const { runs } = world({ run: RUN });
    await later();
    expect(runs.store.getState()).toMatchObject({ opening: false, view: { run: RUN, title: "Fix it" } });
  });

  test("without an earlier run a new one can be written at once", async () => {
    const { runs } = world();
    await later();
    expect(runs.store.getState()).toMatchObject({ opening: false, view: undefined, runs: [summary] });
  });

  test("the first message starts a run and is gone from the field", async () => {
    const { runs, asked } = world();
    await later();
    runs.setDraft("Fix it");
    await runs.send(" Fix it ");
    expect(asked).toEqual(["start Fix it"]);
    expect(runs.store.getState()).toMatchObject({ draft: "", view: { run: RUN } });
  });

  test("a message of spaces is not sent", async () => {
    const { runs, asked } = world();
    await runs.send("  \n ");
    expect(asked).toEqual([]);
  });

  test("a draft survives a reload, each run its own", async () => {
    const first = world({ run: RUN });
    await later();
    first.runs.setDraft("half a thought");
    const second = world(first.kept);
    await later();
    expect(second.runs.store.getState().draft).toBe("half a thought");
  });

  test("streamed text is shown until the row that carries it arrives", async () => {
    const { runs, notices } = world({ run: RUN });
    await later();
    const chunk = { type: "stream-chunk", run: RUN, key: "a1", stream: "assistant-text" } as const;
    notices.emit({ ...chunk, text: "Hel" });
    notices.emit({ ...chunk, text: "lo" });
    expect(runs.store.getState().streams).toEqual({ a1: "Hello" });
    notices.emit({ type: "rows-appended", run: RUN, rows: [reply] });
    expect(runs.store.getState().streams).toEqual({});
    expect(runs.store.getState().view?.items.at(-1)).toMatchObject({ text: "Hello.", streaming: false });
  });

  test("rows that are told while the run is being opened are not lost and not folded twice", async () => {
    const { runs, notices, answers } = world();
    await later();
    answers.openRun = async () => {
      notices.emit({ type: "rows-appended", run: RUN, rows: [rows[4] as RunRow, reply] });
      return rows;
    };
    await runs.open(RUN);
    expect(runs.store.getState().view?.items.at(-1)).toMatchObject({ text: "Hello." });
  });

  test("notices of another run change nothing", async () => {
    const { runs, notices } = world({ run: RUN });
    await later();
    const before = runs.store.getState().view;
    notices.emit({
      type: "rows-appended",
      run: "other" as RunId,
      rows: [{ ...reply, run: "other" as RunId }],
    });
    expect(runs.store.getState().view).toBe(before);
  });

  test("a flood of output keeps its end", async () => {
    const { runs, notices } = world({ run: RUN });
    await later();
    notices.emit({
      type: "stream-chunk",
      run: RUN,
      key: "c1",
      stream: "tool-output",
      text: "x".repeat(50_000),
    });
    expect(runs.store.getState().streams["c1"]?.length).toBe(LIVE_TAIL_CHARACTERS);
  });

  test("a message that could not be sent comes back into the field with the reason", async () => {
    const { runs, answers } = world({ run: RUN });
    await later();
    answers.sendMessage = async () => ({
      ok: false,
      reason: "open-elsewhere",
      message: "Open in another tab.",
    });
    await runs.send("more");
    expect(runs.store.getState()).toMatchObject({ draft: "more", problem: "Open in another tab." });
  });

  test("a worker that does not answer is told in words", async () => {
    const { runs, answers } = world({ run: RUN });
    await later();
    answers.stopRun = async () => {
      throw new Error("gone");
    };
    await runs.stop();
    expect(runs.store.getState().problem).toContain("gone");
  });

  test("an edit is approved as the person left it, and a rejection carries no text", async () => {
    const { runs, asked, answers } = world({ run: RUN });
    answers.decide = async (_run, _id, decision) => (asked.push(JSON.stringify(decision)), true);
    await later();
    runs.setEdited(request, "c");
    await runs.decide(request, { kind: "approve" });
    await runs.decide(request, { kind: "reject" });
    runs.setEdited(request, "b");
    await runs.decide(request, { kind: "approve-rest-of-turn" });
    expect(asked).toEqual([
      '{"content":"c","kind":"approve"}',
      '{"kind":"reject"}',
      '{"kind":"approve-rest-of-turn"}',
    ]);
  });

  test("a waiting message that is taken back joins what is being written, and one that is dropped does not", async () => {
    const queued: RunRow = { type: "followup.queued", key: "q", text: "also", run: RUN, seq: 6, at: 3000 };
    const { runs, notices, answers } = world({ run: RUN });
    answers.withdrawMessage = async () => true;
    await later();
    notices.emit({ type: "rows-appended", run: RUN, rows: [queued] });
    runs.setDraft("first");
    await runs.withdraw("q", "drop");
    expect(runs.store.getState().draft).toBe("first");
    await runs.withdraw("q", "edit");
    expect(runs.store.getState().draft).toBe("first\nalso");
  });

  test("a message that was read already cannot be taken back, and the draft stays", async () => {
    const queued: RunRow = { type: "followup.queued", key: "q", text: "also", run: RUN, seq: 6, at: 3000 };
    const { runs, notices } = world({ run: RUN });
    await later();
    notices.emit({ type: "rows-appended", run: RUN, rows: [queued] });
    runs.setDraft("first");
    await runs.withdraw("q", "edit");
    expect(runs.store.getState()).toMatchObject({
      draft: "first",
      problem: "The agent has read this message already.",
    });
  });

  test("nothing is sent while the last run is being opened, so that it does not begin another one", async () => {
    const { runs, asked } = world({ run: RUN });
    await runs.send("hello");
    expect(asked).toEqual([]);
    await later();
    await runs.send("hello");
    expect(asked).toEqual(["send hello"]);
  });
});
