import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { programText } from "./build/program-text.ts";

/** The headers that make the IDE's page cross-origin isolated. The local server sends the same. */
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** What the first screen and most parts use. */
const SHELL =
  /\/src\/(base|ui\/kit|ui\/state|ui\/layout)\/|\/node_modules\/(react|react-dom|scheduler|zustand|lucide-react|zod|idb)\//;

/** The IDE's own page and the page that checks an engine. The other programs are listed in `scripts/build.mjs`. */
export default defineConfig({
  plugins: [programText(), react()],
  build: {
    outDir: "dist/ide",
    target: "es2024",
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      input: ["index.html", "conformance.html"],
      output: {
        // Sixty small chunks cost more requests than they save: what the shell shares comes in one.
        codeSplitting: { groups: [{ name: "shell", test: SHELL, minShareCount: 2 }] },
      },
    },
  },
  worker: { format: "es", plugins: () => [programText()] },
  server: { headers: isolation },
  preview: { headers: isolation },
});
