import { defineConfig } from "vitest/config";
import { programText } from "./build/program-text.ts";

export default defineConfig({
  plugins: [programText()],
  test: {
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
    reporters: ["default", ["json", { outputFile: ".reports/unit.json" }]],
    testTimeout: 20_000,
    restoreMocks: true,
  },
});
