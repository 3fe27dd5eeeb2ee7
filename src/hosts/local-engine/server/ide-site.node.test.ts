import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, type EngineUnderTest, engineUnderTest } from "../testing/engine-under-test.ts";

let under: EngineUnderTest;
beforeAll(async () => {
  under = await engineUnderTest();
  mkdirSync(join(under.ide, "assets"), { recursive: true });
  writeFileSync(
    join(under.ide, "index.html"),
    "<!doctype html><script>go()</script><script src=/x.js></script>",
  );
  writeFileSync(join(under.ide, "assets/app-1a2b.js"), "run()");
  writeFileSync(join(under.ide, "assets/app-1a2b.js.gz"), gzipSync("run()"));
  symlinkSync("/etc/hostname", join(under.ide, "link.txt"));
});
afterAll(() => under.stop());

test("the page is isolated, and its policy lets workers, wasm and the engine's frames run and no foreign script", async () => {
  const { headers, body } = await ask(under.ideHost, "/");
  expect(body).toContain("go()");
  expect([headers["cross-origin-opener-policy"], headers["cross-origin-embedder-policy"]]).toEqual([
    "same-origin",
    "require-corp",
  ]);
  expect(headers["referrer-policy"]).toBe("no-referrer");
  const policy = new Map(
    String(headers["content-security-policy"])
      .split("; ")
      .map((part) => [part.split(" ")[0], part.split(" ").slice(1)]),
  );
  expect(policy.get("default-src")).toEqual(["'none'"]);
  expect(policy.get("script-src")).toEqual([
    "'self'",
    "'wasm-unsafe-eval'",
    expect.stringMatching(/^'sha256-/),
  ]);
  expect(policy.get("worker-src")).toEqual(["'self'", "blob:"]);
  expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  expect(policy.get("frame-src")).toEqual(
    expect.arrayContaining([
      under.engine.engineOrigin,
      `http://*.localhost:${under.engineHost.split(":")[1]}`,
    ]),
  );
});

test("assets are kept for ever, compressed for those who can read it, and carry the isolation of workers", async () => {
  const plain = await ask(under.ideHost, "/assets/app-1a2b.js");
  expect([
    plain.body,
    plain.headers["content-encoding"],
    plain.headers["cross-origin-embedder-policy"],
  ]).toEqual(["run()", undefined, "require-corp"]);
  expect(plain.headers["cache-control"]).toContain("immutable");
  const packed = await ask(under.ideHost, "/assets/app-1a2b.js", { "accept-encoding": "gzip, br" });
  expect([packed.headers["content-encoding"], packed.headers["content-type"]]).toEqual([
    "gzip",
    "text/javascript; charset=utf-8",
  ]);
});

test("an unchanged page is not sent again", async () => {
  const { headers } = await ask(under.ideHost, "/");
  const again = await ask(under.ideHost, "/", { "if-none-match": String(headers.etag) });
  expect([again.status, again.body]).toEqual([304, ""]);
});

test("a link out of the folder is not followed, and nothing is written", async () => {
  expect((await ask(under.ideHost, "/link.txt")).status).toBe(404);
  expect((await ask(under.ideHost, "/", {}, "body")).status).toBe(405);
});
