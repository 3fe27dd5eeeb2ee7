import type { ExecutionBackend } from "../contracts/execution-backend.ts";
import { buildTools } from "../tools/build-tools.ts";
import type { Recollection } from "./history/recollections.ts";
import type { AgentTool, CallContext } from "./loop/agent-tool.ts";

/**
 * Lets the tools of a run know again what the run had read before another worker took over, because they change no file that was not read.
 * Only what still is as it was seen counts; a file that changed must be read again.
 */
export async function recall(
  tools: ReadonlyMap<string, AgentTool>,
  backend: ExecutionBackend,
  recollections: readonly Recollection[],
  signal: AbortSignal,
): Promise<void> {
  const context = readingContext(signal);
  const [look] = buildTools(backend, { include: ["read_file"] });
  for (const entry of recollections) {
    if (signal.aborted) return;
    const input = entry.kind === "read" ? entry.input : { path: entry.path };
    const unchanged =
      entry.kind === "read"
        ? JSON.stringify(await look?.execute(input, context)) === entry.resultText
        : (await textOf(backend, entry.path)) === entry.content;
    if (unchanged) await tools.get("read_file")?.execute(input, context);
  }
}

function readingContext(signal: AbortSignal): CallContext {
  return {
    callId: "recall",
    signal,
    onOutput() {},
    approve: async () => ({ kind: "refuse", text: "This only reads." }),
    onFileEffect() {},
    onSuiteNote() {},
  };
}

async function textOf(backend: ExecutionBackend, path: string): Promise<string | undefined> {
  const read = await backend.readFile(path);
  return read.ok ? new TextDecoder().decode(read.value).replaceAll("\r\n", "\n") : undefined;
}
