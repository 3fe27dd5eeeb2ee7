import { bytesOf, type CheckGroup, isEqual, isProblem, isTrue, read, run, valueOf, write } from "./check.ts";

const everyByte = new Uint8Array(Array.from({ length: 256 }, (_, index) => index));

export const fileChecks: CheckGroup = {
  group: "Files",
  checks: [
    {
      name: "A file that was written is read back.",
      async run(scene) {
        await write(scene, "a.txt", "hello\n");
        isEqual(await read(scene, "a.txt"), "hello\n");
      },
    },
    {
      name: "Every byte from 0 to 255 survives.",
      async run(scene) {
        const path = await write(scene, "bytes.bin", everyByte);
        isEqual([...valueOf(await scene.backend.readFile(path))], [...everyByte]);
      },
    },
    {
      name: "An empty file is a file.",
      async run(scene) {
        const path = await write(scene, "empty", "");
        isEqual(valueOf(await scene.backend.readFile(path)).byteLength, 0);
      },
    },
    {
      name: "A byte order mark is kept.",
      async run(scene) {
        await write(scene, "bom.txt", "\ufeffa");
        isEqual(await read(scene, "bom.txt"), "\ufeffa");
      },
    },
    {
      name: "A file of 5 MiB is written and read whole.",
      async run(scene) {
        const large = new Uint8Array(5 * 2 ** 20).map((_, index) => (index * 31) % 251);
        const path = await write(scene, "large.bin", large.slice());
        const back = valueOf(await scene.backend.readFile(path));
        isEqual(back.byteLength, large.byteLength);
        isTrue(
          back.every((byte, index) => byte === large[index]),
          "a byte differs",
        );
      },
    },
    {
      name: "Writing again replaces the whole file.",
      async run(scene) {
        await write(scene, "a.txt", "a long first text");
        await write(scene, "a.txt", "short");
        isEqual(await read(scene, "a.txt"), "short");
      },
    },
    {
      name: "Writing makes the folders above the file.",
      async run(scene) {
        await write(scene, "one/two/three.txt", "3");
        isEqual(await read(scene, "one/two/three.txt"), "3");
      },
    },
    {
      name: "Names may have spaces, quotes, emoji, accents and a leading dash.",
      async run(scene) {
        for (const name of ["a b", `'single' "double"`, "😀", "é", "-rf", "#%&+;$x", "a\\b"]) {
          await write(scene, name, name);
          isEqual(await read(scene, name), name);
        }
        isEqual(valueOf(await scene.backend.readDirectory(scene.folder)).length, 7);
      },
    },
    {
      name: "An absolute path and a relative path lead to the same file.",
      async run(scene) {
        await write(scene, "a.txt", "same");
        const absolute = `${scene.backend.projectRoot}/${scene.folder}/./x/../a.txt`;
        isEqual(valueOf(await scene.backend.readFile(absolute)), bytesOf("same"));
      },
    },
    {
      name: "A path above or beside the project is refused.",
      async run({ backend }) {
        isProblem(await backend.readFile("../x"), "outside-project");
        isProblem(await backend.readFile("/etc/passwd"), "outside-project");
        isProblem(await backend.writeFile(`${backend.projectRoot}-x/y`, bytesOf("")), "outside-project");
      },
    },
    {
      name: "A missing file is not found, and the message names no folder of the machine.",
      async run({ backend, folder }) {
        const missing = await backend.readFile(`${folder}/none`);
        isProblem(missing, "not-found");
        isTrue(
          !missing.ok && !missing.problem.message.includes("/home/"),
          "the message holds a path of the machine",
        );
      },
    },
    {
      name: "Reading a folder as a file is told apart from a missing file.",
      async run({ backend, folder }) {
        isProblem(await backend.readFile(folder), "is-directory");
      },
    },
    {
      name: "A file used as a folder is told apart from a missing file.",
      async run(scene) {
        await write(scene, "a.txt", "");
        isProblem(await scene.backend.readFile(`${scene.folder}/a.txt/b`), "not-directory", "not-found");
        isProblem(await scene.backend.writeFile(`${scene.folder}/a.txt/b`, bytesOf("")), "not-directory");
      },
    },
    {
      name: "A folder is not overwritten by a file.",
      async run(scene) {
        await write(scene, "folder/a", "1");
        isProblem(await scene.backend.writeFile(`${scene.folder}/folder`, bytesOf("")), "is-directory");
        isEqual(await read(scene, "folder/a"), "1");
      },
    },
    {
      name: "Many files are read in one question, each with its own answer.",
      async run(scene) {
        const paths = await Promise.all(
          Array.from({ length: 40 }, (_, index) => write(scene, `f${index}`, `text ${index}`)),
        );
        const answers =
          (await scene.backend.readFiles?.([...paths, `${scene.folder}/none`, scene.folder])) ?? [];
        isEqual(answers.length, 42);
        for (const [index] of paths.entries()) {
          const answer = answers[index];
          isTrue(
            answer?.ok === true && new TextDecoder().decode(answer.value) === `text ${index}`,
            `file ${index} differs`,
          );
        }
        if (answers[40]) isProblem(answers[40], "not-found");
        if (answers[41]) isProblem(answers[41], "is-directory");
      },
    },
    {
      name: "Fifty files written side by side all arrive.",
      async run(scene) {
        await Promise.all(
          Array.from({ length: 50 }, (_, index) => write(scene, `many/${index}`, String(index))),
        );
        isEqual(valueOf(await scene.backend.readDirectory(`${scene.folder}/many`)).length, 50);
      },
    },
    {
      name: "A stat tells kind, size and a time that is near now.",
      async run(scene) {
        if (!scene.backend.stat) return;
        const path = await write(scene, "a.txt", "12345");
        const found = valueOf(await scene.backend.stat(path));
        isEqual([found.kind, found.sizeBytes], ["file", 5]);
        isTrue(Math.abs((found.modifiedAt ?? 0) - Date.now()) < 120_000, "the time is far from now");
        isEqual(valueOf(await scene.backend.stat(scene.folder)).kind, "directory");
        isProblem(await scene.backend.stat(`${scene.folder}/none`), "not-found");
      },
    },
    {
      name: "A link inside the project is followed, and its real path is told.",
      applies: ({ shell, separateErrorOutput }) => shell === "bash" && separateErrorOutput,
      async run(scene) {
        await write(scene, "target.txt", "through");
        await run(scene, "ln -s target.txt link.txt; ln -s nowhere dead.txt; mkdir d; ln -s d ld");
        isEqual(await read(scene, "link.txt"), "through");
        const real = valueOf(
          (await scene.backend.realPath?.(`${scene.folder}/link.txt`)) ?? { ok: true, value: "" },
        );
        isTrue(real.endsWith(`${scene.folder}/target.txt`), `the real path is ${real}`);
        const kinds = Object.fromEntries(
          valueOf(await scene.backend.readDirectory(scene.folder)).map(({ name, kind }) => [name, kind]),
        );
        isEqual([kinds["link.txt"], kinds["dead.txt"], kinds["ld"]], ["file", "other", "directory"]);
      },
    },
    {
      name: "A link that leads out of the project gives nothing of what is there.",
      applies: ({ shell, separateErrorOutput }) => shell === "bash" && separateErrorOutput,
      async run(scene) {
        await run(scene, "ln -s /etc/passwd out.txt; ln -s /tmp outdir");
        isProblem(
          await scene.backend.readFile(`${scene.folder}/out.txt`),
          "not-permitted",
          "outside-project",
          "not-found",
        );
        isProblem(
          await scene.backend.writeFile(`${scene.folder}/outdir/tabwright-escape.txt`, bytesOf("")),
          "not-permitted",
          "outside-project",
        );
      },
    },
  ],
};
