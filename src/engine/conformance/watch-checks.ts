import type { FileChange } from "../../contracts/execution-backend.ts";
import { bytesOf, type CheckGroup, isTrue, pause, run, type Scene, until, valueOf } from "./check.ts";

/** Changes in hidden folders are not told, so these checks play in a folder that everyone sees. */
async function watched(
  scene: Scene,
  play: (folder: string, seen: readonly FileChange[]) => Promise<void>,
): Promise<void> {
  const folder = `tabwright-${scene.folder.slice(scene.folder.lastIndexOf("/") + 1)}`;
  valueOf(await scene.backend.makeDirectory(folder));
  const seen: FileChange[] = [];
  const watch = scene.backend.watch?.((changes) => seen.push(...changes));
  if (watch === undefined) throw new Error("the backend cannot watch");
  try {
    // A watch that was asked for is not said to be ready, so the first sign of it is waited for.
    for (let probe = 0; !seen.some(({ path }) => path.startsWith(`${folder}/probe`)); probe += 1) {
      valueOf(await scene.backend.writeFile(`${folder}/probe-${probe}`, bytesOf("")));
      await pause(150);
    }
    await play(folder, seen);
  } finally {
    watch.dispose();
    await scene.backend.remove(folder, { recursive: true });
  }
}

const told = (seen: readonly FileChange[], path: string, ...kinds: readonly string[]): boolean =>
  seen.some((change) => change.path === path && kinds.includes(change.kind));

export const watchChecks: CheckGroup = {
  group: "Changes",
  checks: [
    {
      name: "A new file, a changed file and a removed file are told.",
      run: (scene) =>
        watched(scene, async (folder, seen) => {
          const path = `${folder}/a.txt`;
          valueOf(await scene.backend.writeFile(path, bytesOf("1")));
          await until(() => told(seen, path, "created", "modified"));
          const before = seen.length;
          valueOf(await scene.backend.writeFile(path, bytesOf("22")));
          await until(() => told(seen.slice(before), path, "created", "modified"));
          valueOf(await scene.backend.remove(path));
          await until(() => told(seen, path, "deleted"));
        }),
    },
    {
      name: "A change in a folder that was made after the watch began is told.",
      run: (scene) =>
        watched(scene, async (folder, seen) => {
          valueOf(await scene.backend.writeFile(`${folder}/new/deep/a.txt`, bytesOf("1")));
          await until(async () => {
            valueOf(await scene.backend.writeFile(`${folder}/new/deep/a.txt`, bytesOf("2")));
            await pause(100);
            return told(seen, `${folder}/new/deep/a.txt`, "created", "modified");
          });
        }),
    },
    {
      name: "What a program changes is told like what we change.",
      applies: ({ shell }) => shell === "bash",
      run: (scene) =>
        watched(scene, async (folder, seen) => {
          await run(scene, "echo made > by-program.txt; mv by-program.txt renamed.txt", { cwd: folder });
          await until(() => told(seen, `${folder}/renamed.txt`, "created", "modified"));
        }),
    },
    {
      name: "Installed packages and version control are not watched.",
      run: (scene) =>
        watched(scene, async (folder, seen) => {
          valueOf(await scene.backend.writeFile(`${folder}/node_modules/x/a.js`, bytesOf("1")));
          valueOf(await scene.backend.writeFile(`${folder}/.git/HEAD`, bytesOf("1")));
          valueOf(await scene.backend.writeFile(`${folder}/last.txt`, bytesOf("1")));
          await until(() => told(seen, `${folder}/last.txt`, "created", "modified"));
          await pause(200);
          isTrue(
            !seen.some(({ path }) => /node_modules\/x|\.git\//.test(path)),
            "a change in there was told",
          );
        }),
    },
    {
      name: "After the watch was disposed nothing is told.",
      async run(scene) {
        let told = 0;
        const watch = scene.backend.watch?.(() => (told += 1));
        watch?.dispose();
        const folder = `tabwright-${scene.folder.slice(scene.folder.lastIndexOf("/") + 1)}`;
        valueOf(await scene.backend.writeFile(`${folder}/a.txt`, bytesOf("1")));
        await pause(400);
        await scene.backend.remove(folder, { recursive: true });
        isTrue(told === 0, "a change was told");
      },
    },
  ],
};
