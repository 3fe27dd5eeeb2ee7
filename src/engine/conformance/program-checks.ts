import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import { type CheckGroup, isEqual, isTrue, run, write } from "./check.ts";

const hasNode = ({ node }: EngineCapabilities): boolean => node !== "none";
const hasFullNode = ({ node }: EngineCapabilities): boolean => node === "full";

export const programChecks: CheckGroup = {
  group: "Programs",
  checks: [
    {
      name: "Node runs a script with its arguments.",
      applies: hasNode,
      async run(scene) {
        await write(scene, "a.cjs", "console.log(process.argv.slice(2).join('|'))");
        isEqual((await run(scene, "node a.cjs one 'two 2'")).stdout, "one|two 2\n");
      },
    },
    {
      name: "Node's version is the one that was told.",
      applies: ({ nodeVersion }) => nodeVersion !== undefined,
      async run(scene) {
        isEqual(
          (await run(scene, "node --version")).stdout.trim(),
          `v${scene.engine.capabilities.nodeVersion}`,
        );
      },
    },
    {
      name: "An error that nobody catches ends node with 1 and its message.",
      applies: hasNode,
      async run(scene) {
        await write(scene, "a.cjs", "setTimeout(() => { throw new Error('late trouble') }, 50)");
        const result = await run(scene, "node a.cjs");
        isEqual(result.exitCode, 1);
        isTrue((result.stderr + result.stdout).includes("late trouble"), "the message is missing");
      },
    },
    {
      name: "Node waits for timers before it ends, with the code that was set.",
      applies: hasNode,
      async run(scene) {
        await write(
          scene,
          "a.cjs",
          "process.exitCode = 4; setTimeout(() => console.log('second'), 200); console.log('first')",
        );
        const result = await run(scene, "node a.cjs");
        isEqual([result.stdout, result.exitCode], ["first\nsecond\n", 4]);
      },
    },
    {
      name: "Node loads modules of both kinds.",
      applies: hasFullNode,
      async run(scene) {
        await write(
          scene,
          "m.mjs",
          "import { x } from './n.cjs'; import fs from 'node:fs/promises'; console.log(x, typeof fs.readFile)",
        );
        await write(scene, "n.cjs", "exports.x = 5");
        isEqual((await run(scene, "node m.mjs")).stdout, "5 function\n");
      },
    },
    {
      name: "Node starts programs of its own and sees how they end.",
      applies: hasFullNode,
      async run(scene) {
        await write(
          scene,
          "a.cjs",
          "const r = require('child_process').spawnSync('node', ['-e', 'console.log(1); process.exit(3)']); console.log(String(r.stdout).trim(), r.status)",
        );
        isEqual((await run(scene, "node a.cjs")).stdout, "1 3\n");
      },
    },
    {
      name: "Node has workers.",
      applies: hasFullNode,
      async run(scene) {
        await write(
          scene,
          "a.cjs",
          "const { Worker } = require('worker_threads'); new Worker('require(\"worker_threads\").parentPort.postMessage(6)', { eval: true }).on('message', (m) => console.log(m))",
        );
        isEqual((await run(scene, "node a.cjs")).stdout, "6\n");
      },
    },
    {
      name: "npm is there and tells its version.",
      applies: ({ packageInstall }) => packageInstall,
      async run(scene) {
        const result = await run(scene, "npm --version");
        isTrue(/^\d+\.\d+/.test(result.stdout), `it printed ${result.stdout}${result.stderr}`);
      },
    },
    {
      name: "npm runs a script of package.json and passes its exit code on.",
      applies: ({ packageInstall }) => packageInstall,
      async run(scene) {
        await write(scene, "package.json", JSON.stringify({ scripts: { say: "echo said && exit 5" } }));
        const result = await run(scene, "npm run --silent say");
        isEqual([result.stdout.trim(), result.exitCode], ["said", 5]);
      },
    },
    {
      name: "git makes a repository, commits and shows no pager.",
      applies: ({ git }) => git,
      async run(scene) {
        await write(scene, "a.txt", "1");
        const result = await run(
          scene,
          "git init -q . && git add -A && git -c user.name=t -c user.email=t@t commit -qm first && git log --oneline",
        );
        isEqual(result.exitCode, 0);
        isTrue(/^\w+ first\n$/.test(result.stdout), `it printed ${result.stdout}${result.stderr}`);
      },
    },
  ],
};
