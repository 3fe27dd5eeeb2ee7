import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { HOST_INFO_PATH, HOST_KEY_HEADER } from "../../../contracts/host-info.ts";
import {
  ask,
  connectSocket,
  type EngineUnderTest,
  engineUnderTest,
  sameOrigin,
  until,
} from "../testing/engine-under-test.ts";
import { CLIENT_VERSION } from "../wire/server-messages.ts";

let under: EngineUnderTest;
beforeAll(async () => {
  under = await engineUnderTest();
});
afterAll(() => under.stop());

const withKey = (headers: Record<string, string> = {}): Record<string, string> =>
  sameOrigin({ [HOST_KEY_HEADER]: under.hostKey, ...headers });

describe("the port of the IDE", () => {
  test("a name that another site pointed at this machine is refused", async () => {
    const answer = await ask(under.ideHost, "/", { host: `evil.example:${under.engine.port}` });
    expect(answer.status).toBe(403);
    expect((await ask(under.ideHost, "/")).status).toBe(200);
  });

  test("a name of the machine leads to the one origin of the IDE", async () => {
    const answer = await ask(under.ideHost, "/?key=k", { host: `localhost:${under.engine.port}` });
    expect([answer.status, answer.headers.location]).toEqual([308, `http://${under.ideHost}/?key=k`]);
  });

  test("only a page of the same origin that has the key learns what the server offers", async () => {
    const statuses = await Promise.all(
      [
        withKey(),
        withKey({ origin: `http://${under.ideHost}` }),
        withKey({ "sec-fetch-site": "cross-site" }),
        withKey({ "sec-fetch-site": "same-site" }),
        withKey({ "sec-fetch-site": "none" }),
        withKey({ origin: "http://evil.example" }),
        { [HOST_KEY_HEADER]: under.hostKey },
        sameOrigin(),
        withKey({ [HOST_KEY_HEADER]: "guess" }),
      ].map(async (headers) => (await ask(under.ideHost, HOST_INFO_PATH, headers)).status),
    );
    expect(statuses).toEqual([200, 200, 403, 403, 403, 403, 403, 401, 401]);
  });

  test("files outside the built page are not served", async () => {
    for (const path of ["/../data/host-key", "/%2e%2e/data/host-key", "/..%2fdata%2fhost-key", "/%00"])
      expect((await ask(under.ideHost, path)).status).toBe(404);
  });
});

