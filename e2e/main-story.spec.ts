import { expect, test } from "@playwright/test";
import { type StartedServer, startLocalEngine } from "./support/start-server.ts";
import { WorkbenchPage } from "./support/workbench.ts";

let server: StartedServer;
test.beforeEach(async () => {
  server = await startLocalEngine();
});
test.afterEach(async () => {
  await server.stop();
});

test("a person lets the demo agent repair the sample, sees why a test failed, reloads and shares the result", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const workbench = new WorkbenchPage(page);
  await workbench.openSample(server.ideUrl);
  await expect(page.getByText("Demo agent")).toHaveCount(0);

  await workbench.send("Make the tests pass");
  await expect(workbench.agent.getByText(/Demo agent: scripted/)).toBeVisible();
  await workbench.approveUntilDone();
  await expect(workbench.conversation.getByText("All 12 tests passed.").first()).toBeVisible();

  await test.step("the runs panel names the cause of the run that failed", async () => {
    await workbench.runCommand("Show runs");
    const runs = page.getByRole("tabpanel", { name: "Runs" });
    await expect(runs.getByRole("heading", { name: "All 12 tests passed." })).toBeVisible();
    await runs.getByRole("button", { name: /^1 failed/ }).click();
    await expect(runs.getByRole("heading", { name: /1 of 12 tests failed/ })).toBeVisible();
    await runs
      .getByRole("button", { name: /Open test\/format-duration\.test\.ts/ })
      .first()
      .click();
    await expect(page.locator(".monaco-editor .view-lines").first()).toBeVisible({ timeout: 30_000 });
  });

  await test.step("a reload shows the same conversation and the changed file", async () => {
    await page.reload();
    await expect(workbench.conversation.getByText("All tests pass.").first()).toBeVisible({
      timeout: 30_000,
    });
    await workbench.engineReady();
    await workbench.openFile("src/format-duration.ts");
    await expect(page.locator(".monaco-editor .view-lines").getByText("% 60").first()).toBeVisible({
      timeout: 30_000,
    });
  });

  await test.step("the link opens elsewhere, untrusted, with the repaired file", async () => {
    await page.getByRole("button", { name: "Share the project" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    expect(link).toContain("#p1.t1.");
    expect(link.length).toBeLessThan(2_000);
    const other = await browser.newContext();
    const guest = await other.newPage();
    await guest.goto(server.ideUrl);
    await guest.goto(link);
    await guest.reload();
    await expect(guest.getByText("Untrusted: nothing runs")).toBeVisible({ timeout: 30_000 });
    await expect(guest.getByRole("treeitem", { name: /package\.json/ })).toBeVisible();
    await expect(guest.getByRole("button", { name: /ready/ })).toHaveCount(0);
    await guest.getByText("Untrusted: nothing runs").click();
    await guest.getByRole("button", { name: "Trust and run" }).click();
    await new WorkbenchPage(guest).engineReady();
    await other.close();
  });
});
