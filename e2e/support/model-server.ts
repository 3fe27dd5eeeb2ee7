import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One message of a conversation, whichever format it came in. */
export interface SeenMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  /** Only of the role `tool`: what each call gave. */
  readonly results: readonly { readonly id: string; readonly text: string }[];
}

export interface SeenRequest {
  readonly format: "openai" | "anthropic";
  /** Counts from 1. */
  readonly number: number;
  readonly path: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly messages: readonly SeenMessage[];
  readonly tools: readonly string[];
}

export interface ScriptedCall {
  readonly name: string;
  /** A text is sent as it is, which need not be JSON. */
  readonly input: object | string;
}

export type Reply =
  | {
      readonly kind: "answer";
      readonly text?: string;
      readonly calls?: readonly ScriptedCall[];
      /** Milliseconds between two pieces. */
      readonly pieceMs?: number;
    }
  /** An error, or anything else that is no stream. */
  | {
      readonly kind: "plain";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** The connection breaks after this text. */
  | { readonly kind: "cut"; readonly text: string }
  /** The stream ends in order after this text, but without a word about why. */
  | { readonly kind: "unfinished"; readonly text: string }
  /** The stream opens and says nothing until the other side leaves. */
  | { readonly kind: "silent" };

export type Script = (request: SeenRequest) => Reply;

export interface ModelServer {
  /** Base address for an OpenAI-compatible provider and for Anthropic alike: it ends in `/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
  /** Requests whose connection the client closed before the answer was whole. */
  readonly abandoned: readonly number[];
  close(): Promise<void>;
}

/** Speaks the streaming formats of OpenAI's chat completions and Anthropic's messages and answers as the script says. */
export async function startModelServer(script: Script, port = 0): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const abandoned: number[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, script, requests, abandoned);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: chosen } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${chosen}/v1`,
    requests,
    abandoned,
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-expose-headers": "retry-after, request-id",
};

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: Script,
  requests: SeenRequest[],
  abandoned: number[],
): Promise<void> {
  if (request.method === "OPTIONS") {
    // Header names must be listed: "*" does not cover Authorization.
    const wanted = request.headers["access-control-request-headers"] ?? "*";
    response.writeHead(204, { ...cors, "access-control-allow-headers": wanted }).end();
    return;
  }
  const format = formatOf(request.url ?? "");
  if (format === undefined) {
    response.writeHead(404, { ...cors, "content-type": "application/json" });
    response.end('{"error":{"message":"There is nothing at this address."}}');
    return;
  }
  const body = JSON.parse(await readBody(request)) as Record<string, unknown>;
  const seen: SeenRequest = {
    format,
    number: requests.length + 1,
    path: request.url ?? "",
    model: String(body["model"]),
    headers: request.headers as Record<string, string>,
    messages: format === "openai" ? openaiMessages(body) : anthropicMessages(body),
    tools: toolNames(body, format),
  };
  requests.push(seen);
  response.on("close", () => {
    if (!response.writableFinished) abandoned.push(seen.number);
  });
  await send(response, script(seen), format, seen);
}

function formatOf(url: string): SeenRequest["format"] | undefined {
  if (url.endsWith("/chat/completions")) return "openai";
  return url.endsWith("/messages") ? "anthropic" : undefined;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
  return text;
}

async function send(
  response: ServerResponse,
  reply: Reply,
  format: SeenRequest["format"],
  seen: SeenRequest,
): Promise<void> {
  if (reply.kind === "plain") {
    response.writeHead(reply.status, { ...cors, "content-type": "application/json", ...reply.headers });
    response.end(reply.body);
    return;
  }
  response.writeHead(200, { ...cors, "content-type": "text/event-stream" });
  response.flushHeaders();
  if (reply.kind === "silent") return;
  const [frames, pieceMs] =
    reply.kind === "answer"
      ? [framesOf(format, seen, reply.text ?? "", reply.calls ?? [], true), reply.pieceMs ?? 0]
      : [framesOf(format, seen, reply.text, [], false), 5];
  for (const frame of frames) {
    if (response.destroyed) return;
    response.write(frame);
    if (pieceMs > 0) await new Promise((resolve) => setTimeout(resolve, pieceMs));
  }
  if (reply.kind === "cut") response.destroy();
  else response.end();
}

function framesOf(
  format: SeenRequest["format"],
  seen: SeenRequest,
  text: string,
  calls: readonly ScriptedCall[],
  finished: boolean,
): readonly string[] {
  const pieces = text.match(/\s*\S+\s*/g) ?? [];
  return format === "openai"
    ? openaiFrames(seen, pieces, calls, finished)
    : anthropicFrames(seen, pieces, calls, finished);
}

function argumentsOf({ input }: ScriptedCall): readonly string[] {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function openaiFrames(
  seen: SeenRequest,
  pieces: readonly string[],
  calls: readonly ScriptedCall[],
  finished: boolean,
): readonly string[] {
  const frame = (delta: object, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({
      id: `chatcmpl-${seen.number}`,
      object: "chat.completion.chunk",
      created: 1,
      model: seen.model,
      choices: [{ index: 0, delta, finish_reason }],
    })}\n\n`;
  const start = (call: ScriptedCall, index: number, text: string): object => ({
    tool_calls: [
      {
        index,
        id: `call_${seen.number}_${index}`,
        type: "function",
        function: { name: call.name, arguments: text },
      },
    ],
  });
  const use = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  return [
    frame({ role: "assistant", content: "" }),
    ...pieces.map((content) => frame({ content })),
    ...calls.flatMap((call, index) => {
      const [head = "", tail = ""] = argumentsOf(call);
      return [
        frame(start(call, index, head)),
        frame({ tool_calls: [{ index, function: { arguments: tail } }] }),
      ];
    }),
    ...(finished
      ? [
          frame({}, calls.length > 0 ? "tool_calls" : "stop"),
          `data: ${JSON.stringify({ id: "chatcmpl", object: "chat.completion.chunk", created: 1, model: seen.model, choices: [], usage: use })}\n\n`,
          "data: [DONE]\n\n",
        ]
      : []),
  ];
}

