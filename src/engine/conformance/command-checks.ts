import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import { type CheckGroup, isEqual, isProblem, isTrue, read, run, valueOf, write } from "./check.ts";

const hasBash = ({ shell }: EngineCapabilities): boolean => shell !== "limited";
const hasBackground = ({ shell, backgroundProcesses }: EngineCapabilities): boolean =>
  shell !== "limited" && backgroundProcesses;
const hasApartStreams = ({ separateErrorOutput }: EngineCapabilities): boolean => separateErrorOutput;

export const commandChecks: CheckGroup = {
  group: "Commands",
  checks: [
    {
      name: "A command prints and ends with 0.",
      async run(scene) {
        const result = await run(scene, "echo hello");
        isEqual([result.stdout, result.exitCode], ["hello\n", 0]);
      },
    },
    {
      name: "The exit code of a command is the one it chose.",
      async run(scene) {
        isEqual((await run(scene, "exit 7")).exitCode, 7);
      },
    },
    {
      name: "Standard error comes apart from standard output.",
      applies: hasApartStreams,
      async run(scene) {
        const result = await run(scene, "echo out; echo err >&2");
        isEqual([result.stdout, result.stderr, result.merged], ["out\n", "err\n", false]);
      },
    },
    {
      name: "An engine that cannot tell the streams apart says so.",
      applies: (capabilities) => !hasApartStreams(capabilities),
      async run(scene) {
        isEqual((await run(scene, "echo out")).merged, true);
      },
    },
    {
      name: "A command that does not exist ends with 127.",
      async run(scene) {
        isEqual((await run(scene, "tabwright-no-such-program")).exitCode, 127);
      },
    },
    {
      name: "A command sees the files that were written, and its own are read.",
      async run(scene) {
        await write(scene, "in.txt", "from us\n");
        await run(scene, "cat in.txt > out.txt");
        isEqual(await read(scene, "out.txt"), "from us\n");
      },
    },
    {
      name: "A command starts in the project's root unless a folder is named.",
      async run({ backend, folder }) {
        isEqual(valueOf(await backend.run("pwd")).stdout, `${backend.projectRoot}\n`);
        isEqual(
          valueOf(await backend.run("pwd", { cwd: folder })).stdout,
          `${backend.projectRoot}/${folder}\n`,
        );
      },
    },
    {
      name: "A folder's name is a name, whatever a shell would read in it.",
      async run(scene) {
        const name = `a 'b' "c" $(touch pwned);😀`;
        await write(scene, `${name}/x.txt`, "1");
        isEqual((await run(scene, "cat x.txt", { cwd: `${scene.folder}/${name}` })).stdout, "1");
        isProblem(await scene.backend.readFile("pwned"), "not-found");
      },
    },
    {
      name: "A folder outside the project is refused, a missing one cannot be started in.",
      async run({ backend, folder }) {
        isProblem(await backend.run("pwd", { cwd: "../.." }), "outside-project");
        isProblem(await backend.run("pwd", { cwd: `${folder}/none` }), "cannot-start");
      },
    },
    {
      name: "A command gets the environment that it was given.",
      async run(scene) {
        const env = { TABWRIGHT_A: `x 'y' "z" $0 é`, TABWRIGHT_B: "" };
        isEqual(
          (await run(scene, 'echo "$TABWRIGHT_A|$TABWRIGHT_B|"', { env })).stdout,
          `x 'y' "z" $0 é||\n`,
        );
      },
    },
    {
      name: "A command knows that nobody watches: CI, no colour, no pager.",
      async run(scene) {
        isEqual((await run(scene, 'echo "$CI $NO_COLOR $TERM $PAGER"')).stdout, "1 1 dumb cat\n");
      },
    },
    {
      name: "A command has no terminal.",
      applies: (capabilities) => hasBash(capabilities) && hasApartStreams(capabilities),
      async run(scene) {
        isEqual((await run(scene, "[ -t 0 ] || [ -t 1 ] || [ -t 2 ] || echo none")).stdout, "none\n");
      },
    },
    {
      name: "A command reads the input that it was given, to its end.",
      applies: hasApartStreams,
      async run(scene) {
        isEqual((await run(scene, "cat", { stdin: "é\nno end" })).stdout, "é\nno end");
      },
    },
    {
      name: "A command without input reads nothing and does not wait.",
      applies: hasApartStreams,
      async run(scene) {
        isEqual((await run(scene, "cat; echo end")).stdout, "end\n");
      },
    },
    {
      name: "Pipes, lists, here documents and substitutions work.",
      applies: hasBash,
      async run(scene) {
        const script = "cat <<'END' | tr a-z A-Z && echo \"$(echo in)$((1+2))\" || echo no\nhere\nEND";
        isEqual((await run(scene, script)).stdout, "HERE\nin3\n");
      },
    },
    {
      name: "The options of bash work: errexit, pipefail, arrays, functions.",
      applies: hasBash,
      async run(scene) {
        const script =
          'set -euo pipefail\nf() { local a=(x "y z"); echo "${a[1]}"; }\nf\nfalse | true\necho never';
        const result = await run(scene, script);
        isEqual([result.stdout, result.exitCode], ["y z\n", 1]);
      },
    },
    {
      name: "A command of 200 KB arrives whole.",
      applies: hasApartStreams,
      async run(scene) {
        const long = "é".repeat(100_000);
        isEqual((await run(scene, `cat <<'END' | wc -c\n${long}\nEND`)).stdout.trim(), "200001");
      },
    },
    {
      name: "A command that starts with a dash is a command.",
      applies: hasBash,
      async run(scene) {
        isEqual((await run(scene, "-x 2>/dev/null; echo after")).stdout, "after\n");
      },
    },
    {
      name: "Ten commands side by side do not mix.",
      applies: hasBash,
      async run(scene) {
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            run(scene, `for i in 1 2 3; do echo ${index}; sleep 0.02; done`),
          ),
        );
        isEqual(
          results.map(({ stdout }) => stdout),
          results.map((_, index) => `${index}\n`.repeat(3)),
        );
      },
    },
    {
      name: "A change of folder or environment does not reach the next command.",
      applies: hasBash,
      async run(scene) {
        await run(scene, "cd /; export TABWRIGHT_LEFT=1");
        isEqual(
          (await run(scene, 'pwd; echo "[$TABWRIGHT_LEFT]"')).stdout,
          `${scene.backend.projectRoot}/${scene.folder}\n[]\n`,
        );
      },
    },
    {
      name: "A command does not wait for what it left in the background.",
      applies: hasBackground,
      async run(scene) {
        const started = valueOf(await scene.backend.start("sleep 25 & echo done", { cwd: scene.folder }));
        isEqual((await started.result).stdout, "done\n");
        isTrue((await started.result).durationMs < 5_000, "it waited");
        isEqual(await started.stop(), []);
      },
    },
    {
      name: "A started command takes input while it runs.",
      applies: hasBackground,
      async run(scene) {
        const started = valueOf(await scene.backend.start('read a; echo "got $a"', { cwd: scene.folder }));
        started.write("words\n");
        isEqual((await started.result).stdout, "got words\n");
      },
    },
    {
      name: "The time a command took is measured.",
      applies: hasBash,
      async run(scene) {
        const { durationMs } = await run(scene, "sleep 0.3");
        isTrue(durationMs >= 290 && durationMs < 5_000, `it says ${durationMs} ms`);
      },
    },
  ],
};
