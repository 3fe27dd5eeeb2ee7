import { defineConfig } from "@playwright/test";

/** Keeps Chromium from calling home, which a closed network refuses over and over. */
const quietFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: ".reports/e2e",
  timeout: 90_000,
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"], ["json", { outputFile: ".reports/e2e.json" }]],
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env["TABWRIGHT_BROWSER"] ?? "/usr/bin/chromium",
      args: quietFlags,
    },
  },
});
