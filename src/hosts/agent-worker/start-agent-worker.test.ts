import "fake-indexeddb/auto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { memoryLocks } from "../../agent/history/run-locks.ts";
import { type Disposable, DisposableStore, disposable } from "../../base/disposable.ts";
import { link, type Remote, wireOf } from "../../base/link.ts";
import { succeed } from "../../base/result.ts";
import type { AgentNotice, AgentRequests, AgentWorkerMessage } from "../../contracts/agent-link.ts";
import type { ApprovalRequest } from "../../contracts/approval.ts";
import { type BackendInMemory, backendInMemory } from "../../contracts/backend-in-memory.ts";
import { applyRow, foldRun } from "../../contracts/fold-run.ts";
import type { RunId, RunState, RunView } from "../../contracts/run-view.ts";
import { serveBackend } from "../../engine/backend-link.ts";
import { sampleProject } from "../../projects/sample/sample-project.ts";
import { startAgentWorker } from "./start-agent-worker.ts";

beforeAll(() => {
  // A worker has these events; under Node they are not what is tested.
  globalThis.addEventListener ??= () => {};
});

const stores: DisposableStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.dispose();
});

/** The sample project whose commands are answered by looking at its files. */
function sample(): BackendInMemory {
  const backend: BackendInMemory = backendInMemory(sampleProject.files, {
    capabilities: { node: "full", packageInstall: true, isolation: "container", shell: "bash" },
    run: async (command) => {
      const right = backend.text("src/format-duration.ts")?.includes("/ 60) % 60") ?? false;
      const output = right
        ? " Test Files  2 passed (2)\n      Tests  12 passed (12)\n"
        : " FAIL  test/format-duration.test.ts > formatDuration > writes hours\n      Tests  1 failed | 11 passed (12)\n";
      const isTest = command.includes("vitest");
      return succeed({
        stdout: isTest ? output : "added 30 packages\n",
        stderr: "",
        exitCode: isTest && !right ? 1 : 0,
        merged: false,
        durationMs: 5,
      });
    },
  });
  return backend;
}

function isAskingOrOver(view: RunView | undefined): boolean {
  return view?.state.at === "asking" || view?.items.at(-1)?.kind === "turn-end";
}

let projects = 0;

class PageEnd {
  readonly agent: Remote<AgentRequests>;
  readonly notices: AgentNotice[] = [];
  readonly views = new Map<RunId, RunView>();
  readonly #owned = new DisposableStore();
  readonly #send: (message: AgentWorkerMessage) => void;

  constructor(backend: BackendInMemory | undefined) {
    stores.push(this.#owned);
    const { port1, port2 } = new MessageChannel();
    let receive: (message: AgentWorkerMessage) => void = () => {};
    startAgentWorker((given) => (receive = given), memoryLocks());
    this.#send = receive;
    const page = link<AgentRequests>(wireOf(port1), { notice: (notice: AgentNotice) => this.#heard(notice) });
    this.#owned.add(disposable(() => (port1.close(), port2.close())));
    this.agent = page.remote;
    const backendPort = backend === undefined ? undefined : this.serve(backend);
    receive({
      type: "start",
      agentPort: port2,
      backendPort,
      projectId: `worker-test-${(projects += 1)}`,
      pageOrigin: "http://localhost:4310",
    });
  }

  serve(backend: BackendInMemory): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#owned.add(serveBackend(backend, port1));
    return port2;
  }

  connect(backend: BackendInMemory | undefined): void {
    this.#send({ type: "backend", backendPort: backend && this.serve(backend) });
  }

  own(owned: Disposable): void {
    this.#owned.add(owned);
  }

  async open(run: RunId): Promise<void> {
    this.views.set(run, foldRun(await this.agent.openRun(run)));
  }

  async until(run: RunId, at: RunState["at"]): Promise<RunView> {
    await expect.poll(() => this.views.get(run)?.state.at, { timeout: 8_000 }).toBe(at);
    return this.views.get(run) as RunView;
  }

  /** Approves what is asked until the run waits; gives what was asked. */
  async approveAll(run: RunId): Promise<readonly ApprovalRequest[]> {
    const asked: ApprovalRequest[] = [];
    for (;;) {
      await expect
        .poll(() => isAskingOrOver(this.views.get(run)), { timeout: 8_000, interval: 5 })
        .toBe(true);
      const state = this.views.get(run)?.state;
      if (state?.at !== "asking") return asked;
      for (const request of state.requests) {
        asked.push(request);
        await this.agent.decide(run, request.id, { kind: "approve" });
      }
      await expect.poll(() => this.views.get(run)?.state, { interval: 5 }).not.toEqual(state);
    }
  }

  #heard(notice: AgentNotice): void {
    this.notices.push(notice);
    if (notice.type === "rows-appended")
      for (const row of notice.rows) this.views.set(row.run, applyRow(this.views.get(row.run), row));
  }
}

test("the demo agent repairs the sample project through the real tools", async () => {
  const backend = sample();
  const page = new PageEnd(backend);
  const run = await page.agent.startRun("Make the tests pass.");
  await page.open(run);
  const asked = await page.approveAll(run);
  expect(
    asked.map(({ proposal }) => (proposal.kind === "command" ? proposal.command : proposal.path)),
  ).toEqual(["npm install", "npx vitest run", "src/format-duration.ts", "npx vitest run"]);
  const view = page.views.get(run);
  expect(view?.model).toEqual({ provider: "demo", model: "demo", demo: true });
  expect(view?.items.findLast((item) => item.kind === "assistant-text")).toMatchObject({
    text: expect.stringContaining("All tests pass."),
  });
  expect(view?.items.find((item) => item.kind === "turn-end")).toMatchObject({
    outcome: "finished",
    files: [{ path: "src/format-duration.ts", change: "modified", addedLines: 1, removedLines: 1 }],
  });
  const notes = view?.items.flatMap((item) =>
    item.kind === "tool-call" && item.suiteNote ? [item.suiteNote.counts] : [],
  );
  expect(notes).toMatchObject([{ failed: 1 }, { passed: 12, failed: 0 }]);
  expect(backend.text("src/format-duration.ts")).toContain("Math.floor(totalSeconds / 60) % 60;");
  expect(page.notices.some(({ type }) => type === "stream-chunk")).toBe(true);
  expect(page.notices.filter(({ type }) => type === "bug-reported")).toEqual([]);
}, 20_000);

test("without an engine runs are listed and settings answer, and a call goes on when the engine arrives", async () => {
  const page = new PageEnd(undefined);
  expect(await page.agent.listRuns()).toEqual([]);
  expect((await page.agent.modelSettings()).choice.provider).toBe("demo");
  const run = await page.agent.startRun("Make the tests pass.");
  await page.open(run);
  await expect
    .poll(() => page.notices.some((notice) => notice.type === "stream-chunk" && /Waiting/.test(notice.text)))
    .toBe(true);
  page.connect(sample());
  expect((await page.until(run, "asking")).state.at).toBe("asking");
});

test("a restarted engine is used by the next call", async () => {
  const page = new PageEnd(sample());
  const run = await page.agent.startRun("Make the tests pass.");
  await page.open(run);
  await page.until(run, "asking");
  page.connect(undefined);
  const second = sample();
  page.connect(second);
  await page.approveAll(run);
  expect(page.views.get(run)?.state.at).toBe("waiting");
}, 20_000);
