import * as Comlink from "comlink";
import { CLIENT_VERSION, SESSION_PATH, type SessionGrant } from "../wire/server-messages.ts";
import { bootInstance } from "./engine-instance.ts";

interface BuildOptions {
  readonly version?: unknown;
  readonly workdirName?: unknown;
  readonly forwardPreviewErrors?: unknown;
}

/** Asks for the secret of the server that runs now. It changes with each start; the key of the IDE does not. */
async function requestGrant(): Promise<SessionGrant> {
  const key = new URLSearchParams(location.search).get("client_id") ?? "";
  const response = await fetch(SESSION_PATH, { method: "POST", body: key });
  if (!response.ok) throw new Error((await response.text()).trim());
  return (await response.json()) as SessionGrant;
}

async function build(options: BuildOptions): Promise<object> {
  if (options.version !== CLIENT_VERSION)
    throw new Error(
      `This engine speaks the protocol of @webcontainer/api ${CLIENT_VERSION}, and the page uses ${String(options.version)}.`,
    );
  const { secret } = await requestGrant();
  const { forwardPreviewErrors } = options;
  return bootInstance({
    workspace: typeof options.workdirName === "string" ? options.workdirName : "",
    secret,
    previewErrors:
      forwardPreviewErrors === true || forwardPreviewErrors === "exceptions-only"
        ? forwardPreviewErrors
        : false,
  });
}

async function start(): Promise<void> {
  const { ideOrigin } = await requestGrant();
  const { port1, port2 } = new MessageChannel();
  Comlink.expose({ build }, port1);
  // A frame of any other page gets nothing: the browser drops the message when the origin differs.
  parent.postMessage({ type: "init" }, ideOrigin, [port2]);
}

start().catch((error: unknown) => {
  console.error(
    `The local engine refuses this page: ${error instanceof Error ? error.message : String(error)}`,
  );
});
