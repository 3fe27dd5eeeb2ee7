import { expect, test } from "@playwright/test";
import { encodeProjectLink } from "../src/sharing/project-link.ts";
import { type StartedServer, startLocalEngine } from "./support/start-server.ts";

let server: StartedServer;
test.beforeAll(async () => {
  server = await startLocalEngine();
});
test.afterAll(async () => {
  await server.stop();
});

const encoder = new TextEncoder();
const { hash } = encodeProjectLink({
  name: "many files",
  emptyFolders: [],
  leftOut: [],
  files: Array.from({ length: 40 }, (_, index) => ({
    path: `file-${String(index).padStart(2, "0")}.ts`,
    bytes: encoder.encode(
      `export const value = "${Math.imul(index + 1, 2_654_435_761) >>> 0}";\n`.repeat(index + 1),
    ),
  })),
});

test("a link that lost its end opens what is complete, untrusted, and says what is missing", async ({
  page,
}) => {
  await page.goto(server.ideUrl);
  await page
    .getByRole("textbox", { name: /link that somebody shared/ })
    .fill(`http://x/${hash.slice(0, hash.length / 2)}`);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByText("Untrusted: nothing runs")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/its end is missing/).first()).toBeVisible();
  await expect(page.getByRole("treeitem", { name: "file-00.ts" })).toBeVisible();
});

test("an address that is no link, a damaged link and a file that is no zip get their reason, and the start page goes on", async ({
  page,
}) => {
  await page.goto(server.ideUrl);
  const field = page.getByRole("textbox", { name: /link that somebody shared/ });
  await field.fill("https://example.com/hello");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByText(/not a Tabwright link/)).toBeVisible();
  await field.fill("http://x/#p1.d1.10.0000000.AAAA");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByText(/The link is damaged/)).toBeVisible({ timeout: 30_000 });
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "notes.zip", mimeType: "application/zip", buffer: Buffer.from("not a zip") });
  await expect(page.getByText(/not a zip archive/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Try the sample/ })).toBeEnabled();
});
