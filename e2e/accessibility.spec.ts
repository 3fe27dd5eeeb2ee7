import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { type StartedServer, startLocalEngine } from "./support/start-server.ts";
import { WorkbenchPage } from "./support/workbench.ts";

let server: StartedServer;
test.beforeAll(async () => {
  server = await startLocalEngine();
});
test.afterAll(async () => {
  await server.stop();
});

/** Monaco and xterm are judged by their makers; everything of ours must be without a violation. */
async function expectNoViolation(page: Page, view: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude(".monaco-editor").exclude(".xterm").analyze();
  const found = violations.map(
    ({ id, nodes }) => `${view}: ${id} at ${nodes.map(({ target }) => String(target)).join(" | ")}`,
  );
  expect(found).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const)
  test(`the main views have no accessibility violation in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const workbench = new WorkbenchPage(page);
    await page.goto(`${server.ideUrl}&start`);
    await expect(page.getByRole("button", { name: /Try the sample/ })).toBeVisible();
    await expectNoViolation(page, "start");
    await page.getByRole("button", { name: /Try the sample/ }).click();
    await workbench.engineReady();
    await workbench.openFile("README.md");
    await expect(page.locator(".monaco-editor .view-line").first()).toBeVisible({ timeout: 30_000 });
    await expectNoViolation(page, "file");
    await workbench.send("Make the tests pass");
    await expect(workbench.request()).toBeVisible({ timeout: 60_000 });
    await expectNoViolation(page, "approval");
    await page.keyboard.press("Control+,");
    await expect(page.getByRole("tabpanel", { name: "Settings" }).getByLabel("Provider")).toBeVisible();
    await expectNoViolation(page, "settings");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolation(page, "narrow");
  });
