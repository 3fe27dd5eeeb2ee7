import readme from "./files/README.md.txt?raw";
import gitignore from "./files/gitignore.txt?raw";
import packageJson from "./files/package.json.txt?raw";
import formatDuration from "./files/src/format-duration.ts.txt?raw";
import index from "./files/src/index.ts.txt?raw";
import parseDuration from "./files/src/parse-duration.ts.txt?raw";
import formatDurationTest from "./files/test/format-duration.test.ts.txt?raw";
import parseDurationTest from "./files/test/parse-duration.test.ts.txt?raw";
import tsconfig from "./files/tsconfig.json.txt?raw";

/** A small library with one wrong function and one failing test: what a person sees first, and what the demo agent can repair. */
export const sampleProject: { readonly name: string; readonly files: Readonly<Record<string, string>> } = {
  name: "sample-durations",
  files: {
    ".gitignore": gitignore,
    "README.md": readme,
    "package.json": packageJson,
    "src/format-duration.ts": formatDuration,
    "src/index.ts": index,
    "src/parse-duration.ts": parseDuration,
    "test/format-duration.test.ts": formatDurationTest,
    "test/parse-duration.test.ts": parseDurationTest,
    "tsconfig.json": tsconfig,
  },
};
