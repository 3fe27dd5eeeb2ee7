import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { HOST_INFO_PATH, HOST_KEY_HEADER, MODEL_PROXY_PATH } from "../../../contracts/host-info.ts";
import { ask, type EngineUnderTest, engineUnderTest, sameOrigin } from "../testing/engine-under-test.ts";
import { keyRedactor } from "./key-redactor.ts";

const KEY = "sk-real-key-of-the-person-123456";

let upstream: Server;
let under: EngineUnderTest;
let proxyKey: string;
let seen: { url: string; headers: IncomingMessage["headers"]; body: string }[];
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push({ url: request.url ?? "", headers: request.headers, body });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  under = await engineUnderTest({
    environment: {
      PATH: process.env["PATH"],
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: base,
      OPENAI_COMPATIBLE_API_KEY: KEY,
      OPENAI_COMPATIBLE_BASE_URL: `${base}/deep/v2/`,
    },
  });
  const info = await ask(under.ideHost, HOST_INFO_PATH, sameOrigin({ [HOST_KEY_HEADER]: under.hostKey }));
  expect(info.body).not.toContain(KEY);
  const described = JSON.parse(info.body) as { proxyKey: string; proxiedProviders: string[] };
  expect(described.proxiedProviders).toEqual(["anthropic", "openai-compatible"]);
  proxyKey = described.proxyKey;
});
beforeEach(() => {
  seen = [];
  respond = (response) => response.end("{}");
});
afterAll(async () => {
  await under.stop();
  upstream.closeAllConnections();
  upstream.close();
});

const call = (path: string, headers: Record<string, string> = {}, body = '{"model":"m"}') =>
  ask(under.ideHost, MODEL_PROXY_PATH + path, sameOrigin({ "x-api-key": proxyKey, ...headers }), body);

test("a call goes to the provider with the server's key and without what the browser added", async () => {
  const answer = await call("anthropic/messages?beta=true", {
    "content-type": "application/json",
    "anthropic-version": "2023-06-01",
    cookie: "a=b",
    origin: `http://${under.ideHost}`,
  });
  expect([answer.status, answer.body]).toEqual([200, "{}"]);
  const [request] = seen;
  expect([
    request?.url,
    request?.body,
    request?.headers["x-api-key"],
    request?.headers["anthropic-version"],
  ]).toEqual(["/v1/messages?beta=true", '{"model":"m"}', KEY, "2023-06-01"]);
  expect([request?.headers.cookie, request?.headers.origin]).toEqual([undefined, undefined]);
});

test("a provider with a bearer key and a longer base address is reached below that address", async () => {
  await call("openai-compatible/chat/completions", { authorization: `Bearer ${proxyKey}` });
  expect([seen[0]?.url, seen[0]?.headers.authorization]).toEqual([
    "/deep/v2/chat/completions",
    `Bearer ${KEY}`,
  ]);
});

test("what the provider sends arrives while it is being sent", async () => {
  let finish: () => void = () => undefined;
  respond = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    finish = () => response.end("data: 2\n\n");
  };
  const response = await fetch(`http://${under.ideHost}${MODEL_PROXY_PATH}anthropic/messages`, {
    method: "POST",
    headers: { "x-api-key": proxyKey, origin: `http://${under.ideHost}` },
    body: "{}",
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("data: 1\n\n");
  finish();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("data: 2\n\n");
});

test("a failure of the provider arrives with its status, its wait and its body, and never with the key", async () => {
  respond = (response) =>
    response
      .writeHead(429, { "retry-after": "7", "set-cookie": "x=y", "x-request-id": KEY })
      .end(`wrong key ${KEY}.`);
  const answer = await call("anthropic/messages");
  expect([answer.status, answer.headers["retry-after"], answer.body]).toEqual([
    429,
    "7",
    "wrong key [key removed].",
  ]);
  expect(JSON.stringify(answer.headers)).not.toContain(KEY);
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

test("a redirect is handed back and not followed", async () => {
  respond = (response) => response.writeHead(302, { location: "http://evil.example/" }).end();
  const answer = await call("anthropic/messages");
  expect([answer.status, answer.headers.location, seen.length]).toEqual([302, undefined, 1]);
});

test.each([
  "openai-compatible/../../v1/steal",
  "openai-compatible/%2e%2e/steal",
  "openai-compatible/..%2fsteal",
  "openai-compatible/..%5csteal",
])("%s does not leave the provider's API", async (path) => {
  const answer = await call(path, { authorization: `Bearer ${proxyKey}` });
  expect([answer.status, seen.length]).toEqual([400, 0]);
});

test("other pages, and callers without the page's key, get nothing", async () => {
  const statuses = await Promise.all([
    call("anthropic/messages", { origin: "http://evil.example" }),
    call("anthropic/messages", { "sec-fetch-site": "cross-site" }),
    call("anthropic/messages", { host: "evil.example" }),
    call("anthropic/messages", { "x-api-key": "guess" }),
    call("openai/responses"),
    call("__proto__/messages"),
  ]);
  expect([statuses.map(({ status }) => status), seen.length]).toEqual([[403, 403, 403, 403, 404, 404], 0]);
});

test("an unreachable provider is named", async () => {
  const lost = await engineUnderTest({
    environment: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: "http://127.0.0.1:1" },
  });
  const info = await ask(lost.ideHost, HOST_INFO_PATH, sameOrigin({ [HOST_KEY_HEADER]: lost.hostKey }));
  const key = (JSON.parse(info.body) as { proxyKey: string }).proxyKey;
  const answer = await ask(
    lost.ideHost,
    `${MODEL_PROXY_PATH}anthropic/messages`,
    sameOrigin({ "x-api-key": key }),
    "{}",
  );
  expect([answer.status, answer.body]).toEqual([502, expect.stringContaining("cannot reach 127.0.0.1:1")]);
  await lost.stop();
});

test("a key is removed however the stream is cut, and nothing else is held back", async () => {
  for (let cut = 1; cut < KEY.length + 4; cut += 1) {
    const text = `ab${KEY}sk-re`;
    const redactor = keyRedactor(KEY);
    let out = "";
    redactor.on("data", (chunk: Buffer) => (out += chunk.toString()));
    redactor.write(text.slice(0, cut));
    redactor.end(text.slice(cut));
    await new Promise((resolve) => redactor.on("end", resolve));
    expect(out).toBe("ab[key removed]sk-re");
  }
});
