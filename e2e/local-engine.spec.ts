import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { rolldown } from "rolldown";
import type * as Client from "@webcontainer/api";
import { type StartedServer, startLocalEngine } from "./support/start-server.ts";

declare global {
  var client: typeof Client;
  var booted: Client.WebContainer;
  var run: (
    command: string,
    args: string[],
    options?: Client.SpawnOptions,
  ) => Promise<{ code: number; text: string }>;
}

const CLIENT = "export * from '@webcontainer/api';";

/** A page with the unmodified client of the engine and nothing else. */
async function buildScratchPage(folder: string): Promise<void> {
  const build = await rolldown({
    input: "client",
    platform: "browser",
    plugins: [
      {
        name: "client",
        resolveId: (id) => (id === "client" ? join(process.cwd(), "client.js") : null),
        load: (id) => (id === join(process.cwd(), "client.js") ? CLIENT : null),
      },
    ],
  });
  await build.write({ file: join(folder, "client.js"), format: "es" });
  await writeFile(
    join(folder, "index.html"),
    "<!doctype html><title>Scratch</title><script type=module>import * as client from '/client.js'; globalThis.client = client;</script>",
  );
}

async function boot(page: Page, ideUrl: string, options: Client.BootOptions = {}): Promise<void> {
  await page.goto(ideUrl);
  await page.waitForFunction(() => "client" in globalThis);
  const key = new URL(ideUrl).searchParams.get("key") ?? "";
  await page.evaluate(
    async ({ key, options }) => {
      const answer = await fetch("/tabwright/host.json", { headers: { "x-tabwright-key": key } });
      const { engine } = (await answer.json()) as { engine: { origin: string; sessionKey: string } };
      Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: engine.origin });
      client.configureAPIKey(engine.sessionKey);
      globalThis.booted = await client.WebContainer.boot(options);
      globalThis.run = async (command, args, spawnOptions) => {
        const process = await booted.spawn(command, args, spawnOptions);
        let text = "";
        const reading = process.output.pipeTo(new WritableStream({ write: (chunk) => void (text += chunk) }));
        const code = await process.exit;
        await reading;
        return { code, text };
      };
    },
    { key, options },
  );
}

let folder: string;
let server: StartedServer;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tabwright-scratch-"));
  await buildScratchPage(folder);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));
test.afterEach(() => server.stop());

for (const launch of ["none", "bwrap"] as const) {
  test(`the unmodified client boots, mounts, reads, runs and exports under ${launch}`, async ({ page }) => {
    server = await startLocalEngine({ ide: folder, launch });
    await boot(page, server.ideUrl, { workdirName: "whole story" });
    const seen = await page.evaluate(async () => {
      await booted.mount({
        "a b.txt": { file: { contents: "text" } },
        "-dash": { file: { contents: new Uint8Array([0, 255, 128]) } },
        folder: { directory: { "é😀.md": { file: { contents: "# x" } } } },
        link: { file: { symlink: "a b.txt" } },
      });
      const entries = await booted.fs.readdir(".", { withFileTypes: true });
      const exported = await booted.export(".", { excludes: ["folder"] });
      return {
        isolated: crossOriginIsolated,
        names: entries.map((entry) => [entry.name, entry.isFile(), entry.isDirectory()]),
        throughLink: await booted.fs.readFile("link", "utf8"),
        bytes: Array.from(await booted.fs.readFile("/-dash")),
        missing: await booted.fs.readFile("nope").catch((error: Error) => error.message),
        outside: await booted.fs.readFile("../../etc/passwd").catch((error: Error) => error.message),
        exit: await run("bash", ["-c", "echo out; exit 3"]),
        env: await run("bash", ["-c", "echo $A $B"], { env: { A: 1, B: "two" } }),
        unknown: await run("no-such-program", []).catch((error: Error) => error.message),
        exported: Object.keys(exported),
        zip: Array.from((await booted.export(".", { format: "zip" })).subarray(0, 2)),
      };
    });
    expect(seen).toEqual({
      isolated: true,
      names: [
        ["-dash", true, false],
        ["a b.txt", true, false],
        ["folder", false, true],
        ["link", false, false],
      ],
      throughLink: "text",
      bytes: [0, 255, 128],
      missing: "ENOENT: no such file or directory, open 'nope'",
      outside: "EACCES: outside the project, open '../../etc/passwd'",
      exit: { code: 3, text: "out\r\n" },
      env: { code: 0, text: "1 two\r\n" },
      unknown: "ENOENT: command not found, spawn 'no-such-program'",
      exported: ["-dash", "a b.txt", "link"],
      zip: [0x50, 0x4b],
    });
  });
}

