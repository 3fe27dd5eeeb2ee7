import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { programText } from "./build/program-text.ts";

/** The headers that make the IDE's page cross-origin isolated. The local server sends the same. */
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** The IDE's own page. The other programs are listed in `build/targets.ts`. */
export default defineConfig({
  plugins: [programText(), react()],
  build: { outDir: "dist/ide", target: "es2024", emptyOutDir: true, manifest: true },
  worker: { format: "es", plugins: () => [programText()] },
  server: { headers: isolation },
  preview: { headers: isolation },
});
