import { expect, type Locator, type Page } from "@playwright/test";
import type { ModelProvider } from "../../src/contracts/models.ts";

const PROVIDER_LABELS: Partial<Record<ModelProvider, string>> = {
  anthropic: "Anthropic",
  "openai-compatible": "Any OpenAI-compatible address, such as Ollama",
};

/** The page as a person finds their way in it. */
export class WorkbenchPage {
  readonly page: Page;
  readonly composer: Locator;
  readonly conversation: Locator;
  readonly agent: Locator;

  constructor(page: Page) {
    this.page = page;
    this.composer = page.getByRole("textbox", { name: "Message to the agent" });
    this.conversation = page.getByRole("log", { name: "Conversation" });
    this.agent = page.locator("[data-agent-panel]");
  }

  /** Opens the sample from the start page and waits for its files. */
  async openSample(ideUrl: string): Promise<void> {
    await this.page.goto(ideUrl);
    await this.page.getByRole("button", { name: /Try the sample/ }).click();
    await this.engineReady();
    await expect(this.page.getByRole("treeitem", { name: /package\.json/ })).toBeVisible({ timeout: 30_000 });
  }

  async engineReady(): Promise<void> {
    await expect(this.page.getByRole("button", { name: /local engine.*ready/i })).toBeVisible({
      timeout: 60_000,
    });
  }

  async send(message: string): Promise<void> {
    await this.composer.fill(message);
    await this.composer.press("Enter");
  }

  /** The request that waits now, as it stands in the conversation. */
  request(): Locator {
    return this.conversation
      .getByRole("group")
      .filter({ has: this.page.getByRole("button", { name: "Approve", exact: true }) })
      .last();
  }

  async approve(): Promise<void> {
    const request = this.request();
    await expect(request).toBeVisible({ timeout: 60_000 });
    const asked = await request.elementHandle();
    await request.getByRole("button", { name: "Approve", exact: true }).click();
    await asked?.waitForElementState("hidden", { timeout: 60_000 });
  }

  /** Approves whatever is asked until the run waits for the person again. */
  async approveUntilDone(): Promise<void> {
    const over = this.agent.getByText("waits for you", { exact: true });
    for (let asked = 0; asked < 30; asked += 1) {
      const approve = this.conversation.getByRole("button", { name: "Approve", exact: true }).last();
      await expect(approve.or(over).first()).toBeVisible({ timeout: 90_000 });
      if (await over.isVisible()) return;
      await approve.click({ timeout: 10_000 }).catch(() => {});
    }
    throw new Error("The agent kept asking.");
  }

  /** Chooses a model through the settings, as a person does. */
  async chooseModel(provider: ModelProvider, model: string): Promise<void> {
    await this.page.keyboard.press("Control+,");
    const settings = this.page.getByRole("tabpanel", { name: "Settings" });
    await settings.getByLabel("Provider").selectOption({ label: PROVIDER_LABELS[provider] ?? provider });
    await settings.getByLabel("Model", { exact: true }).fill(model);
    await settings.getByRole("button", { name: "Use this model" }).click();
    await expect(settings.getByRole("button", { name: "In use" })).toBeVisible();
  }

  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press("Control+K");
    await this.page.keyboard.type(title);
    await this.page.keyboard.press("Enter");
  }

  async openFile(path: string): Promise<void> {
    const found = this.page.getByRole("listbox").getByRole("option").first();
    // The palette comes after the first paint, so the first press may be too early.
    await expect(async () => {
      await this.page.keyboard.press("Control+P");
      await expect(this.page.getByRole("listbox")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await this.page.keyboard.type(path);
    await expect(found).toContainText(path.split("/").at(-1) ?? path);
    await this.page.keyboard.press("Enter");
  }
}
