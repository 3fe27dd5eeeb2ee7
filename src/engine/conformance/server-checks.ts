import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import type { OpenPort, PreviewMessage } from "../../contracts/engine.ts";
import { type CheckGroup, isTrue, run, type Scene, until, valueOf, write } from "./check.ts";

const hasServers = ({ servers, node }: EngineCapabilities): boolean => servers && node === "full";

const SERVER = `
const page = \`<!doctype html><html><head><title>t</title></head><body><script>
console.error("from", "console"); setTimeout(() => { throw new Error("thrown") }); Promise.reject(new Error("rejected"));
</script></body></html>\`;
require("http").createServer((request, response) => {
  response.setHeader("content-type", "text/html");
  response.end(page);
}).listen(Number(process.argv[2]), "127.0.0.1");
`;

/** Starts a server, waits until it is told and stops it. */
async function withServer(scene: Scene, play: (port: OpenPort) => Promise<void>): Promise<void> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  await write(scene, "server.cjs", SERVER);
  const server = valueOf(await scene.backend.start(`node server.cjs ${port}`, { cwd: scene.folder }));
  const find = (): OpenPort | undefined => scene.engine.openPorts().find((open) => open.port === port);
  try {
    await until(() => find()?.ready === true);
    const open = find();
    if (open) await play(open);
  } finally {
    await server.stop();
  }
  await until(() => find() === undefined);
}

async function inFrame(url: string, play: () => Promise<void>): Promise<void> {
  const frame = document.createElement("iframe");
  frame.setAttribute("allow", "cross-origin-isolated");
  frame.style.cssText = "position:fixed;width:10px;height:10px;left:-100px";
  frame.src = url;
  document.body.append(frame);
  try {
    await play();
  } finally {
    frame.remove();
  }
}

export const serverChecks: CheckGroup = {
  group: "Servers",
  checks: [
    {
      name: "A port that a program opens is told with an address, and told again when it closes.",
      applies: hasServers,
      run: (scene) =>
        withServer(scene, async ({ url }) => {
          isTrue(/^https?:\/\//.test(url), `the address is ${url}`);
          isTrue(new URL(url).origin !== location.origin, "the preview would share the IDE's own origin");
        }),
    },
    {
      name: "A program inside the engine reaches a server inside the engine.",
      applies: hasServers,
      run: (scene) =>
        withServer(scene, async ({ port }) => {
          const ask = `fetch("http://127.0.0.1:${port}/").then((r) => r.text()).then((t) => console.log(t.length > 100))`;
          await write(scene, "ask.cjs", ask);
          const result = await run(scene, "node ask.cjs");
          isTrue(result.stdout === "true\n", `it printed ${result.stdout}${result.stderr}`);
        }),
    },
    {
      name: "Errors of a page in a preview are told: thrown, rejected and printed.",
      applies: hasServers,
      run: (scene) =>
        withServer(scene, async ({ port, url }) => {
          const seen: PreviewMessage[] = [];
          const listening = scene.engine.previewMessages.subscribe((message) => seen.push(message));
          const heard = (kind: PreviewMessage["kind"], text: string): boolean =>
            seen.some(
              (message) => message.kind === kind && message.port === port && message.message.includes(text),
            );
          try {
            await inFrame(url, () =>
              until(
                () =>
                  heard("uncaught-exception", "thrown") &&
                  heard("unhandled-rejection", "rejected") &&
                  heard("console-error", "from"),
              ),
            );
          } finally {
            listening.dispose();
          }
        }),
    },
  ],
};
