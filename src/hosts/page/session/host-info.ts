import { fail, type Result, succeed } from "../../../base/result.ts";
import {
  HOST_INFO_PATH,
  HOST_KEY_HEADER,
  HOST_KEY_PARAMETER,
  type HostInfo,
  hostKeyOf,
  parseHostInfo,
} from "../../../contracts/host-info.ts";

/** What the IDE assumes on a static host, which has no description of itself. */
const STATIC_HOST: HostInfo = {
  version: 1,
  engine: { kind: "webcontainer" },
  folders: [],
  proxiedProviders: [],
};

/**
 * Asks the server of this page what it offers. A host without a description is a static one; a wrong description or a refused key is a problem.
 * The host key is taken out of the visible address, so that it is not copied with it.
 */
export async function fetchHostInfo(signal: AbortSignal): Promise<Result<HostInfo, string>> {
  const key = hostKeyOf(location.href, localStorage);
  hideHostKey();
  let response: Response;
  try {
    response = await fetch(HOST_INFO_PATH, {
      signal,
      headers: { accept: "application/json", ...(key === undefined ? {} : { [HOST_KEY_HEADER]: key }) },
    });
  } catch {
    signal.throwIfAborted();
    return fail(
      "The server of this page does not answer. Your files are kept here. Start it again with npm start, then reload.",
    );
  }
  if (response.status === 401 || response.status === 403)
    return fail(
      "This address has no key for its server, or an old one. Open the address that npm start printed last.",
    );
  const isJson = response.headers.get("content-type")?.includes("application/json") ?? false;
  if (!response.ok || !isJson) return succeed(STATIC_HOST);
  try {
    return parseHostInfo(await response.json());
  } catch {
    signal.throwIfAborted();
    return fail(
      "The server's description of itself is not readable. Restart it with npm start, then reload.",
    );
  }
}

function hideHostKey(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(HOST_KEY_PARAMETER)) return;
  address.searchParams.delete(HOST_KEY_PARAMETER);
  history.replaceState(history.state, "", address);
}
