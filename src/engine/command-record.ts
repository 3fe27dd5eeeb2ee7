import type { CommandOptions, CommandResult } from "../contracts/execution-backend.ts";
import { KeptOutput } from "./kept-output.ts";

const LAST_WORDS_CHARACTERS = 1_000;

/** What a command printed, for its result and for whoever listens. */
export class CommandRecord {
  readonly #kept = { stdout: new KeptOutput(), stderr: new KeptOutput() };
  readonly #options: CommandOptions;

  constructor(options: CommandOptions) {
    this.#options = options;
  }

  add(stream: "stdout" | "stderr", text: string): void {
    if (text === "") return;
    if (!this.#options.discardOutput) this.#kept[stream].add(text);
    try {
      this.#options.onOutput?.({ stream, text });
    } catch (error) {
      // A listener's bug must not take the output from the others.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  result(end: Omit<CommandResult, "stdout" | "stderr" | "droppedCharacters">): CommandResult {
    const { stdout, stderr } = this.#kept;
    const droppedCharacters = stdout.droppedCharacters + stderr.droppedCharacters;
    return {
      ...end,
      stdout: stdout.text(),
      stderr: stderr.text(),
      ...(droppedCharacters > 0 && { droppedCharacters }),
    };
  }

  lastWords(): string {
    const { stdout, stderr } = this.#kept;
    const text = (stderr.text() || stdout.text()).trimEnd();
    return text === "" ? "" : ` It had printed: ${text.slice(-LAST_WORDS_CHARACTERS)}`;
  }
}