describe("the port of the engine", () => {
  test("a name that another site pointed at this machine is refused", async () => {
    expect((await ask(under.engineHost, "/headless", { host: "evil.example" })).status).toBe(403);
    expect((await ask(under.engineHost, "/headless")).status).toBe(200);
  });

  test("only the IDE may hold the engine page in a frame", async () => {
    const { headers } = await ask(under.engineHost, "/headless");
    expect(headers["content-security-policy"]).toMatch(
      new RegExp(`(^|; )frame-ancestors http://${under.ideHost}(;|$)`),
    );
  });

  test("the secret is given for the key of the IDE and to the engine's own page", async () => {
    const { origin } = new URL(under.engine.engineOrigin);
    const status = async (headers: Record<string, string>, key: string): Promise<number> =>
      (await ask(under.engineHost, "/session", headers, key)).status;
    expect(await status(sameOrigin({ origin }), "guess")).toBe(403);
    expect(await status(sameOrigin({ origin }), "")).toBe(403);
    expect((await ask(under.engineHost, "/headless?client_id=guess")).body).not.toContain(
      (await under.grant()).secret,
    );
    const info = JSON.parse((await ask(under.ideHost, HOST_INFO_PATH, withKey())).body) as {
      engine: { sessionKey: string };
    };
    expect(await status(sameOrigin({ origin }), info.engine.sessionKey)).toBe(200);
    expect(await status(sameOrigin({ origin: "http://evil.example" }), info.engine.sessionKey)).toBe(403);
    expect(await status({ origin, "sec-fetch-site": "cross-site" }, info.engine.sessionKey)).toBe(403);
  });

  test("a socket needs the secret, the origin, the host and the version of the client", async () => {
    const { secret } = await under.grant();
    const origin = under.engine.engineOrigin;
    const query = `workspace=x&version=${CLIENT_VERSION}`;
    const refused = await Promise.all([
      connectSocket(under.engineHost, query, { origin, secret: "guess" }),
      connectSocket(under.engineHost, query, { origin }),
      connectSocket(under.engineHost, query, { origin: `http://${under.ideHost}`, secret }),
      connectSocket(under.engineHost, query, { origin: "http://evil.example", secret }),
      connectSocket(under.engineHost, query, { secret }),
      connectSocket(under.engineHost, query, { origin, secret, headers: { host: "evil.example" } }),
      connectSocket(under.engineHost, "workspace=x&version=1.6.3", { origin, secret }),
    ]);
    expect(refused).toEqual([403, 403, 403, 403, 403, 403, 403]);
    const opened = await connectSocket(under.engineHost, query, { origin, secret });
    expect(typeof opened).toBe("object");
    (opened as WebSocket).close();
  });

  test("the secret of one start does not open the next", async () => {
    const second = await engineUnderTest({ dataFolder: under.data });
    expect((await second.grant()).secret).not.toBe((await under.grant()).secret);
    expect(second.hostKey).toBe(under.hostKey);
    await second.stop();
  });

  test("bytes behind a ticket need the secret, and are given once", async () => {
    const page = await under.boot("bulk");
    await page.calls.writeFile("large", new Uint8Array(300_000).fill(65), null);
    const bulk = (await page.calls.readFile("large", null)) as { ticket: string; size: number };
    const path = `/bulk/${page.hello.session}/${bulk.ticket}`;
    expect(bulk.size).toBe(300_000);
    expect((await ask(under.engineHost, path, sameOrigin())).status).toBe(403);
    const { secret } = await under.grant();
    const headers = sameOrigin({ "x-tabwright-secret": secret });
    expect((await ask(under.engineHost, path, headers)).body).toBe("A".repeat(300_000));
    await expect(ask(under.engineHost, path, headers)).rejects.toThrow();
    page.close();
  });
});

describe("previews", () => {
  test("a preview reaches the project's own ports and neither the engine nor the IDE", async () => {
    const page = await under.boot("preview");
    const program = await page.start(
      "node",
      "-e",
      "require('http').createServer((q, s) => s.end(q.headers.host + ' ' + q.headers.origin + ' ' + q.url)).listen(0)",
    );
    await until(() => page.ports.some(({ state }) => state === "ready"));
    const port = page.ports[0]?.port ?? 0;
    const at = (of: number): string => `${of}--${page.hello.previewHost}`;
    const origin = `http://${at(port)}`;
    expect((await ask(under.engineHost, "/a?b", { host: at(port), origin })).body).toBe(
      `localhost:${port} http://localhost:${port} /a?b`,
    );
    expect(
      (await ask(under.engineHost, "/a", { host: at(port), origin: "http://evil.example" })).body,
    ).toContain("http://evil.example");
    // The paths of the engine are the project's own on a preview.
    expect(
      (await ask(under.engineHost, "/session", { host: at(port), ...sameOrigin({ origin }) }, "x")).body,
    ).toContain("/session");
    for (const own of [under.ideHost, under.engineHost]) {
      const answer = await ask(
        under.engineHost,
        HOST_INFO_PATH,
        withKey({ host: at(Number(own.split(":")[1])) }),
      );
      expect(answer.status).toBe(502);
    }
    const { secret } = await under.grant();
    const query = `workspace=preview&version=${CLIENT_VERSION}`;
    expect(await connectSocket(under.engineHost, query, { origin, secret })).toBe(403);
    expect((await ask(under.engineHost, "/", { host: `${port}--0000.localhost:1` })).status).toBe(403);
    await page.calls.kill(program.id);
    page.close();
  });
});

test("nothing listens beyond loopback", () => {
  const wanted = [under.ideHost, under.engineHost].map((host) => Number(host.split(":")[1]));
  const loopback = ["0100007F", "00000000000000000000000001000000"];
  const listening = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) =>
    readFileSync(table, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === "0A")
      .map((fields) => (fields[1] ?? "").split(":"))
      .filter(([, port = ""]) => wanted.includes(Number.parseInt(port, 16))),
  );
  expect(listening.length).toBeGreaterThanOrEqual(2);
  for (const [address] of listening) expect(loopback).toContain(address);
});
