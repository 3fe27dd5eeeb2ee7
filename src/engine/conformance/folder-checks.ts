import { type CheckGroup, isEqual, isProblem, read, valueOf, write } from "./check.ts";

export const folderChecks: CheckGroup = {
  group: "Folders",
  checks: [
    {
      name: "A folder lists its files and folders with their kinds.",
      async run(scene) {
        await write(scene, "a.txt", "");
        await write(scene, "sub/b.txt", "");
        const listed = valueOf(await scene.backend.readDirectory(scene.folder)).map(
          ({ name, kind }) => `${name}:${kind}`,
        );
        isEqual(listed.toSorted(), ["a.txt:file", "sub:directory"]);
      },
    },
    {
      name: "An empty folder lists nothing.",
      async run({ backend, folder }) {
        valueOf(await backend.makeDirectory(`${folder}/empty`));
        isEqual(valueOf(await backend.readDirectory(`${folder}/empty`)), []);
      },
    },
    {
      name: "A missing folder is not found, never empty.",
      async run({ backend, folder }) {
        isProblem(await backend.readDirectory(`${folder}/none`), "not-found");
      },
    },
    {
      name: "Listing a file is refused.",
      async run(scene) {
        const path = await write(scene, "a.txt", "");
        isProblem(await scene.backend.readDirectory(path), "not-directory");
      },
    },
    {
      name: "The project's root can be listed.",
      async run({ backend }) {
        valueOf(await backend.readDirectory(""));
        valueOf(await backend.readDirectory(backend.projectRoot));
      },
    },
    {
      name: "Making a folder makes those above it, and making it again succeeds.",
      async run({ backend, folder }) {
        valueOf(await backend.makeDirectory(`${folder}/a/b/c`));
        valueOf(await backend.makeDirectory(`${folder}/a/b/c`));
        valueOf(await backend.readDirectory(`${folder}/a/b/c`));
      },
    },
    {
      name: "A folder is not made over a file.",
      async run(scene) {
        const path = await write(scene, "a.txt", "kept");
        isProblem(await scene.backend.makeDirectory(path), "already-exists", "not-directory");
        isEqual(await read(scene, "a.txt"), "kept");
      },
    },
    {
      name: "A file can be renamed into a folder that does not exist yet.",
      async run(scene) {
        const path = await write(scene, "a.txt", "moved");
        valueOf(await scene.backend.rename(path, `${scene.folder}/new/b.txt`));
        isEqual(await read(scene, "new/b.txt"), "moved");
        isProblem(await scene.backend.readFile(path), "not-found");
      },
    },
    {
      name: "A rename overwrites neither a file nor a folder.",
      async run(scene) {
        const path = await write(scene, "a.txt", "a");
        await write(scene, "b.txt", "b");
        await write(scene, "c/d.txt", "d");
        isProblem(await scene.backend.rename(path, `${scene.folder}/b.txt`), "already-exists");
        isProblem(await scene.backend.rename(path, `${scene.folder}/c`), "already-exists");
        isEqual([await read(scene, "a.txt"), await read(scene, "b.txt")], ["a", "b"]);
      },
    },
    {
      name: "A rename of what does not exist is not found and makes no folder.",
      async run({ backend, folder }) {
        isProblem(await backend.rename(`${folder}/none`, `${folder}/new/x`), "not-found");
        isProblem(await backend.readDirectory(`${folder}/new`), "not-found");
      },
    },
    {
      name: "A whole folder can be renamed, but not into itself.",
      async run(scene) {
        await write(scene, "from/a/b.txt", "deep");
        isProblem(
          await scene.backend.rename(`${scene.folder}/from`, `${scene.folder}/from/inside`),
          "failed",
        );
        valueOf(await scene.backend.rename(`${scene.folder}/from`, `${scene.folder}/to`));
        isEqual(await read(scene, "to/a/b.txt"), "deep");
      },
    },
    {
      name: "A file is removed; removing it again is not found.",
      async run(scene) {
        const path = await write(scene, "a.txt", "");
        valueOf(await scene.backend.remove(path));
        isProblem(await scene.backend.remove(path), "not-found");
      },
    },
    {
      name: "A folder is removed only when its content may go too.",
      async run(scene) {
        await write(scene, "sub/a.txt", "kept");
        const refused = await scene.backend.remove(`${scene.folder}/sub`);
        isProblem(refused, "is-directory", "already-exists", "not-permitted", "failed");
        isEqual(await read(scene, "sub/a.txt"), "kept");
        valueOf(await scene.backend.remove(`${scene.folder}/sub`, { recursive: true }));
        isProblem(await scene.backend.readDirectory(`${scene.folder}/sub`), "not-found");
      },
    },
    {
      name: "The project itself is neither removed nor renamed.",
      async run({ backend, folder }) {
        isProblem(await backend.remove("", { recursive: true }), "not-permitted");
        isProblem(await backend.rename("", `${folder}/x`), "not-permitted");
      },
    },
    {
      name: "A folder of 500 files is listed whole.",
      async run(scene) {
        const names = Array.from({ length: 500 }, (_, index) => `f${index}`);
        for (let start = 0; start < names.length; start += 50)
          await Promise.all(names.slice(start, start + 50).map((name) => write(scene, `many/${name}`, "")));
        isEqual(valueOf(await scene.backend.readDirectory(`${scene.folder}/many`)).length, 500);
      },
    },
  ],
};
