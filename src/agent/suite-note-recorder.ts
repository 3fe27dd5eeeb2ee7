import type { CommandResult, ExecutionBackend } from "../contracts/execution-backend.ts";
import type { SuiteNote } from "../contracts/suite-notes.ts";
import { suiteNoteFrom } from "../suite-notes/public.ts";
import type { AgentTool } from "./loop/agent-tool.ts";

/** Characters of failure blocks that one note keeps; rows hold it for ever. */
const BODIES_CHARS = 400_000;

/** Makes notes from the whole output of commands, of which a tool's answer holds only a part. */
export class SuiteNoteRecorder {
  readonly #backend: ExecutionBackend;
  #last: CommandResult | undefined;

  constructor(backend: ExecutionBackend) {
    this.#backend = backend;
  }

  /** The backend, listening to what its commands print. */
  get backend(): ExecutionBackend {
    return {
      ...this.#backend,
      run: async (command, options) => {
        const ran = await this.#backend.run(command, options);
        this.#last = ran.ok ? ran.value : undefined;
        return ran;
      },
    };
  }

  /** The tool that runs commands, telling what a test run showed. Commands of a run never overlap. */
  noting(tool: AgentTool): AgentTool {
    return {
      ...tool,
      execute: async (input, context) => {
        this.#last = undefined;
        const answer = await tool.execute(input, context);
        const note = this.#note(input, answer["cwd"]);
        if (note !== null) context.onSuiteNote(withinBounds(note));
        return answer;
      },
    };
  }

  #note(input: unknown, cwd: unknown): SuiteNote | null {
    const result = this.#last;
    if (result === undefined || typeof input !== "object" || input === null || !("command" in input))
      return null;
    const { projectRoot } = this.#backend;
    const { stoppedBy, killedBy, stdout, stderr, exitCode, durationMs } = result;
    return suiteNoteFrom({
      command: String(input.command),
      stdout,
      stderr,
      exitCode,
      durationMs,
      projectRoot,
      ...(killedBy === undefined ? {} : { killedBy }),
      ...(stoppedBy === undefined ? {} : { stoppedBy: stoppedBy === "signal" ? "person" : "tool-budget" }),
      ...(typeof cwd === "string" && cwd !== "." ? { cwd: `${projectRoot}/${cwd}` } : {}),
    });
  }
}

function withinBounds(note: SuiteNote): SuiteNote {
  let left = BODIES_CHARS;
  const failures = note.failures.map((failure) => {
    left -= failure.body.length;
    return left >= 0 ? failure : { ...failure, body: "" };
  });
  return { ...note, failures };
}
