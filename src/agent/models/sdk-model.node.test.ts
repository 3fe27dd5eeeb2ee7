import "fake-indexeddb/auto";
import { afterEach, describe, expect, test } from "vitest";
import { type Reply, type Script, startModelServer } from "../../../e2e/support/model-server.ts";
import type { ModelChoice } from "../../contracts/models.ts";
import { demoModel } from "../demo/demo-model.ts";
import { RunWorld, ToyProject } from "../testing/run-world.ts";
import { ModelSettings } from "./model-settings.ts";

const KEY = "key-that-must-never-be-seen-0123456789";

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const entry of opened.splice(0).toReversed()) await entry.close();
});

let databases = 0;

/** A clock that leaps lets no retry wait. */
let time = 0;
const leaping = (): number => (time += 10_000);

async function world(provider: "openai-compatible" | "anthropic", script: Script, now = leaping) {
  const project = new ToyProject();
  const server = await startModelServer(script);
  const settings = new ModelSettings({
    databaseName: `models-${(databases += 1)}`,
    hostInfo: undefined,
    pageOrigin: "http://localhost:4310",
    demo: demoModel(0),
  });
  const choice: ModelChoice = { provider, model: "scripted", baseUrl: server.baseUrl };
  await settings.choose(choice);
  await settings.storeKey(provider, KEY);
  const here = await RunWorld.open({
    model: demoModel(0),
    project,
    database: `sdk-world-${databases}`,
    surroundings: { chooseModel: () => settings.model(), now },
  });
  opened.push(server, settings, here);
  return { server, settings, choice, here, project };
}

function says(text: string): Reply {
  return { kind: "answer", text };
}

async function everything(here: RunWorld, run: Awaited<ReturnType<RunWorld["agent"]["startRun"]>>) {
  return JSON.stringify([await here.rows(run), here.notices]);
}

describe.each(["openai-compatible", "anthropic"] as const)("%s", (provider) => {
  test("a conversation with tools goes both ways", async () => {
    const { server, here } = await world(provider, ({ messages }) =>
      messages.some(({ role }) => role === "tool")
        ? says("The file says one.")
        : { kind: "answer", text: "I read it. ", calls: [{ name: "read_file", input: { path: "a.txt" } }] },
    );
    const run = await here.agent.startRun("What is in a.txt?");
    const view = await here.until(run, "waiting");
    expect(view.items.flatMap((item) => (item.kind === "assistant-text" ? [item.text.trim()] : []))).toEqual([
      "I read it.",
      "The file says one.",
    ]);
    expect(view.use).toMatchObject({ input: 200, output: 40 });
    const second = server.requests[1];
    expect(second?.tools).toContain("edit_file");
    expect(second?.messages.at(-1)?.results[0]?.text).toContain('{"content":"one"}');
    expect(second?.messages[0]).toMatchObject({ role: "system", text: "You help." });
  });

  test("text arrives while it is made and a stop closes the connection", async () => {
    const { server, here } = await world(provider, () => ({
      kind: "answer",
      text: "one two three four five six seven eight nine ten ".repeat(20),
      pieceMs: 10,
    }));
    const run = await here.agent.startRun("Count.");
    await here.agent.openRun(run);
    await expect
      .poll(() => here.notices.filter(({ type }) => type === "stream-chunk").length)
      .toBeGreaterThan(3);
    const before = performance.now();
    await here.agent.stopRun(run);
    expect(performance.now() - before).toBeLessThan(200);
    await expect.poll(() => server.abandoned).toEqual([1]);
  });

  test("a 429 is tried again after the time that the provider names", async () => {
    const { server, here } = await world(
      provider,
      ({ number }) =>
        number === 1
          ? {
              kind: "plain",
              status: 429,
              headers: { "retry-after": "1" },
              body: `{"error":"slow down ${KEY}"}`,
            }
          : says("Done."),
      Date.now,
    );
    const run = await here.agent.startRun("Go.");
    const retrying = await here.until(run, "retrying");
    if (retrying.state.at !== "retrying") throw new Error("not retrying");
    expect(retrying.state.retryAt - Date.now()).toBeGreaterThan(700);
    expect(retrying.state.reason).toMatchObject({ kind: "rate-limited", status: 429 });
    const view = await here.until(run, "waiting");
    expect([server.requests.length, view.items.at(-2)]).toMatchObject([2, { text: "Done." }]);
    expect(await everything(here, run)).not.toContain(KEY);
  });

  test("a 500 is tried twice more and then shown with its body", async () => {
    const { server, here } = await world(provider, () => ({
      kind: "plain",
      status: 500,
      headers: { "retry-after-ms": "1" },
      body: `{"error":{"message":"boom, key ${KEY}"}}`,
    }));
    const run = await here.agent.startRun("Go.");
    const view = await here.until(run, "failed");
    expect(server.requests.length).toBe(3);
    expect(view.state).toMatchObject({
      failure: { status: 500, body: expect.stringContaining("boom, key [key]") },
    });
    expect(await everything(here, run)).not.toContain(KEY);
  });

  test("a stream that breaks is not taken for an answer", async () => {
    const { here } = await world(provider, ({ number }) =>
      number === 1 ? { kind: "cut", text: "Half an ans" } : says("Whole."),
    );
    const run = await here.agent.startRun("Go.");
    const view = await here.until(run, "waiting");
    const failed = view.items.find((item) => item.kind === "model-failure");
    expect(failed).toMatchObject({ failure: { kind: "stream-cut" } });
    expect(view.items.at(-2)).toMatchObject({ text: "Whole." });
  });

  test("a stream that ends without a word about why is not taken for an answer", async () => {
    const { here } = await world(provider, ({ number }) =>
      number === 1 ? { kind: "unfinished", text: "Half an ans" } : says("Whole."),
    );
    const run = await here.agent.startRun("Go.");
    const view = await here.until(run, "waiting");
    expect(view.items.find((item) => item.kind === "model-failure")).toMatchObject({
      failure: { kind: "stream-cut" },
    });
  });

  test("a success that holds an error is shown with its body", async () => {
    const { here } = await world(provider, () => ({
      kind: "plain",
      status: 200,
      body: '{"error":{"message":"model not loaded"}}',
    }));
    const run = await here.agent.startRun("Go.");
    const view = await here.until(run, "failed");
    expect(view.state).toMatchObject({
      failure: { kind: "bad-response", status: 200, body: expect.stringContaining("model not loaded") },
    });
  });

  test("arguments that are no JSON and a tool that does not exist go back to the model as errors", async () => {
    const { server, here, project } = await world(provider, ({ number }) => {
      if (number > 1) return says("Sorry.");
      const calls = [
        { name: "read_file", input: '{"path": "a.txt' },
        { name: "launch_rocket", input: { now: true } },
      ];
      return { kind: "answer", calls };
    });
    const run = await here.agent.startRun("Go.");
    await here.until(run, "waiting");
    const results = JSON.stringify(server.requests[1]?.messages.flatMap((message) => message.results));
    expect(results).toContain("valid JSON");
    expect(results).toContain("There is no tool");
    expect(project.done).toEqual([]);
  });

  test("a refused key says so at once and is not shown", async () => {
    const { server, here, settings, choice } = await world(provider, () => ({
      kind: "plain",
      status: 401,
      body: `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`,
    }));
    const run = await here.agent.startRun("Go.");
    const view = await here.until(run, "failed");
    expect([server.requests.length, view.state]).toMatchObject([1, { failure: { kind: "refused-key" } }]);
    const report = await settings.testConnection(choice);
    expect(report).toMatchObject({ ok: false, status: 401, body: expect.stringContaining("[key]") });
    expect(await everything(here, run)).not.toContain(KEY);
  });

  test("a conversation that is too long says what to do", async () => {
    const { here } = await world(provider, () => ({
      kind: "plain",
      status: 400,
      body: '{"error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
    }));
    const run = await here.agent.startRun("Go.");
    expect((await here.until(run, "failed")).state).toMatchObject({ failure: { kind: "context-too-long" } });
  });

  test("the test of a connection takes the way of a run", async () => {
    const { server, settings, choice } = await world(provider, () => says("OK"));
    expect(await settings.testConnection(choice)).toMatchObject({ ok: true, reply: "OK" });
    const sent = server.requests[0]?.headers ?? {};
    expect(sent[provider === "anthropic" ? "x-api-key" : "authorization"]).toContain(KEY);
  });
});

