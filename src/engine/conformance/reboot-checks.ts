import type { Engine } from "../../contracts/engine.ts";
import { bytesOf, type CheckGroup, isEqual, isProblem, isTrue, valueOf } from "./check.ts";

/** They end the engine that they are given, so they run last and only where it can be booted again. */
export function rebootChecks(reboot: (() => Promise<Engine>) | undefined): CheckGroup {
  let second: Engine | undefined;
  return {
    group: "Starting again",
    checks: [
      {
        name: "An engine that was disposed is booted again on the same page and runs commands.",
        applies: () => reboot !== undefined,
        skippedBecause: "Starting the engine again would end what runs in it.",
        async run({ engine }) {
          const pending = engine.backend.run("sleep 20");
          second = await reboot?.();
          isProblem(await pending, "engine-lost");
          isProblem(await engine.backend.readFile("a"), "engine-lost");
          if (second) isEqual(valueOf(await second.backend.run("echo second")).stdout, "second\n");
        },
      },
      {
        name: "Files are there after a second boot exactly when the engine says that it keeps them.",
        applies: () => reboot !== undefined,
        skippedBecause: "Starting the engine again would end what runs in it.",
        async run() {
          if (second === undefined || reboot === undefined) throw new Error("there was no second boot");
          valueOf(await second.backend.writeFile("tabwright-kept.txt", bytesOf("kept")));
          const third = await reboot();
          const found = await third.backend.readFile("tabwright-kept.txt");
          await third.backend.remove("tabwright-kept.txt");
          isTrue(found.ok === third.capabilities.keepsFiles, `the file is ${found.ok ? "there" : "gone"}`);
        },
      },
    ],
  };
}
