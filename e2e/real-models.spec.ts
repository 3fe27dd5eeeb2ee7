import { expect, type Page, test } from "@playwright/test";
import { type ModelServer, type Reply, type Script, startModelServer } from "./support/model-server.ts";
import { repairScript } from "./support/repair-script.ts";
import { type StartedServer, startLocalEngine } from "./support/start-server.ts";
import { WorkbenchPage } from "./support/workbench.ts";

const KEY = "k-secret-of-the-server";
let server: StartedServer;
let models: ModelServer;

async function open(
  page: Page,
  provider: "openai-compatible" | "anthropic",
  script: Script,
): Promise<WorkbenchPage> {
  models = await startModelServer(script);
  server = await startLocalEngine({
    environment:
      provider === "anthropic"
        ? { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: models.baseUrl }
        : { OPENAI_COMPATIBLE_API_KEY: KEY, OPENAI_COMPATIBLE_BASE_URL: models.baseUrl },
  });
  const workbench = new WorkbenchPage(page);
  await workbench.openSample(server.ideUrl);
  await workbench.chooseModel(provider, "scripted");
  return workbench;
}

test.afterEach(async () => {
  await server.stop();
  await models.close();
});

for (const provider of ["openai-compatible", "anthropic"] as const)
  test(`a model that speaks the ${provider} format repairs the sample, and its key never reaches the page`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const sent: string[] = [];
    page.on("request", (request) =>
      sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`),
    );
    const workbench = await open(page, provider, (request) => repairScript(request, "npm install"));
    await workbench.send("Make the tests pass");
    await workbench.approveUntilDone();
    await expect(workbench.conversation.getByText("All 12 tests passed.").first()).toBeVisible();
    expect(models.requests.length).toBeGreaterThan(4);
    const proofs = models.requests
      .map(({ headers }) => JSON.stringify(headers))
      .filter((text) => text.includes(KEY));
    expect(proofs).toHaveLength(models.requests.length);
    expect(sent.filter((text) => text.includes(KEY))).toEqual([]);
    const kept = await page.evaluate(everythingKept);
    expect(kept).toContain("scripted");
    expect(kept).not.toContain(KEY);
  });

/** All that the page's origin keeps, as text. Runs in the page. */
async function everythingKept(): Promise<string> {
  const asked = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });
  const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name ?? ""));
    for (const store of database.objectStoreNames)
      kept.push(await asked(database.transaction(store).objectStore(store).getAll()));
    database.close();
  }
  return JSON.stringify(kept);
}

/** Misbehaves once, then answers. */
function once(reply: Reply): Script {
  return ({ number }) => (number === 1 ? reply : { kind: "answer", text: "Here I am again." });
}

test("a model that asks to wait is asked again by itself", async ({ page }) => {
  const busy: Reply = {
    kind: "plain",
    status: 429,
    headers: { "retry-after": "3" },
    body: '{"error":{"message":"Slow down"}}',
  };
  const workbench = await open(page, "openai-compatible", once(busy));
  await workbench.send("Hello");
  await expect(workbench.agent.getByText(/Next try in \d+ s/).first()).toBeVisible();
  await expect(workbench.conversation.getByText("Here I am again.")).toBeVisible({ timeout: 20_000 });
});

test("a stream that breaks off is asked for again, and what had come is not taken for the answer", async ({
  page,
}) => {
  const workbench = await open(page, "openai-compatible", once({ kind: "cut", text: "Half an ans" }));
  await workbench.send("Hello");
  await expect(workbench.conversation.getByText("Here I am again.")).toBeVisible({ timeout: 30_000 });
  expect(models.requests.length).toBe(2);
  expect(JSON.stringify(models.requests.at(-1)?.messages)).not.toContain("Half an ans");
});

test("a provider that keeps failing is shown with its status and body, and can be tried again", async ({
  page,
}) => {
  let broken = true;
  const workbench = await open(page, "openai-compatible", () =>
    broken
      ? { kind: "plain", status: 500, body: '{"error":{"message":"The model fell over"}}' }
      : { kind: "answer", text: "Here I am again." },
  );
  await workbench.send("Hello");
  await expect(workbench.conversation.getByText(/The model fell over/).last()).toBeVisible({
    timeout: 60_000,
  });
  const answered = workbench.conversation.getByRole("group", { name: "What the provider answered" }).last();
  await expect(answered).toContainText("Status 500");
  expect(models.requests.length).toBe(3);
  broken = false;
  await workbench.agent.getByRole("button", { name: "Try again" }).click();
  await expect(workbench.conversation.getByText("Here I am again.")).toBeVisible({ timeout: 30_000 });
});

test("an error that comes with status 200 is a failure with what the provider said", async ({ page }) => {
  const workbench = await open(page, "openai-compatible", () => ({
    kind: "plain",
    status: 200,
    headers: { "content-type": "application/json" },
    body: '{"error":{"message":"You are out of credit"}}',
  }));
  await workbench.send("Hello");
  await expect(workbench.agent.getByText("failed", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(workbench.agent.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(workbench.conversation.getByText(/out of credit/).last()).toBeVisible();
});

test("a tool call that is no JSON and a tool that does not exist are told to the model, and the run goes on", async ({
  page,
}) => {
  const workbench = await open(page, "openai-compatible", ({ number }) => {
    if (number === 1) return { kind: "answer", calls: [{ name: "read_file", input: '{"path": "README.md' }] };
    if (number === 2) return { kind: "answer", calls: [{ name: "launch_rocket", input: {} }] };
    return { kind: "answer", text: "I understood." };
  });
  await workbench.send("Hello");
  await expect(workbench.conversation.getByText("I understood.")).toBeVisible({ timeout: 30_000 });
  const told = models.requests
    .at(-1)
    ?.messages.flatMap(({ results }) => results.map(({ text }) => text))
    .join("\n");
  expect(told).toContain("launch_rocket");
  expect(told).toMatch(/JSON/);
});

test("a slow answer is shown while it comes", async ({ page }) => {
  const workbench = await open(page, "openai-compatible", () => ({
    kind: "answer",
    text: "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen.",
    pieceMs: 400,
  }));
  await workbench.send("Count");
  await expect(workbench.conversation.getByText(/One two/).first()).toBeVisible({ timeout: 20_000 });
  await expect(workbench.conversation.getByText(/fifteen/)).toHaveCount(0);
  await expect(workbench.conversation.getByText(/fifteen/)).toBeVisible({ timeout: 60_000 });
});
