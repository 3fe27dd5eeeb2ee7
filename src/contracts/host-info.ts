import { z } from "zod/mini";
import { fail, type Result, succeed } from "../base/result.ts";

/** Where the page that served the IDE tells what it offers. Same origin only. */
export const HOST_INFO_PATH = "/tabwright/host.json";

/** Under this path, followed by a provider's name, the server forwards model calls and adds the key that it holds: `MODEL_PROXY_PATH + "anthropic/messages"` goes to `PROVIDER_BASE_URL.anthropic + "/messages"`. Same origin only. */
export const MODEL_PROXY_PATH = "/tabwright/models/";

/**
 * The header that carries the host key, which every request to `HOST_INFO_PATH` needs.
 * Programs of the project may share the machine's network with the server; they do not have the key, so they get neither `sessionKey` nor a model call.
 */
export const HOST_KEY_HEADER = "x-tabwright-key";

/** The query parameter of the printed address in which the page receives the host key. */
export const HOST_KEY_PARAMETER = "key";

const KEPT_HOST_KEY = "tabwright.host-key";

/** Finds the host key in the page's address, else among what the origin keeps (`localStorage`), and keeps what it finds. `undefined` on a static host. */
export function hostKeyOf(
  address: string,
  kept: { getItem(name: string): string | null; setItem(name: string, value: string): void },
): string | undefined {
  const given = new URL(address).searchParams.get(HOST_KEY_PARAMETER);
  if (given === null || given === "") return kept.getItem(KEPT_HOST_KEY) ?? undefined;
  kept.setItem(KEPT_HOST_KEY, given);
  return given;
}

const hostInfoSchema = z.object({
  version: z.literal(1),
  engine: z.object({
    kind: z.enum(["webcontainer", "local", "tab"]),
    /** The origin that answers `/headless`; absent for the hosted runtime's own. */
    origin: z.optional(z.string()),
    /** Handed to the engine page through the client's `configureAPIKey`. */
    sessionKey: z.optional(z.string()),
    /** How processes are kept apart from the machine, such as `none` or `bwrap`. */
    launcher: z.optional(z.string()),
  }),
  /** Folders of the engine that the person named when the server was started. */
  folders: z.array(z.object({ workdirName: z.string(), label: z.string() })),
  /** Providers whose key the server holds. */
  proxiedProviders: z.array(z.enum(["anthropic", "openai", "google", "openai-compatible"])),
  /** What a client of a proxied provider sends in the place of that provider's key. */
  proxyKey: z.optional(z.string()),
});

/** What a server tells the IDE that it serves. A static host has no such file: the IDE then uses its defaults. */
export type HostInfo = z.infer<typeof hostInfoSchema>;

/** Reads the answer of `HOST_INFO_PATH`; the problem is one sentence that names the first wrong field. */
export function parseHostInfo(foreign: unknown): Result<HostInfo, string> {
  const parsed = hostInfoSchema.safeParse(foreign);
  if (parsed.success) return succeed(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(
    `The server's description is wrong at "${issue?.path.join(".") ?? ""}": ${issue?.message ?? ""}`,
  );
}