test("a server that is not there is named with what may be wrong", async () => {
  const { server, settings, choice } = await world("openai-compatible", () => says("OK"));
  await server.close();
  const report = await settings.testConnection(choice);
  expect(report).toMatchObject({
    ok: false,
    likelyCause: expect.stringContaining("OLLAMA_ORIGINS=http://localhost:4310"),
  });
});

test("addresses that could hold or lose a key are refused without naming it", async () => {
  const { settings } = await world("openai-compatible", () => says("OK"));
  const refusal = async (baseUrl: string): Promise<string> =>
    settings.choose({ provider: "openai-compatible", model: "m", baseUrl }).then(
      () => "taken",
      (error: Error) => error.message,
    );
  expect(await refusal("https://user:pass@example.com/v1")).toContain("holds a user or password");
  expect(await refusal("https://user:pass@example.com/v1")).not.toContain("pass@");
  expect(await refusal("https://example.com/v1?key=abc")).toContain("holds a query");
  expect(await refusal("http://example.com/v1")).toContain("not encrypted");
  expect(await refusal("nonsense")).toContain("not a URL");
  expect(await refusal("http://localhost:11434/v1/")).toBe("taken");
  expect((await settings.view()).choice.baseUrl).toBe("http://localhost:11434/v1");
});

test("the settings tell how a key is held and never the key", async () => {
  const { settings } = await world("anthropic", () => says("OK"));
  const view = await settings.view();
  expect(view.keys).toMatchObject({ anthropic: "stored-here", openai: "none" });
  expect(JSON.stringify(view)).not.toContain(KEY);
  await settings.storeKey("anthropic", " ");
  expect((await settings.view()).keys.anthropic).toBe("none");
  expect(await settings.model()).toMatchObject({ ok: false, problem: { kind: "no-key" } });
});

test("a key that the server holds is used through it, and the page sends the key of the proxy", async () => {
  const server = await startModelServer(() => says("OK"));
  const origin = new URL(server.baseUrl).origin;
  const settings = new ModelSettings({
    databaseName: "models-proxied",
    hostInfo: { proxiedProviders: ["anthropic"], proxyKey: "proxy-key-1234567890" },
    pageOrigin: origin,
    demo: demoModel(0),
  });
  opened.push(server, settings);
  expect((await settings.view()).keys.anthropic).toBe("server");
  expect(await settings.testConnection({ provider: "anthropic", model: "m" })).toMatchObject({ ok: true });
  expect(server.requests[0]).toMatchObject({
    path: "/tabwright/models/anthropic/messages",
    headers: { "x-api-key": "proxy-key-1234567890" },
  });
});
