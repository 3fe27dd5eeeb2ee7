import { pause } from "../loop/wait.ts";
import type { ModelEvent, ModelPort, ModelRequest } from "../models/model-port.ts";
import { nextDemoMove } from "./demo-script.ts";

/** Milliseconds between two words: slow enough to read along. */
const WORD_MS = 14;

/** The model that needs no key: a script in the place of a model, driven by the same loop and using the same tools. */
export function demoModel(wordMs = WORD_MS): ModelPort {
  return {
    label: { provider: "demo", model: "demo", demo: true },
    stream: (request) => play(request, wordMs),
  };
}

async function* play({ messages, signal }: ModelRequest, wordMs: number): AsyncIterable<ModelEvent> {
  const { text, call } = nextDemoMove(messages);
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    await pause(wordMs, signal);
    if (signal.aborted) return;
    yield { type: "text", text: word };
  }
  const calls =
    call === undefined ? [] : [{ providerCallId: crypto.randomUUID(), tool: call.tool, input: call.input }];
  yield { type: "completed", answer: { text, calls, use: { input: 0, output: 0, cost: 0 } } };
}
