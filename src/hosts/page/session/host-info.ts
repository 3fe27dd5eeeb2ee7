import { HOST_INFO_PATH, type HostInfo, parseHostInfo } from "../../../contracts/host-info.ts";
import { fail, type Result, succeed } from "../../../base/result.ts";

/** What the IDE assumes on a static host, which has no description of itself. */
const STATIC_HOST: HostInfo = {
  version: 1,
  engine: { kind: "webcontainer" },
  folders: [],
  proxiedProviders: [],
};

/** Asks the server of this page what it offers. A host without a description is a static one; a wrong description is a problem. */
export async function fetchHostInfo(signal: AbortSignal): Promise<Result<HostInfo, string>> {
  let response: Response;
  try {
    response = await fetch(HOST_INFO_PATH, { signal, headers: { accept: "application/json" } });
  } catch {
    signal.throwIfAborted();
    return succeed(STATIC_HOST);
  }
  const isJson = response.headers.get("content-type")?.includes("application/json") ?? false;
  if (!response.ok || !isJson) return succeed(STATIC_HOST);
  try {
    return parseHostInfo(await response.json());
  } catch {
    signal.throwIfAborted();
    return fail("The server's description of itself is not readable. Restart it with npm start.");
  }
}