test("ten megabytes of output and characters of four bytes arrive whole", async ({ page }) => {
  server = await startLocalEngine({ ide: folder });
  await boot(page, server.ideUrl);
  const seen = await page.evaluate(async () => {
    const large = await run("bash", ["-c", "head -c 7500000 /dev/zero | base64 -w 100"]);
    const wide = await run("node", ["-e", "process.stdout.write('€😀'.repeat(40000))"]);
    return [large.code, large.text.length, wide.text === "€😀".repeat(40_000)];
  });
  expect(seen).toEqual([0, 10_200_000, true]);
});

test("a terminal is resized, interrupted and ended", async ({ page }) => {
  server = await startLocalEngine({ ide: folder });
  await boot(page, server.ideUrl);
  const { code, text } = await page.evaluate(async () => {
    const shell = await booted.spawn("bash", ["--norc"], { terminal: { cols: 91, rows: 17 } });
    let text = "";
    void shell.output.pipeTo(new WritableStream({ write: (chunk) => void (text += chunk) }));
    const input = shell.input.getWriter();
    const until = async (wanted: string): Promise<void> => {
      while (!text.includes(wanted)) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await input.write("stty size\r");
    await until("17 91");
    shell.resize({ cols: 120, rows: 40 });
    await input.write("stty size\r");
    await until("40 120");
    await input.write("echo started; sleep 60\r");
    await until("started\r");
    await input.write("\x03");
    await until("^C");
    await input.write("exit 7\r");
    return { code: await shell.exit, text };
  });
  expect(code).toBe(7);
  expect(text).toContain("exit 7");
});

test("killing a process ends the children that left it and ignore the signal", async ({ page }) => {
  server = await startLocalEngine({ ide: folder, launch: "none" });
  await boot(page, server.ideUrl);
  const left = await page.evaluate(async () => {
    const stubborn = await booted.spawn("bash", [
      "-c",
      "trap '' TERM; (setsid sleep 86399 &); echo up; sleep 86399",
    ]);
    const reader = stubborn.output.getReader();
    await reader.read();
    stubborn.kill();
    await stubborn.exit;
    for (let round = 0; round < 50; round += 1) {
      const { text } = await run("bash", ["-c", "ps ax | grep -c '[s]leep 86399'"]);
      if (text.trim() === "0") return 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return 1;
  });
  expect(left).toBe(0);
});

test("a server of the project is announced, shown with the preview script, and reports its errors", async ({
  page,
}) => {
  server = await startLocalEngine({ ide: folder });
  await boot(page, server.ideUrl, { forwardPreviewErrors: true });
  const seen = await page.evaluate(async () => {
    await booted.fs.writeFile(
      "server.mjs",
      `import { createServer } from "node:http";
       const html = "<!doctype html><html><head></head><body><script>parent.postMessage({ injected: window.injected, isolated: crossOriginIsolated }, '*'); console.error('bad', { a: 1 }); setTimeout(() => { throw new Error('boom'); }); Promise.reject(new Error('later'));</script></body></html>";
       createServer((request, response) => response.setHeader("content-type", "text/html").end(html)).listen(0);`,
    );
    await booted.setPreviewScript("window.injected = 'yes';");
    const messages: Client.PreviewMessage[] = [];
    booted.on("preview-message", (message) => messages.push(message));
    const closed = new Promise<number>((resolve) =>
      booted.on("port", (port, type) => type === "close" && resolve(port)),
    );
    const ready = new Promise<[number, string]>((resolve) =>
      booted.on("server-ready", (port, url) => resolve([port, url])),
    );
    const process = await booted.spawn("node", ["server.mjs"]);
    const [port, url] = await ready;
    const told = new Promise((resolve) =>
      addEventListener("message", (event) => {
        if (event.origin === url) resolve(event.data);
      }),
    );
    const frame = document.createElement("iframe");
    frame.allow = "cross-origin-isolated";
    frame.src = `${url}/page?q=1#part`;
    document.body.append(frame);
    const page = await told;
    while (messages.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill();
    return {
      page,
      samePort: (await closed) === port,
      places: messages.map(({ pathname, search, hash, port: on }) => [pathname, search, hash, on === port]),
      types: messages.map(({ type }) => type as string).toSorted(),
    };
  });
  expect(seen).toEqual({
    page: { injected: "yes", isolated: true },
    samePort: true,
    places: Array.from({ length: 3 }, () => ["/page", "?q=1", "#part", true]),
    types: ["PREVIEW_CONSOLE_ERROR", "PREVIEW_UNCAUGHT_EXCEPTION", "PREVIEW_UNHANDLED_REJECTION"],
  });
});

test("files outlive the tab, the second boot and the server", async ({ page }) => {
  const data = await mkdtemp(join(tmpdir(), "tabwright-data-"));
  server = await startLocalEngine({ ide: folder, data });
  await boot(page, server.ideUrl, { workdirName: "kept" });
  const afterTeardown = await page.evaluate(async () => {
    await booted.fs.writeFile("kept.txt", "still here");
    const waiting = await booted.spawn("sleep", ["600"]);
    booted.teardown();
    const code = await waiting.exit;
    const again = await client.WebContainer.boot({ workdirName: "kept" });
    globalThis.booted = again;
    return [code > 0, await again.fs.readFile("kept.txt", "utf8")];
  });
  expect(afterTeardown).toEqual([true, "still here"]);
  await page.reload();
  await boot(page, server.ideUrl, { workdirName: "kept" });
  expect(await page.evaluate(() => booted.fs.readFile("kept.txt", "utf8"))).toBe("still here");
  await server.stop();
  server = await startLocalEngine({ ide: folder, data });
  await boot(page, server.ideUrl, { workdirName: "kept" });
  expect(await page.evaluate(() => booted.fs.readFile("kept.txt", "utf8"))).toBe("still here");
  await rm(data, { recursive: true, force: true });
});

test("when the server dies the tab hears it, and boots again when it is back", async ({ page }) => {
  const data = await mkdtemp(join(tmpdir(), "tabwright-data-"));
  server = await startLocalEngine({ ide: folder, data });
  const port = Number(new URL(server.ideUrl).port);
  await boot(page, server.ideUrl);
  await page.evaluate(async () => {
    const sleeping = await booted.spawn("sleep", ["600"]);
    Object.assign(globalThis, {
      loss: Promise.all([
        new Promise((resolve) => booted.on("error", ({ message }) => resolve(message !== ""))),
        sleeping.exit.then((code) => code > 0),
      ]),
    });
  });
  await server.stop();
  expect(await page.evaluate(() => (globalThis as unknown as { loss: Promise<unknown> }).loss)).toEqual([
    true,
    true,
  ]);
  expect(
    await page.evaluate(() => booted.fs.readFile("x").then(String, (error: Error) => error.message)),
  ).not.toBe("");
  server = await startLocalEngine({ ide: folder, data, port });
  const answer = await page.evaluate(async () => {
    booted.teardown();
    globalThis.booted = await client.WebContainer.boot();
    const echo = await booted.spawn("echo", ["back"]);
    return (await echo.output.getReader().read()).value;
  });
  expect(answer).toBe("back\r\n");
  await rm(data, { recursive: true, force: true });
});

test("the engine page answers its own parent and no other page, even where the frame is not blocked", async ({
  page,
}) => {
  server = await startLocalEngine({ ide: folder });
  const key = new URL(server.ideUrl).searchParams.get("key") ?? "";
  const ideOrigin = new URL(server.ideUrl).origin;
  await page.goto(server.ideUrl);
  const sessionKey = await page.evaluate(async (key) => {
    const answer = await fetch("/tabwright/host.json", { headers: { "x-tabwright-key": key } });
    return ((await answer.json()) as { engine: { sessionKey: string } }).engine.sessionKey;
  }, key);
  const address = `${server.engineOrigin}/headless?client_id=${sessionKey}`;
  const hearsInit = (): Promise<boolean> =>
    page.evaluate(
      (src) =>
        new Promise<boolean>((resolve) => {
          addEventListener("message", () => resolve(true));
          const frame = document.createElement("iframe");
          frame.src = src;
          document.body.append(frame);
          setTimeout(() => resolve(false), 1500);
        }),
      address,
    );
  expect(await hearsInit()).toBe(true);
  // A page at another port of this machine is another origin: first with the header that blocks the frame, then without it.
  const evil = await startLocalEngine({ ide: folder });
  expect(new URL(evil.ideUrl).origin).not.toBe(ideOrigin);
  await page.goto(evil.ideUrl);
  await page.route(`${evil.ideUrl}**`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers["content-security-policy"];
    await route.fulfill({ response, headers });
  });
  await page.reload();
  expect(await hearsInit()).toBe(false);
  await page.route(`${server.engineOrigin}/headless**`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    expect(headers["content-security-policy"]).toContain(`frame-ancestors ${ideOrigin}`);
    delete headers["content-security-policy"];
    await route.fulfill({ response, headers });
  });
  expect(await hearsInit()).toBe(false);
  await evil.stop();
});
