import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import type { TerminalSession } from "../../contracts/engine.ts";
import { type CheckGroup, isEqual, isTrue, type Scene, until, valueOf } from "./check.ts";

const hasTerminal = ({ terminal }: EngineCapabilities): boolean => terminal;
const hasBashTerminal = ({ terminal, shell }: EngineCapabilities): boolean => terminal && shell === "bash";

/** Opens a terminal, plays and closes it. */
async function inTerminal(
  { engine }: Scene,
  play: (terminal: TerminalSession, shown: () => string) => Promise<void>,
): Promise<void> {
  const terminal = valueOf(await engine.openTerminal({ columns: 100, rows: 30 }));
  let shown = "";
  terminal.output.subscribe((text) => {
    shown += text;
  });
  try {
    await until(() => shown !== "");
    await play(terminal, () => shown);
  } finally {
    terminal.dispose();
  }
}

export const terminalChecks: CheckGroup = {
  group: "Terminal",
  checks: [
    {
      name: "A terminal shows a prompt and runs what is typed.",
      applies: hasTerminal,
      run: (scene) =>
        inTerminal(scene, async (terminal, shown) => {
          terminal.write("echo one-$((1+1))two\r");
          await until(() => shown().includes("one-2two"));
        }),
    },
    {
      name: "A program in a terminal sees a terminal of the size that was asked for.",
      applies: hasBashTerminal,
      run: (scene) =>
        inTerminal(scene, async (terminal, shown) => {
          terminal.write("[ -t 1 ] && stty size\r");
          await until(() => /30 100/.test(shown()));
        }),
    },
    {
      name: "A program hears that the terminal was resized.",
      applies: hasBashTerminal,
      run: (scene) =>
        inTerminal(scene, async (terminal, shown) => {
          terminal.resize({ columns: 77, rows: 21 });
          terminal.write("stty size\r");
          await until(() => /21 77/.test(shown()));
        }),
    },
    {
      name: "Ctrl+C interrupts the program and leaves the shell.",
      applies: hasBashTerminal,
      run: (scene) =>
        inTerminal(scene, async (terminal, shown) => {
          terminal.write("echo sta''rted; sleep 60\r");
          await until(() => shown().includes("started"));
          terminal.write("\u0003");
          terminal.write("echo st''ill\r");
          await until(() => shown().includes("still"));
        }),
    },
    {
      name: "Characters of every script come back as they were typed.",
      applies: hasTerminal,
      run: (scene) =>
        inTerminal(scene, async (terminal, shown) => {
          terminal.write("echo 'é€😀中'|cat\r");
          await until(() => (shown().match(/é€😀中/g)?.length ?? 0) >= 2);
          isTrue(!shown().includes("\ufffd"), "a character was broken");
        }),
    },
    {
      name: "The exit code of the shell is told.",
      applies: hasTerminal,
      run: (scene) =>
        inTerminal(scene, async (terminal) => {
          terminal.write("exit 7\r");
          isEqual(await terminal.exit, 7);
        }),
    },
    {
      name: "A closed terminal ends its shell.",
      applies: hasTerminal,
      async run({ engine }) {
        const terminal = valueOf(await engine.openTerminal({ columns: 80, rows: 24 }));
        terminal.dispose();
        await terminal.exit;
      },
    },
    {
      name: "Two terminals do not mix.",
      applies: hasTerminal,
      run: (scene) =>
        inTerminal(scene, (first, firstShown) =>
          inTerminal(scene, async (second, secondShown) => {
            first.write("echo fi''rst\r");
            second.write("echo sec''ond\r");
            await until(() => firstShown().includes("first") && secondShown().includes("second"));
            isTrue(!firstShown().includes("second") && !secondShown().includes("first"), "they mixed");
          }),
        ),
    },
    {
      name: "A terminal starts in the project's root.",
      applies: hasTerminal,
      run: (scene) =>
        inTerminal(scene, async (terminal, shown) => {
          terminal.write('echo "at:$PWD:"\r');
          await until(() =>
            shown()
              .replaceAll(/[\r\n]/g, "")
              .includes(`at:${scene.backend.projectRoot}:`),
          );
        }),
    },
  ],
};
