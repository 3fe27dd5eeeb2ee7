import { Emitter } from "../base/emitter.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import type { EngineProblem, TerminalSession, TerminalSize } from "../contracts/engine.ts";
import type { EngineClient, EngineProcess } from "./engine-client.ts";
import type { Liveness } from "./liveness.ts";

/** Opens an interactive shell. Output that comes before the first listener is kept for it. */
export async function openTerminalSession(
  client: EngineClient,
  liveness: Liveness,
  shell: string,
  size: TerminalSize,
): Promise<Result<TerminalSession, EngineProblem>> {
  if (liveness.problem) return fail(liveness.problem);
  try {
    const spawned = await liveness.unlessLost(
      client.spawn(shell, [], {
        env: { TERM: "xterm-256color", COLORTERM: "truecolor" },
        terminal: { cols: size.columns, rows: size.rows },
      }),
    );
    if (spawned === "lost") return fail(lostProblem(liveness));
    return succeed(sessionOf(spawned.value, liveness));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail({ kind: "failed", message: `The engine could not start its shell "${shell}": ${reason}` });
  }
}

function sessionOf(process: EngineProcess, liveness: Liveness): TerminalSession {
  const output = new Emitter<string>();
  const input = process.input.getWriter();
  let early: string[] | undefined = [];
  let ended = false;
  const exit = liveness.unlessLost(process.exit).then(
    (code) => (code === "lost" ? undefined : code.value),
    () => undefined,
  );
  void exit.then(() => {
    ended = true;
  });
  void forEachChunk(process.output, (text) => {
    if (early) early.push(text);
    else output.emit(text);
  });
  return {
    exit,
    output: {
      subscribe(listener) {
        const kept = early ?? [];
        early = undefined;
        const subscription = output.subscribe(listener);
        for (const text of kept) listener(text);
        return subscription;
      },
    },
    write(data) {
      if (!ended) input.write(data).catch(() => {});
    },
    resize({ columns, rows }) {
      if (!ended) process.resize({ cols: columns, rows });
    },
    dispose() {
      output.dispose();
      early = undefined;
      if (!ended) process.kill();
    },
  };
}

async function forEachChunk(stream: ReadableStream<string>, take: (text: string) => void): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const next = await reader.read().catch(() => undefined);
    if (next === undefined || next.done) return;
    take(next.value);
  }
}

function lostProblem(liveness: Liveness): EngineProblem {
  return liveness.problem ?? { kind: "engine-lost", message: "The engine is gone." };
}