function anthropicFrames(
  seen: SeenRequest,
  pieces: readonly string[],
  calls: readonly ScriptedCall[],
  finished: boolean,
): readonly string[] {
  const event = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  const block = (index: number, content_block: object, deltas: readonly object[]): string[] => [
    event("content_block_start", { index, content_block }),
    ...deltas.map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
  const message = {
    id: `msg_${seen.number}`,
    type: "message",
    role: "assistant",
    model: seen.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 1 },
  };
  const text = pieces.map((piece) => ({ type: "text_delta", text: piece }));
  const offset = pieces.length > 0 ? 1 : 0;
  const tools = calls.flatMap((call, index) =>
    block(
      index + offset,
      { type: "tool_use", id: `toolu_${seen.number}_${index}`, name: call.name, input: {} },
      argumentsOf(call).map((partial_json) => ({ type: "input_json_delta", partial_json })),
    ),
  );
  return [
    event("message_start", { message }),
    ...(pieces.length > 0 ? block(0, { type: "text", text: "" }, text) : []),
    ...tools,
    ...(finished
      ? [
          event("message_delta", {
            delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
            usage: { output_tokens: 20 },
          }),
          event("message_stop", {}),
        ]
      : []),
  ];
}

function openaiMessages(body: Record<string, unknown>): readonly SeenMessage[] {
  return (body["messages"] as Record<string, unknown>[]).map((message) => {
    const text = textOf(message["content"]);
    const made = (message["tool_calls"] ?? []) as {
      id: string;
      function: { name: string; arguments: string };
    }[];
    return {
      role: message["role"] as SeenMessage["role"],
      text,
      calls: made.map(({ id, function: { name, arguments: input } }) => ({ id, name, input: parsed(input) })),
      results: message["role"] === "tool" ? [{ id: String(message["tool_call_id"]), text }] : [],
    };
  });
}

function anthropicMessages(body: Record<string, unknown>): readonly SeenMessage[] {
  const system: SeenMessage = { role: "system", text: textOf(body["system"]), calls: [], results: [] };
  const messages = (body["messages"] as { role: "user" | "assistant"; content: unknown }[]).map(
    ({ role, content }): SeenMessage => {
      const blocks = (Array.isArray(content) ? content : []) as Record<string, unknown>[];
      const results = blocks.filter(({ type }) => type === "tool_result");
      return {
        role: results.length > 0 ? "tool" : role,
        text: textOf(content),
        calls: blocks
          .filter(({ type }) => type === "tool_use")
          .map(({ id, name, input }) => ({ id: String(id), name: String(name), input })),
        results: results.map((block) => ({
          id: String(block["tool_use_id"]),
          text: textOf(block["content"]),
        })),
      };
    },
  );
  return [system, ...messages];
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as Record<string, unknown>[])
    .map((part) => (typeof part["text"] === "string" ? part["text"] : ""))
    .join("");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toolNames(body: Record<string, unknown>, format: SeenRequest["format"]): readonly string[] {
  const tools = (body["tools"] ?? []) as { name?: string; function?: { name: string } }[];
  return tools.map((tool) => (format === "openai" ? tool.function?.name : tool.name) ?? "");
}
