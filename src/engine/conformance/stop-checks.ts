import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import {
  type CheckGroup,
  isEqual,
  isProblem,
  isTrue,
  pause,
  run,
  type Scene,
  until,
  valueOf,
  write,
} from "./check.ts";

const hasBash = ({ shell }: EngineCapabilities): boolean => shell !== "limited";
const hasTree = (capabilities: EngineCapabilities): boolean =>
  hasBash(capabilities) && capabilities.backgroundProcesses;

/** A process that would go on writing says by its silence that it is gone. */
async function isSilent({ backend, folder }: Scene): Promise<void> {
  const size = async (): Promise<number> => {
    const beats = await backend.readFile(`${folder}/beats`);
    return beats.ok ? beats.value.byteLength : 0;
  };
  const before = await size();
  isTrue(before > 0, "the process never ran");
  await pause(400);
  isEqual(await size(), before);
}

const BEATING = "while true; do echo beat >> beats; sleep 0.05; done";

export const stopChecks: CheckGroup = {
  group: "Stopping",
  checks: [
    {
      name: "A budget ends a command with 124 and what it printed.",
      applies: hasBash,
      async run(scene) {
        const result = await run(scene, "echo before; sleep 20; echo never", { budgetMs: 500 });
        isEqual([result.exitCode, result.stoppedBy, result.stdout], [124, "budget", "before\n"]);
      },
    },
    {
      name: "A time-out ends a command and says so.",
      applies: hasBash,
      async run(scene) {
        const result = await run(scene, "echo before; sleep 20", { timeoutMs: 500 });
        isEqual([result.stoppedBy, result.stdout], ["timeout", "before\n"]);
      },
    },
    {
      name: "A command that ends within its budget is not touched.",
      applies: hasBash,
      async run(scene) {
        const result = await run(scene, "sleep 0.2; exit 3", { budgetMs: 10_000, timeoutMs: 10_000 });
        isEqual([result.exitCode, result.stoppedBy], [3, undefined]);
      },
    },
    {
      name: "A signal ends a command, and what it printed is given.",
      applies: hasBash,
      async run(scene) {
        const stop = new AbortController();
        const ending = run(scene, "echo before; sleep 20", {
          signal: stop.signal,
          onOutput: () => stop.abort(),
        });
        const result = await ending;
        isEqual([result.stoppedBy, result.stdout], ["signal", "before\n"]);
      },
    },
    {
      name: "A signal that came before the command keeps it from running.",
      async run(scene) {
        await run(scene, "echo x > ran", { signal: AbortSignal.abort() });
        isProblem(await scene.backend.readFile(`${scene.folder}/ran`), "not-found");
      },
    },
    {
      name: "Children of a stopped command are gone.",
      applies: hasTree,
      async run(scene) {
        await run(scene, `bash -c '${BEATING}' & wait`, { budgetMs: 600 });
        await isSilent(scene);
      },
    },
    {
      name: "A child that left the process group of a stopped command is gone.",
      applies: hasTree,
      async run(scene) {
        await run(scene, `set -m; (${BEATING}) & sleep 20`, { budgetMs: 600 });
        await isSilent(scene);
      },
    },
    {
      name: "A program that does not listen to the polite signal is ended all the same.",
      applies: hasTree,
      async run(scene) {
        await run(scene, `trap '' TERM INT HUP; ${BEATING}`, { budgetMs: 600 });
        await isSilent(scene);
      },
    },
    {
      name: "A detached grandchild of node is gone with its command.",
      applies: (capabilities) => hasTree(capabilities) && capabilities.node === "full",
      async run(scene) {
        const script = `require("child_process").spawn("bash",["-c",${JSON.stringify(BEATING)}],{detached:true,stdio:"ignore"}).unref();setTimeout(()=>{},20000)`;
        await write(scene, "detach.cjs", script);
        await run(scene, "node detach.cjs", { budgetMs: 2_000 });
        await isSilent(scene);
      },
    },
    {
      name: "A program that keeps the processor busy can be stopped.",
      applies: hasBash,
      async run(scene) {
        const result = await run(scene, "while true; do :; done", { budgetMs: 500 });
        isEqual([result.exitCode, result.stoppedBy], [124, "budget"]);
      },
    },
    {
      name: "A program that prints without end can be stopped.",
      applies: hasTree,
      async run(scene) {
        const result = await run(scene, "yes", { budgetMs: 700, discardOutput: true });
        isEqual([result.exitCode, result.stoppedBy], [124, "budget"]);
      },
    },
    {
      name: "A started command is stopped with all that belongs to it.",
      applies: hasTree,
      async run(scene) {
        const started = valueOf(await scene.backend.start(`(${BEATING}) & wait`, { cwd: scene.folder }));
        await until(async () => (await scene.backend.readFile(`${scene.folder}/beats`)).ok);
        isEqual(await started.stop(), []);
        await started.result;
        await isSilent(scene);
      },
    },
    {
      name: "A process that ends by a signal names it.",
      applies: hasTree,
      async run(scene) {
        const result = await run(scene, "kill -9 $$");
        isEqual([result.exitCode, result.killedBy], [137, "SIGKILL"]);
      },
    },
    {
      name: "After all this the engine still runs commands.",
      async run(scene) {
        isEqual((await run(scene, "echo alive")).stdout, "alive\n");
      },
    },
  ],
};
