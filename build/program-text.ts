import { rolldown } from "rolldown";
import type { Plugin } from "vite";

const QUERY = /\?program=(node|page)$/;

/**
 * Gives a module and all it imports as the text of one program: `import source from "./main.ts?program=node"`.
 * `node` is an ES module for Node, `page` a classic script for a web page.
 */
export function programText(): Plugin {
  return {
    name: "tabwright:program-text",
    enforce: "pre",
    async resolveId(id, importer) {
      const query = QUERY.exec(id)?.[0];
      if (query === undefined) return null;
      const resolved = await this.resolve(id.slice(0, -query.length), importer, { skipSelf: true });
      return resolved ? `\0${resolved.id}${query}` : null;
    },
    async load(id) {
      const target = QUERY.exec(id)?.[1];
      if (target === undefined || !id.startsWith("\0")) return null;
      const entry = id.slice(1).replace(QUERY, "");
      const { code, modules } = await bundle(entry, target === "node" ? "node" : "page");
      for (const module of modules) this.addWatchFile(module);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}

async function bundle(entry: string, target: "node" | "page"): Promise<{ code: string; modules: string[] }> {
  const build = await rolldown({
    input: entry,
    platform: target === "node" ? "node" : "browser",
    external: /^node:/,
  });
  try {
    const { output } = await build.generate({
      format: target === "node" ? "es" : "iife",
      codeSplitting: false,
      minify: target === "page",
    });
    const [chunk] = output;
    return { code: chunk.code, modules: Object.keys(chunk.modules) };
  } finally {
    await build.close();
  }
}
