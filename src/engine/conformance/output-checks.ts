import type { CommandOutput } from "../../contracts/execution-backend.ts";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import { type CheckGroup, isEqual, isTrue, run } from "./check.ts";

const hasBash = ({ shell }: EngineCapabilities): boolean => shell !== "limited";
const hasRunner = (capabilities: EngineCapabilities): boolean =>
  hasBash(capabilities) && capabilities.separateErrorOutput;

export const outputChecks: CheckGroup = {
  group: "Output",
  checks: [
    {
      name: "Characters of several bytes are never broken, however they are cut.",
      applies: hasRunner,
      async run(scene) {
        const script =
          "for i in $(seq 1 200); do printf '\\342\\202'; sleep 0.001; printf '\\254\\360\\237'; printf '\\230\\200'; done";
        isEqual((await run(scene, script)).stdout, "€😀".repeat(200));
      },
    },
    {
      name: "Line ends and tabs arrive as they were printed.",
      applies: hasRunner,
      async run(scene) {
        isEqual((await run(scene, "printf 'a\\r\\nb\\n\\tc\\rd'")).stdout, "a\r\nb\n\tc\rd");
      },
    },
    {
      name: "Lines of a megabyte are not cut.",
      applies: hasRunner,
      async run(scene) {
        const { stdout } = await run(scene, "head -c 1000000 /dev/zero | tr '\\0' x");
        isEqual([stdout.length, stdout.replaceAll("x", "")], [1_000_000, ""]);
      },
    },
    {
      name: "Output arrives while the command runs.",
      applies: hasBash,
      async run(scene) {
        const times: number[] = [];
        await run(scene, "echo one; sleep 0.5; echo two", { onOutput: () => times.push(performance.now()) });
        isTrue(times.length >= 2 && (times.at(-1) ?? 0) - (times[0] ?? 0) > 250, "it came at once");
      },
    },
    {
      name: "The two streams keep their order.",
      applies: hasRunner,
      async run(scene) {
        const chunks: CommandOutput[] = [];
        await run(scene, "for i in 1 2 3; do echo o$i; sleep 0.05; echo e$i >&2; sleep 0.05; done", {
          onOutput: (chunk) => chunks.push(chunk),
        });
        isEqual(chunks.map(({ text }) => text).join(""), "o1\ne1\no2\ne2\no3\ne3\n");
      },
    },
    {
      name: "Ten megabytes of output reach a listener whole.",
      applies: hasRunner,
      async run(scene) {
        let heard = 0;
        await run(scene, "head -c 10000000 /dev/zero | tr '\\0' x", {
          discardOutput: true,
          onOutput: ({ text }) => {
            heard += text.length;
          },
        });
        isEqual(heard, 10_000_000);
      },
    },
    {
      name: "More output than is kept keeps its beginning and its end and counts the rest.",
      applies: hasRunner,
      async run(scene) {
        const result = await run(scene, "seq 1 1500000");
        isTrue(result.stdout.startsWith("1\n2\n"), "the beginning is missing");
        isTrue(result.stdout.endsWith("1500000\n"), "the end is missing");
        isTrue((result.droppedCharacters ?? 0) > 1_000_000, "nothing was counted as missing");
      },
    },
    {
      name: "Colour codes that a program prints in spite of all are passed on unchanged.",
      applies: hasRunner,
      async run(scene) {
        isEqual((await run(scene, "printf '\\033[31mred\\033[0m'")).stdout, "\u001b[31mred\u001b[0m");
      },
    },
  ],
};
