import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type ModelServer, type Script, startModelServer } from "./support/model-server.ts";
import { type StartedServer, startLocalEngine } from "./support/start-server.ts";
import { WorkbenchPage } from "./support/workbench.ts";

let server: StartedServer;
let models: ModelServer;

/** Plays a model that makes the given calls one after the other and then ends its turn. */
function calls(...steps: readonly { readonly name: string; readonly input: object }[]): Script {
  return ({ messages }) => {
    const last = messages.findLastIndex(({ role }) => role === "user");
    const done = messages
      .slice(last)
      .filter(({ role }) => role === "tool")
      .flatMap(({ results }) => results).length;
    const step = steps[done];
    return step
      ? { kind: "answer", text: `Step ${done + 1}.`, calls: [step] }
      : { kind: "answer", text: "That was all." };
  };
}

function environmentFor({ baseUrl }: ModelServer): NodeJS.ProcessEnv {
  return { OPENAI_COMPATIBLE_BASE_URL: baseUrl, OPENAI_COMPATIBLE_API_KEY: "k-1" };
}

async function open(page: Page, script: Script, data?: string): Promise<WorkbenchPage> {
  models = await startModelServer(script);
  server = await startLocalEngine({
    environment: environmentFor(models),
    ...(data === undefined ? {} : { data }),
  });
  const workbench = new WorkbenchPage(page);
  await workbench.openSample(server.ideUrl);
  await workbench.chooseModel("openai-compatible", "scripted");
  return workbench;
}

test.afterEach(async () => {
  await server.stop();
  await models.close();
});

test("a rejected edit changes nothing and its reason reaches the model", async ({ page }) => {
  const workbench = await open(
    page,
    calls({ name: "write_file", input: { path: "notes.md", content: "# Notes\n" } }),
  );
  await workbench.send("Write notes");
  const request = workbench.request();
  await request.getByRole("button", { name: "Reject…" }).click();
  const reason = workbench.conversation.getByLabel("What should it do instead?");
  await reason.fill("Write to docs instead");
  await reason.press("Enter");
  await expect(workbench.conversation.getByText("That was all.")).toBeVisible();
  await expect(page.getByRole("treeitem", { name: /notes\.md/ })).toHaveCount(0);
  const told = models.requests
    .at(-1)
    ?.messages.flatMap(({ results }) => results.map(({ text }) => text))
    .join("\n");
  expect(told).toContain("Write to docs instead");
});

test("a run that is stopped in the middle of a command kills the command and says so", async ({ page }) => {
  const workbench = await open(
    page,
    calls({ name: "exec_command", input: { command: "echo begun; sleep 300" } }),
  );
  await workbench.send("Sleep");
  await workbench.approve();
  await expect(workbench.conversation.getByText("begun").first()).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).first().click();
  await expect(workbench.agent.getByText("stopped", { exact: true }).first()).toBeVisible({
    timeout: 10_000,
  });
  await expect.poll(sleepers, { timeout: 10_000 }).toEqual([]);
});

async function sleepers(): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(join("/proc", name, "cmdline"), "utf8").catch(() => "");
    if (line.split("\0").join(" ").startsWith("sleep 300")) found.push(name);
  }
  return found;
}

test("a reload in the middle of a command keeps the conversation, says what is unknown and goes on by request", async ({
  page,
}) => {
  const workbench = await open(
    page,
    calls({ name: "exec_command", input: { command: "echo begun; sleep 20" } }),
  );
  await workbench.send("Sleep");
  await workbench.approve();
  await expect(workbench.conversation.getByText("begun").first()).toBeVisible();
  await page.reload();
  await expect(workbench.conversation.getByText("Step 1.")).toBeVisible({ timeout: 30_000 });
  await expect(workbench.agent.getByText(/interrupted/i).first()).toBeVisible();
  await workbench.engineReady();
  await workbench.agent.getByRole("button", { name: "Continue" }).first().click();
  await expect(workbench.conversation.getByText("That was all.")).toBeVisible({ timeout: 60_000 });
  await expect(workbench.conversation.getByText("outcome unknown").first()).toBeVisible();
});

test("an edit that waits for approval still waits, with the same content, after a reload", async ({
  page,
}) => {
  const workbench = await open(
    page,
    calls({ name: "write_file", input: { path: "notes.md", content: "# Notes\n" } }),
  );
  await workbench.send("Write notes");
  await expect(workbench.request()).toBeVisible();
  await page.reload();
  await workbench.engineReady();
  const resume = workbench.agent.getByRole("button", { name: "Continue" }).first();
  await expect(resume.or(workbench.request()).first()).toBeVisible({ timeout: 30_000 });
  if (await resume.isVisible()) await resume.click();
  await workbench.approve();
  await expect(page.getByRole("treeitem", { name: /notes\.md/ })).toBeVisible({ timeout: 30_000 });
});

test("unsaved text and the open tab survive a reload, and saving it afterwards reaches the engine", async ({
  page,
}) => {
  const workbench = await open(
    page,
    calls({ name: "exec_command", input: { command: "head -c 9 README.md" } }),
  );
  await workbench.openFile("README.md");
  const lines = page.locator(".monaco-editor .view-line");
  await expect(lines.first()).toBeVisible({ timeout: 30_000 });
  await lines.first().click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("unsaved: ");
  await expect(page.getByText("1 file not saved")).toBeVisible();
  await page.waitForTimeout(1_500);
  await page.reload();
  await expect(lines.first()).toContainText("unsaved:", { timeout: 30_000 });
  await expect(page.getByText("1 file not saved")).toBeVisible();
  await workbench.engineReady();
  await page.keyboard.press("Control+S");
  await expect(page.getByText("1 file not saved")).toBeHidden();
  await workbench.send("Look");
  await workbench.approveUntilDone();
  await expect.poll(() => JSON.stringify(models.requests.at(-1)?.messages ?? [])).toContain("unsaved:");
});

test("an engine server that is killed is noticed, and after its restart everything goes on", async ({
  page,
}) => {
  const data = await mkdtemp(join(tmpdir(), "tabwright-restart-"));
  const workbench = await open(page, calls({ name: "exec_command", input: { command: "ls" } }), data);
  const port = Number(new URL(server.ideUrl).port);
  await server.stop();
  await expect(page.getByRole("button", { name: /local engine.*stopped/i })).toBeVisible({ timeout: 20_000 });
  server = await startLocalEngine({ port, data, environment: environmentFor(models) });
  await workbench.runCommand("Restart the engine");
  await workbench.engineReady();
  await expect(page.getByRole("treeitem", { name: /package\.json/ })).toBeVisible();
  await workbench.send("List");
  await workbench.approve();
  await expect(workbench.conversation.getByText("That was all.")).toBeVisible({ timeout: 30_000 });
  await rm(data, { recursive: true, force: true });
});
