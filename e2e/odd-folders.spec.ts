import { mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type StartedServer, startLocalEngine } from "./support/start-server.ts";
import { WorkbenchPage } from "./support/workbench.ts";

let folder: string;
let server: StartedServer;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tabwright odd '🎈-"));
  server = await startLocalEngine({ folders: [folder] });
});
test.afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test("files with odd names, broken, binary and huge files open in a designed view, and saving reaches the disk", async ({
  page,
}) => {
  const odd = '-it\'s "odd" 🎈.ts';
  await writeFile(join(folder, odd), "export {};\n");
  await writeFile(join(folder, "package.json"), '{ "name": ');
  await writeFile(join(folder, "blob.bin"), Uint8Array.from([0, 1, 2, 255, 0]));
  await writeFile(join(folder, "latin.txt"), Uint8Array.from([0x63, 0x61, 0x66, 0xe9]));
  const huge = await open(join(folder, "huge.log"), "w");
  await huge.truncate(300 * 1024 * 1024);
  await huge.close();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  const workbench = new WorkbenchPage(page);
  await page.goto(server.ideUrl);
  await workbench.engineReady();
  await page.getByRole("treeitem", { name: /package\.json/ }).dblclick();
  await expect(page.locator(".monaco-editor .view-line").first()).toBeVisible({ timeout: 30_000 });
  for (const [name, words] of [
    ["blob.bin", /binary|not text/i],
    ["huge.log", /large/i],
    ["latin.txt", /UTF-8/],
  ] as const) {
    await page.getByRole("treeitem", { name: new RegExp(name) }).dblclick();
    await expect(page.getByRole("main").getByText(words).first()).toBeVisible({ timeout: 20_000 });
  }
  await page.getByRole("treeitem", { name: /odd/ }).dblclick();
  const lines = page.locator(".monaco-editor .view-line");
  await expect(lines.getByText("export").first()).toBeVisible({ timeout: 30_000 });
  await lines.first().click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// kept ");
  await page.keyboard.press("Control+S");
  await expect.poll(() => readFile(join(folder, odd), "utf8")).toBe("// kept export {};\n");
  expect(faults).toEqual([]);
});

test("a folder of five thousand files has a usable tree", async ({ page }, info) => {
  for (let group = 0; group < 50; group += 1) {
    await mkdir(join(folder, `group-${group}`));
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        writeFile(join(folder, `group-${group}`, `file-${index}.ts`), "export {};\n"),
      ),
    );
  }
  const workbench = new WorkbenchPage(page);
  await page.goto(server.ideUrl);
  await workbench.engineReady();
  const ready = await page.evaluate(() => performance.now());
  await page.getByRole("treeitem", { name: "group-7", exact: true }).click();
  await expect(
    page
      .getByRole("treeitem", { name: "file-99.ts" })
      .or(page.getByRole("treeitem", { name: "file-0.ts" }))
      .first(),
  ).toBeVisible();
  const usable = await page.evaluate(() => performance.now());
  await workbench.openFile("group-7/file-42.ts");
  await expect(page.locator(".monaco-editor .view-line").first()).toBeVisible({ timeout: 30_000 });
  const memory = await page.evaluate(async () => {
    const measuring = performance as Performance & {
      measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }>;
    };
    const measured = await measuring.measureUserAgentSpecificMemory?.();
    return measured ? `${Math.round(measured.bytes / 1_000_000)} MB` : "memory cannot be told";
  });
  info.annotations.push({
    type: "figures",
    description: `engine ready ${Math.round(ready)} ms, folder open ${Math.round(usable - ready)} ms later, ${memory}`,
  });
  console.log(info.annotations.at(-1)?.description);
});
