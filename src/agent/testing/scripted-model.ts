import type { HistoryMessage } from "../history/history-message.ts";
import type { ModelAnswer, ModelEvent, ModelPort, ModelRequest } from "../models/model-port.ts";

export type ScriptedAnswer = Partial<Omit<ModelAnswer, "calls">> & {
  readonly calls?: readonly { readonly tool: string; readonly input: unknown; readonly invalid?: string }[];
};

/** Plays one answer per request, chosen by what the conversation holds, so that a resumed run gets the answers that belong to it. */
export class ScriptedModel implements ModelPort {
  readonly label = { provider: "openai", model: "scripted", demo: false };
  readonly requests: ModelRequest[] = [];
  readonly #answer: (messages: readonly HistoryMessage[], request: number) => readonly ModelEvent[];
  /** Milliseconds before each event. */
  delay = 0;

  constructor(answer: (messages: readonly HistoryMessage[], request: number) => readonly ModelEvent[]) {
    this.#answer = answer;
  }

  answerTo(messages: readonly HistoryMessage[]): readonly ModelEvent[] {
    return this.#answer(messages, this.requests.length);
  }

  async *stream(request: ModelRequest): AsyncIterable<ModelEvent> {
    this.requests.push(request);
    for (const event of this.#answer(request.messages, this.requests.length)) {
      if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
      if (request.signal.aborted) return;
      yield event;
    }
  }
}

/** The answer at the place that the number of assistant messages since the start says. */
export function inOrder(...answers: readonly (readonly ModelEvent[])[]): ScriptedModel {
  return new ScriptedModel((messages) => {
    const place = messages.filter(({ role }) => role === "assistant").length;
    return answers[place] ?? says("The script is at its end.");
  });
}

export function says(text: string): readonly ModelEvent[] {
  return answers({ text });
}

export function calls(...made: readonly (readonly [tool: string, input: unknown])[]): readonly ModelEvent[] {
  return answers({ calls: made.map(([tool, input]) => ({ tool, input })) });
}

export function answers({ text = "", calls: made = [], use, providerContent }: ScriptedAnswer): ModelEvent[] {
  const pieces = text.match(/\S+\s*/g) ?? [];
  return [
    ...pieces.map((piece): ModelEvent => ({ type: "text", text: piece })),
    {
      type: "completed",
      answer: {
        text,
        calls: made.map((call, index) => ({ providerCallId: `call_${index}`, ...call })),
        use: use ?? { input: 10, output: 5 },
        ...(providerContent === undefined ? {} : { providerContent }),
      },
    },
  ];
}
