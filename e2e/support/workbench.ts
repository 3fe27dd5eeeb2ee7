import { expect, type Locator, type Page } from "@playwright/test";

/** The parts of the page that tests use, found the way a person finds them. */
export interface WorkbenchPage {
  readonly composer: Locator;
  readonly transcript: Locator;
  readonly engineChip: Locator;
  send(message: string): Promise<void>;
  engineReady(): Promise<void>;
  /** Opens the sample from the start page and waits for its files. */
  openSample(): Promise<void>;
  /** Answers the request that waits now, whatever it is. */
  approveNext(): Promise<void>;
  /** Approves all that is asked until the run waits for the person again. */
  approveUntilDone(timeoutMs?: number): Promise<void>;
  /** Opens a file by its path through quick open. */
  openFile(path: string): Promise<void>;
}

export function workbenchOn(page: Page): WorkbenchPage {
  const composer = page.getByRole("textbox", { name: "Message to the agent" });
  const agent = page.getByRole("complementary", { name: "Agent" });
  const approve = page.getByRole("button", { name: "Approve", exact: true });
  const review = page.getByRole("button", { name: "Review", exact: true });
  const ended = agent.getByText(/waits for you$|^stopped$|^failed$/);
  return {
    composer,
    transcript: page.getByRole("log", { name: "Conversation" }),
    engineChip: page.getByRole("button", { name: /^Engine:/ }),
    async send(message) {
      await composer.fill(message);
      await composer.press("Enter");
    },
    async engineReady() {
      await expect(page.getByRole("button", { name: /^Engine:/ })).toContainText("ready", {
        timeout: 60_000,
      });
    },
    async openSample() {
      await page
        .getByRole("button", { name: /sample/i })
        .first()
        .click();
      await expect(page.getByRole("treeitem", { name: /package\.json/ })).toBeVisible({ timeout: 60_000 });
    },
    async approveNext() {
      await expect(approve.or(review).first()).toBeVisible({ timeout: 60_000 });
      if (!(await approve.first().isVisible())) await review.first().click();
      await approve.first().click();
    },
    async approveUntilDone(timeoutMs = 120_000) {
      const until = Date.now() + timeoutMs;
      for (;;) {
        const left = until - Date.now();
        if (left <= 0) throw new Error("The run did not come to its end.");
        await expect(approve.or(review).or(ended).first()).toBeVisible({ timeout: left });
        if (await approve.first().isVisible()) await approve.first().click();
        else if (await review.first().isVisible()) await review.first().click();
        else return;
        // The answer needs a moment to be stored; the same request must not be answered twice.
        await page.waitForTimeout(150);
      }
    },
    async openFile(path) {
      await page.keyboard.press("Control+P");
      await page.keyboard.type(path);
      await page.keyboard.press("Enter");
    },
  };
}
